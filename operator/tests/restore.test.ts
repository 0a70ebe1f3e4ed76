import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { restoreBackup } from "../waitlist/backup/restore";
import { databaseFolders } from "~/database/database-folders";
import { openMigratedDatabase } from "#supabase";
import type { Store } from "#supabase";
import { openSite, waitlist } from "#operator/testing";
import { databaseFolder } from "#supabase/testing";

const site = await openSite(`
  insert into beta_signups (email, signup_source, created_at, idempotency_key) values
    ('raver@example.com', 'hero_section', '2025-11-01 10:00:00.123456+00', null),
    ('robin@example.com', 'cta_section', '2025-11-02', gen_random_uuid());
  insert into contact_messages (name, email, subject, message, created_at, idempotency_key, answered_at)
    select 'O''Robin \\ "R"', 'raver@example.com', case when number > 1 then 'NULL' end,
      e'\\\\.\\n- 🎪 ; $$ $1 %L '' \\\\'' -- \\tend\\r\\n),\\n(''x'');\\ncommit;\\u2028' || number,
      '2025-11-03', gen_random_uuid(), now()
    from generate_series(1, 230) as number`);
afterAll(site.end);
/** The folder of backups without BACKUP_DIR. */
const former = { DATA_DIR: site.env.DATA_DIR };
const writeBackup = async () =>
  (await waitlist(["backup"], former)).stdout.trim();
const file = await writeBackup();
const backup = readFileSync(file, "utf8");

const newFolder = (name: string) =>
  databaseFolder(path.join(site.folder, name));

/** Works in the database of a stopped site. */
async function inDatabase<Result>(
  DATA_DIR: string,
  work: (sql: Store["sql"]) => Promise<Result>,
) {
  const database = await openMigratedDatabase(DATA_DIR, databaseFolders);
  return work(database.sql).finally(() => database.close());
}

const everything = `
  select 1 as part, id, to_jsonb(s) as row from beta_signups as s
  union all
  select 2, id, to_jsonb(m) from contact_messages as m
  order by part, id`;

/** Other forms' empty tables may follow. */
const summary = (signups: string, messages: string): unknown =>
  expect.stringContaining(
    `table,copied,there_already,erased_people\nbeta_signups,${signups}\ncontact_messages,${messages}\n`,
  );

test("restore brings every row of a backup back, twice without harm, and changes no row", async () => {
  const DATA_DIR = newFolder("target");
  expect(await waitlist(["restore", file], { DATA_DIR })).toEqual({
    status: 0,
    stdout: summary("2,0,0", "230,0,0"),
    stderr: expect.stringMatching(/^\d rows\n$/) as string,
  });
  const { rows } = await site.database.query(everything);
  await inDatabase(DATA_DIR, async (sql) => {
    expect((await sql.query(everything)).rows).toEqual(rows);
    await sql.exec(
      `update contact_messages set answered_at = null;
       delete from beta_signups where email like 'robin%';
       insert into beta_signups (email, signup_source) values ('new@example.com', 'hero_section')`,
    );
  });
  const again = await waitlist(["restore", file], { DATA_DIR });
  expect(again.stdout).toEqual(summary("1,1,0", "0,230,0"));
  const after = await inDatabase(DATA_DIR, (sql) =>
    sql.query(
      `select (select count(*)::int from beta_signups) as signups,
         (select count(*)::int from contact_messages where answered_at is null) as messages,
         (select string_agg(distinct tgenabled::text, '') from pg_trigger where not tgisinternal) as triggers`,
    ),
  );
  expect(after.rows).toEqual([{ signups: 3, messages: 230, triggers: "O" }]);
});

