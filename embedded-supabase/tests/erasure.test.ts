import { randomBytes } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { databaseFolders } from "~/data/database-folders";
import { openMigratedDatabase } from "../database";
import type { Store } from "../database";
import {
  databaseFolder,
  temporaryFolder,
} from "../../tests/support/fixtures/supabase";

/** Too long for a page, even compressed: Postgres stores it outside the table. */
const message = `Between us: ${randomBytes(3000).toString("base64")}`;
const person = "raver-0@example.com";

let folder: string;
let database: Store;
const log = vi.fn();
const open = async () => {
  database = await openMigratedDatabase(folder, databaseFolders, log);
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
  await database.sql.query(
    "update contact_messages set answered_at = now() where id = $1",
    [rows[0]?.id],
  );
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

/** Erases whoever has the address. */
async function erase(email: string) {
  for (const table of ["beta_signups", "contact_messages"]) {
    const statement = `delete from ${table} where email = $1 returning id`;
    await database.erase(statement, [email]);
  }
}

const storedRows = async () => {
  const { rows } = await database.sql.query<{ rows: number }>(
    "select count(*)::int as rows from beta_signups",
  );
  return rows[0]?.rows;
};

test("erased rows are in no file afterward, not even in the inner pages of an index", async () => {
  await open();
  await fill();
  const [inner = ""] = await innerAddresses();
  for (const text of [person, inner, "Between us"])
    expect(filesWith(text), text).not.toEqual([]);
  await erase(person);
  await erase(inner);
  expect(filesWith(person, inner, "Between us")).toEqual([]);
  expect(await storedRows()).toBe(998);
  expect(log).not.toHaveBeenCalled();
});

test("erasing nobody rewrites nothing", async () => {
  await open();
  await fill();
  const before = await fileOf("beta_signups");
  await erase("nobody@example.com");
  expect((await fileOf("beta_signups")).equals(before)).toBe(true);
});

test("what a killed process had erased, and its sorts, are gone after the next start", async () => {
  await open();
  await fill();
  const [inner = ""] = await innerAddresses();
  // The process is killed after the rows were erased, before the rewrite.
  await database.sql.query("delete from beta_signups where email = any ($1)", [
    [person, inner],
  ]);
  await database.sql.exec("delete from contact_messages");
  const killed = folder;
  folder = temporaryFolder();
  cpSync(killed, folder, { recursive: true });
  await database.close();
  rmSync(killed, { recursive: true });
  const sorts = path.join(folder, "postgres/base/pgsql_tmp");
  mkdirSync(sorts, { recursive: true });
  writeFileSync(path.join(sorts, "pgsql_tmp42.0"), person);
  expect(filesWith(inner)).not.toEqual([]);

  await open();
  // Closing waits for the rewrite that visitors would otherwise wait for.
  await database.close();
  expect(filesWith(person, inner, "Between us")).toEqual([]);
  await open();
  expect(await storedRows()).toBe(998);
  expect(log).not.toHaveBeenCalled();
});
