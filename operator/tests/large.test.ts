import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { ratioOf, temporaryFolder } from "#supabase/testing";
import { openErasedPeople } from "../waitlist/backup/erased-people";
import { readBackup } from "../waitlist/backup/file";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

test("a long line of a backup is not split again for each piece that is read", async () => {
  const file = path.join(folder, "backup.ndjson");
  const table = "contact_messages";
  const text = [
    {
      kandi_backup: 1,
      written_at: "",
      tables: [{ name: table, columns: [{ name: "message", type: "text" }] }],
    },
    { table, row: { message: "x".repeat(1_000_000) } },
    { counts: { [table]: 1 } },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
  writeFileSync(file, text);
  const split = vi.spyOn(String.prototype, "split");
  for await (const row of readBackup(file)) expect(row.table).toBe(table);
  const pieces = split.mock.contexts.map(String);
  split.mockRestore();
  expect(pieces.join("")).toHaveLength(text.length);
});

test("a row is sought among erased people in the same time, however many they are", async () => {
  const listOf = (people: number) => {
    const list = openErasedPeople(path.join(folder, String(people)));
    list.add("raver@example.com", new Date());
    for (let person = 0; person < people; person++) {
      const hash = person.toString(16).padStart(64, "0");
      const line = `2026-11-20T10:00:00.000Z ${hash}\n`;
      writeFileSync(list.file, line, { flag: "a" });
    }
    return openErasedPeople(path.dirname(list.file));
  };
  const [few, many] = [listOf(10), listOf(5000)];
  const seek = ({ has }: typeof few) => {
    for (let row = 0; row < 100; row++) has("robin@example.com", null);
  };
  expect(many.has("raver@example.com", null)).toBe(true);
  const ratio = await ratioOf(
    () => seek(many),
    () => seek(few),
  );
  expect(ratio).toBeLessThan(5);
});
