import { randomBytes } from "node:crypto";
import fs, {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import {
  afterEach,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { databaseFolders } from "~/database/database-folders";
import { openMigratedDatabase } from "../database";
import type { Store } from "../database";
import { databaseFolder, temporaryFolder } from "#supabase/testing";

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
  fs.statfsSync = statfsSync;
  syncBuiltinESMExports();
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

const { statfsSync } = fs;

/** From now on the disk says that it has this much free. */
function limitSpace(megabytes: number) {
  const disk = { bavail: megabytes, bsize: 2 ** 20, files: 0, ffree: 0 };
  fs.statfsSync = () => disk as never;
  syncBuiltinESMExports();
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

test("what was erased or changed is in no file after the rewrite, not even in an index; without the space for that it waits, and without any nothing is erased", async () => {
  await open();
  await fill();
  const [inner = ""] = await innerAddresses();
  for (const text of [person, inner, "Between us"])
    expect(filesWith(text), text).not.toEqual([]);
  const before = await fileOf("beta_signups");
  await erase("nobody@example.com");
  await database.rewrite();
  expect((await fileOf("beta_signups")).equals(before)).toBe(true);

  limitSpace(63);
  await expect(erase(person)).rejects.toThrow(
    `${JSON.stringify(folder)} is on a disk with 63 MB free, and erasing needs 64 MB; free some first.`,
  );
  expect(await storedRows()).toBe(1000);
  limitSpace(64);
  await erase(person);
  const slip =
    "update beta_signups set email = $2 where email = $1 returning id";
  await database.erase(slip, [inner, "right@example.com"]);
  expect(await storedRows()).toBe(999);
  await expect(database.rewrite()).rejects.toThrow("needs 65 MB; free some");
  limitSpace(65);
  await database.rewrite();
  expect(filesWith(person, inner, "Between us")).toEqual([]);
  expect(log).not.toHaveBeenCalled();
});

/**
 * Erases a person, and goes on in a copy of the folder as a kill would leave it
 * when the rewrite of contact_messages has copied the rows and makes an index.
 */
async function eraseUntilKilled(email: string) {
  const copy = temporaryFolder();
  const exec = database.sql.exec.bind(database.sql);
  let newFiles: number | undefined;
  vi.spyOn(database.sql, "exec").mockImplementation((statement) => {
    newFiles = statement === "vacuum full contact_messages" ? 0 : undefined;
    return exec(statement);
  });
  const { writeFileSync: write } = fs;
  // Emscripten creates a file with this. The table's own comes first, then that
  // of its long texts and its index.
  fs.writeFileSync = (...parameters) => {
    if (newFiles !== undefined && ++newFiles === 4) {
      cpSync(folder, copy, { recursive: true });
    }
    write(...parameters);
  };
  syncBuiltinESMExports();
  await erase(email);
  await database.rewrite();
  fs.writeFileSync = write;
  syncBuiltinESMExports();
  await database.close();
  rmSync(folder, { recursive: true });
  folder = copy;
}

test("after a kill in the middle of an erasure, what was erased is gone once the next start has space for it, and what was unfinished leaves no file", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await open();
  await fill();
  const [inner = ""] = await innerAddresses();
  const files = filesWith(person).length;
  await eraseUntilKilled(inner);
  expect(filesWith(person).length).toBeGreaterThan(files);
  const base = path.join(folder, "postgres/base");
  mkdirSync(path.join(base, "pgsql_tmp"), { recursive: true });
  for (const name of [
    "pgsql_tmp/pgsql_tmp42.0",
    ...["5/99999", "5/99999.1", "5/99999_fsm", "5/t0_99999"],
  ]) {
    writeFileSync(path.join(base, name), person);
  }

  limitSpace(64);
  await open();
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(log).toHaveBeenCalled(), 10_000);
  expect(filesWith(inner)).not.toEqual([]);
  limitSpace(65);
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(filesWith(inner)).toEqual([]), 10_000);
  expect(await storedRows()).toBe(999);
  expect(log.mock.calls).toEqual([
    [
      "warn",
      "Erased rows may still be in the files of DATA_DIR",
      { reason: expect.stringMatching(/64 MB free.* needs 65 MB;/) as string },
    ],
  ]);
});
