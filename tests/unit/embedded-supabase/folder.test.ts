import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { openEmbeddedSupabase } from "~/embedded-supabase/index.server";
import { temporaryFolder } from "../../support/supabase";

const folder = temporaryFolder();
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Another process on the folder: prints "open", or why not. */
const otherProcess = [
  "--import",
  "tsx",
  "tests/support/programs/open-folder.ts",
  folder,
];

test("a second process is refused with one line, and a killed one's lock is taken over", async () => {
  const first = spawn(process.execPath, otherProcess);
  const [line] = (await once(first.stdout, "data")) as [Buffer];
  expect(line.toString()).toBe("open\n");

  const second = spawnSync(process.execPath, otherProcess, {
    encoding: "utf8",
  });
  expect(second.stdout).toBe(
    `DATA_DIR ${JSON.stringify(folder)} is in use by another process; stop that one, or set DATA_DIR to another folder.\n`,
  );
  expect(second.status).toBe(1);

  first.kill("SIGKILL");
  await once(first, "close");
  const supabase = await openEmbeddedSupabase(folder);
  const { rows } = await supabase.database.query(
    "select version from supabase_migrations.schema_migrations",
  );
  expect(rows.length).toBeGreaterThan(0);
  await supabase.close();
});

test("what was stored is there after closing, each migration applied once, the key the same", async () => {
  const first = await openEmbeddedSupabase(folder);
  await first.database.exec(
    "insert into beta_signups (email, signup_source) values ('a@b.co', 'hero_section')",
  );
  await first.close();
  const second = await openEmbeddedSupabase(folder);
  expect(second.anonKey).toBe(first.anonKey);
  const { rows } = await second.database.query(
    "select email from beta_signups",
  );
  expect(rows).toEqual([{ email: "a@b.co" }]);
  await second.close();
});

test("a database that was killed while it was made is made anew", async () => {
  const unfinished = path.join(folder, "postgres.unfinished");
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(path.join(unfinished, "PG_VERSION"), "17\n");
  const supabase = await openEmbeddedSupabase(folder);
  await supabase.close();
});

test("only its owner can read it", async () => {
  const supabase = await openEmbeddedSupabase(folder);
  const mode = (name: string) =>
    (statSync(path.join(folder, name)).mode & 0o777).toString(8);
  expect(mode("postgres")).toBe("700");
  expect(mode("anon-key")).toBe("600");
  expect(mode("lock")).toBe("600");
  await supabase.close();
});

test("a folder that cannot be made is named", async () => {
  const file = path.join(folder, "file");
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, "");
  chmodSync(file, 0o400);
  await expect(openEmbeddedSupabase(path.join(file, "data"))).rejects.toThrow(
    /^DATA_DIR ".*" cannot be made: .*$/,
  );
});
