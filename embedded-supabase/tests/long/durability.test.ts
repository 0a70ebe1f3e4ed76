import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseFolders } from "~/database/database-folders";
import { openEmbeddedSupabase } from "../../supabase";
import type { EmbeddedSupabase } from "../../supabase";
import { askOwner } from "../../query-socket";
import { makeTemplate } from "../../template";
import pglite from "../../../node_modules/@electric-sql/pglite/package.json" with { type: "json" };
import { temporaryFolder } from "#supabase/testing";
import { insertSignup } from "../../testing/rows";
import { recordDisk } from "../recorded-disk";
import type { Unsynced } from "../recorded-disk";

const folder = temporaryFolder();
const copies = temporaryFolder();
const templates = path.join(copies, "templates");
const folders = { ...databaseFolders, templates };
let disk: ReturnType<typeof recordDisk>;
let supabase: EmbeddedSupabase;
let closed = false;
const acknowledged: string[] = [];

beforeAll(async () => {
  await makeTemplate(templates);
  disk = recordDisk(folder);
  supabase = await openEmbeddedSupabase(path.join(folder, "new/data"), folders);
});
afterAll(async () => {
  disk.stop();
  if (!closed) await supabase.close();
  for (const made of [folder, copies]) rmSync(made, { recursive: true });
});

async function insert(email: string): Promise<number> {
  const status = await insertSignup(supabase, email);
  if (status === 201) acknowledged.push(email);
  return status;
}

test("the database that a new folder copies has the name of its PGlite, is readable by all, writable by its owner and made once", async () => {
  expect(readdirSync(templates)).toEqual([pglite.version]);
  const template = path.join(templates, pglite.version);
  const options = { recursive: true, withFileTypes: true } as const;
  for (const entry of readdirSync(template, options)) {
    const file = path.join(entry.parentPath, entry.name);
    const mode = statSync(file).mode & 0o777;
    expect(mode, file).toBe(entry.isDirectory() ? 0o755 : 0o644);
  }
  const { ino } = statSync(template);
  await makeTemplate(templates);
  expect(statSync(template).ino).toBe(ino);
});

describe("after a power cut", () => {
  const insertMore = async (name: string) => {
    for (let row = 0; row < 50; row += 1) {
      expect(await insert(`${name}-${row}@example.com`)).toBe(201);
    }
  };
  const cuts: [string, Unsynced, () => Promise<unknown>][] = [
    ["in a new folder", "none", () => insertMore("new")],
    [
      "after a checkpoint, unsynced writes done in part",
      "every second",
      async () => {
        await supabase.database.exec("checkpoint");
        await insertMore("checkpoint");
      },
    ],
    [
      "after a person was erased and the tables rewritten",
      "every second",
      async () => {
        const owner = await askOwner(path.join(folder, "new/data"));
        const person = acknowledged.shift() ?? "";
        const erased = await owner?.erase(
          "delete from beta_signups where email = $1 returning id",
          [person],
        );
        expect(erased?.rows).toHaveLength(1);
        await owner?.rewrite();
        const copy = path.join(copies, "erased");
        disk.cutPower(copy, "none");
        const all = { recursive: true, withFileTypes: true } as const;
        for (const entry of readdirSync(copy, all).filter((e) => e.isFile())) {
          const file = path.join(entry.parentPath, entry.name);
          expect(readFileSync(file).includes(person), file).toBe(false);
        }
        await insertMore("rewritten");
      },
    ],
    [
      "after closing",
      "none",
      async () => {
        await supabase.close();
        closed = true;
      },
    ],
  ];
  test.each(cuts)(
    "%s, every acknowledged row is there, once, and nobody who was erased",
    async (name, unsynced, before) => {
      await before();
      const copy = path.join(copies, name);
      disk.cutPower(copy, unsynced);
      const after = await openEmbeddedSupabase(
        path.join(copy, "new/data"),
        folders,
      );
      const { rows } = await after.database.query<{ email: string }>(
        "select email from beta_signups",
      );
      await after.close();
      expect(rows.map(({ email }) => email).sort()).toEqual(
        [...acknowledged].sort(),
      );
    },
  );
});