describe("into a database of its own", () => {
  let database: Store;
  beforeAll(async () => {
    const folder = newFolder("own");
    database = await openMigratedDatabase(folder, databaseFolders);
  });
  afterAll(() => database.close());
  const restore = (name: string) =>
    database.sql.transaction((transaction) =>
      restoreBackup(name, transaction, () => false, true),
    );

  const notLine = (line: number) =>
    `Line ${line} of FILE is not a line that the job backup writes.`;
  test.each([
    ["no first line", backup.slice(backup.indexOf("\n") + 1), notLine(1)],
    ["an export", "\ufeffemail,source,created_at_utc\na@b.co,,\n", notLine(1)],
    [
      "an export in JSON",
      '{"email":"a@b.co","created_at_utc":null}',
      notLine(1),
    ],
    ["SQL", backup.replace("\n", "\ndrop table beta_signups;\n"), notLine(2)],
    [
      "another table",
      backup.replaceAll('"beta_signups"', '"pg_authid"'),
      "FILE has a table pg_authid that this database lacks: run the files",
    ],
    [
      "another column",
      backup.replace('"email": ', '"email\\" = 1": '),
      notLine(2),
    ],
    [
      "a column of another type",
      backup.replace('"id","type":"uuid"', '"id","type":"integer"'),
      "FILE has a column beta_signups.id of the type integer that this database lacks",
    ],
    [
      "a value that its column refuses",
      backup.replace(/"id": "[^"]*"/, '"id": "no-id"'),
      'FILE: invalid input syntax for type uuid: "no-id"',
    ],
    [
      "no last line",
      backup.replace(/.*\n$/, ""),
      "FILE is incomplete: it has no last line.",
    ],
    [
      "rows that are missing",
      backup.replace(/\n.*/, ""),
      "FILE lacks rows that it counts.",
    ],
    ["more after its end", backup + backup.split("\n")[1], notLine(235)],
  ])(
    "restore refuses what no backup has, by its line, and restores nothing: %s",
    async (what, text, message) => {
      expect(text).not.toBe(backup);
      const changed = path.join(site.folder, `${what}.ndjson`);
      writeFileSync(changed, text);
      const expected = message.replace("FILE", JSON.stringify(changed));
      await expect(restore(changed)).rejects.toThrow(expected);
      expect((await database.sql.query(everything)).rows).toEqual([]);
    },
  );

  test("what is no file is refused, without waiting for it", async () => {
    const pipe = path.join(site.folder, "pipe");
    spawnSync("mkfifo", [pipe]);
    for (const name of [pipe, path.join(site.folder, "nothing")]) {
      const line = `There is no file ${JSON.stringify(name)}.`;
      await expect(restore(name)).rejects.toThrow(line);
    }
  });

  test("rows that are longer than a later limit come back, and new ones still may not be", async () => {
    await database.sql.exec(
      `alter table contact_messages
         drop constraint contact_messages_message_length,
         add constraint contact_messages_message_length check (char_length(message) < 9) not valid`,
    );
    const copied = (await restore(file)).map((table) => table.copied);
    expect(copied.slice(0, 2)).toEqual([2, 230]);
    const long = `insert into contact_messages (name, email, message) values ('R', 'r@example.com', '123456789')`;
    await expect(database.sql.exec(long)).rejects.toThrow(
      "contact_messages_message_length",
    );
  });
});

test("whoever was erased stays erased, also after BACKUP_DIR was set, unless they have signed up again since; the former folder is named until it is empty", async () => {
  const { database, env } = site;
  const erase = ["erase-person", " Raver@Example.com", "--yes"];
  await waitlist(erase, former);
  await database.exec(
    "insert into beta_signups (email, signup_source) values ('raver@example.com', 'hero_section')",
  );
  const later = await writeBackup();
  await database.exec("delete from beta_signups where email like 'raver%'");
  for (const job of [["stats"], ["backup"]]) {
    expect((await waitlist(job, env)).stderr).toContain(
      `${JSON.stringify(path.dirname(file))} still has 2 backups`,
    );
  }
  await site.stop();
  for (const [name, signups, messages] of [
    [file, "0,1,1", "0,0,230"],
    [later, "1,1,0", "0,0,0"],
  ] as const) {
    const restored = await waitlist(["restore", name], env);
    expect(restored.stdout).toEqual(summary(signups, messages));
  }
  rmSync(file);
  rmSync(later);
  expect((await site.job("stats")).stderr).not.toContain("still");
});
