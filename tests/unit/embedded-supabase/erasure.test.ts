import { randomBytes } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { databaseFolders } from "~/data/database-folders";
import { openDatabase } from "~/embedded-supabase/database.server";
import type { Store } from "~/embedded-supabase/database.server";
import { readJobs } from "~/embedded-supabase/jobs.server";
import { databaseFolder } from "../../support/fixtures/supabase";
import { whole } from "../../support/fixtures/waitlist";

/** Too long for a page, even compressed: Postgres stores it outside the table. */
const message = `Between us: ${randomBytes(3000).toString("base64")}`;
const person = "raver-0@example.com";

let folder: string;
let database: Store;
const log = vi.fn();
const open = async (rewriteAtMost?: number) => {
  database = await openDatabase(folder, databaseFolders, log, rewriteAtMost);
};

beforeEach(() => {
  folder = databaseFolder();
  log.mockClear();
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** @returns the folder's files that contain one of the texts */
function filesWith(...texts: string[]): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file);
      return texts.some((text) => content.includes(text));
    });
}

/** Stores enough to give indexes inner pages, and answers one message. */
async function fill() {
  await database.sql.query(
    `insert into beta_signups (email, signup_source)
     select 'raver-' || number || '@example.com', 'hero_section' from generate_series(0, 999) as number`,
  );
  const { rows } = await database.sql.query<{ id: string }>(
    `insert into contact_messages (name, email, message) values ('Robin', $1, $2) returning id`,
    [person, message],
  );
  await run("answered", rows[0]?.id);
}

const pageSize = 8192;

/** @returns the addresses in inner pages of the index */
async function innerAddresses(): Promise<string[]> {
  await database.sql.exec("checkpoint");
  const index = await fileOf("beta_signups_email_lower_key");
  const found: string[] = [];
  for (let start = 0; start < index.length; start += pageSize) {
    const page = index.subarray(start, start + pageSize);
    // See Postgres's bufpage.h and nbtree.h.
    const level = page.readUInt32LE(page.readUInt16LE(16) + 8);
    const addresses = page.toString("latin1").match(/raver-\d+@example\.com/g);
    if (level > 0) found.push(...(addresses ?? []));
  }
  return found;
}

async function fileOf(relation: string) {
  const { rows } = await database.sql.query<{ file: string }>(
    "select pg_relation_filepath($1) as file",
    [relation],
  );
  return readFileSync(path.join(folder, "postgres", rows[0]?.file ?? ""));
}

async function run(name: string, argument?: string) {
  const job = readJobs(databaseFolders.queries).find(
    (one) => one.name === name,
  );
  if (!job) throw new Error(`There is no job ${name}`);
  return whole(database.runJob(job, argument));
}

const storedRows = async () => {
  const { rows } = await database.sql.query<{ rows: number }>(
    "select count(*)::int as rows from beta_signups",
  );
  return rows[0]?.rows;
};

test("erased rows are in no file once the job is done, not even in the inner pages of an index", async () => {
  await open();
  await fill();
  const [inner = ""] = await innerAddresses();
  for (const text of [person, inner, "Between us"])
    expect(filesWith(text), text).not.toEqual([]);
  await run("erase-person", person);
  await run("erase-person", inner);
  expect(filesWith(person, inner, "Between us")).toEqual([]);
  expect(await storedRows()).toBe(998);
  expect(log).not.toHaveBeenCalled();
});

test("tables too large to rewrite while visitors wait are rewritten at the next start", async () => {
  await open(0);
  await fill();
  const [inner = ""] = await innerAddresses();
  await run("erase-person", person);
  await run("erase-person", inner);
  expect(filesWith(inner)).not.toEqual([]);
  expect(log).toHaveBeenLastCalledWith(
    "info",
    "Erased rows stay in the files of DATA_DIR until the next start",
    { reason: "a table is too large to rewrite while the site runs" },
  );
  await database.close();
  await open(0);
  expect(filesWith(person, inner, "Between us")).toEqual([]);
  expect(await storedRows()).toBe(998);
});

test("what a killed process left is gone at the next start", async () => {
  await open();
  await fill();
  await run("erase-person", person);
  const inside = (...names: string[]) =>
    path.join(folder, "postgres", ...names);
  // An unfinished copy of a table, a recycled log file, and a job's sort.
  mkdirSync(inside("base/pgsql_tmp"), { recursive: true });
  for (const file of [
    "base/5/999999",
    "pg_wal/0000000100000000000000F0",
    "base/pgsql_tmp/pgsql_tmp42.0",
  ])
    writeFileSync(inside(file), person);
  expect(filesWith(person)).toHaveLength(3);
  // The rewrite was not finished.
  rmSync(path.join(folder, "vacuumed"));
  await database.close();
  await open();
  expect(filesWith(person)).toEqual([]);
  expect(await storedRows()).toBe(999);
  expect(log).not.toHaveBeenCalled();
});
