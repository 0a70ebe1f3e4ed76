import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { databaseFolders } from "~/data/database-folders";
import { openEmbeddedSupabase } from "#supabase";
import { insertRow } from "../support/fixtures/insert-signup";
import { databaseFolder } from "../support/fixtures/supabase";

/** Without checkpoints they leave a log of about 170 MB. */
const messages = 8_000;
/** This many at once, as group commit takes them. */
const together = 50;

test("the log of the embedded database stays under 128 MB over 8,000 messages of 20 kB", async () => {
  const folder = databaseFolder();
  const log = path.join(folder, "postgres/pg_wal");
  const size = () =>
    readdirSync(log)
      .map((name) => statSync(path.join(log, name)).size)
      .reduce((sum, bytes) => sum + bytes, 0);
  const supabase = await openEmbeddedSupabase(folder, databaseFolders);
  // 5,000 characters of four bytes that do not compress.
  const characters = Array.from({ length: 5000 }, () =>
    String.fromCodePoint(0x10000 + Math.floor(Math.random() * 0xe0000)),
  );
  const row = { name: "Robin", email: "robin@example.com" };
  const message = characters.join("");
  let most = 0;
  try {
    for (let stored = 0; stored < messages; stored += together) {
      const answers = await Promise.all(
        Array.from({ length: together }, () =>
          insertRow(supabase, "contact_messages", { ...row, message }),
        ),
      );
      expect(answers.every(({ status }) => status === 201)).toBe(true);
      most = Math.max(most, size());
    }
    expect(most).toBeLessThan(128 * 2 ** 20);
  } finally {
    await supabase.close();
    rmSync(folder, { recursive: true });
  }
});
