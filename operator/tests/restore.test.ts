import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backupDays, openErasedPeople } from "../waitlist/backup/erased-people";
import { restoreBackup } from "../waitlist/backup/restore";
import { retention } from "~/content/site";
import { databaseFolders } from "~/database/database-folders";
import { openMigratedDatabase } from "#supabase";
import type { Store } from "#supabase";
import { waitlist } from "#operator/testing";
import { databaseFolder, temporaryFolder } from "#supabase/testing";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const rows = `
  insert into beta_signups (email, signup_source, created_at, idempotency_key) values
    ('raver@example.com', 'hero_section', '2025-11-01 10:00:00.123456+00', null),
    ('robin@example.com', 'cta_section', '2025-11-02', gen_random_uuid());
  insert into contact_messages (name, email, subject, message, created_at, idempotency_key, answered_at)
    select 'O''Robin \\ "R"', 'raver@example.com', case when number > 1 then 'NULL' end,
      e'\\\\.\\n- 🎪 ; $$ $1 %L '' \\\\'' -- \\tend\\r\\n),\\n(''x'');\\ncommit;\\u2028' || number,
      '2025-11-03', gen_random_uuid(), now()
    from generate_series(1, 230) as number;`;

const newSettings = () => ({
  DATA_DIR: databaseFolder(mkdtempSync(path.join(folder, "data-"))),
  BACKUP_DIR: mkdtempSync(path.join(folder, "backups-")),
});

async function inDatabase(DATA_DIR: string, sql: string) {
  const database = await openMigratedDatabase(DATA_DIR, databaseFolders);
  try {
    return (await database.sql.exec(sql)).at(-1)?.rows;
  } finally {
    await database.close();
  }
}

const everything = `
  select 1 as part, id, to_jsonb(s) as row from beta_signups as s
  union all
  select 2, id, to_jsonb(m) from contact_messages as m
  order by part, id`;

/** Other forms' empty tables may follow. */
const summary = (...lines: string[]): unknown =>
  expect.stringContaining(
    `table,copied,there_already,erased_people\n${lines.map((line) => `${line}\n`).join("")}`,
  );

const writeBackup = async (settings: { DATA_DIR: string }) =>
  (await waitlist(["backup", "--untried"], settings)).stdout.trim();

const source = newSettings();
let file: string;
let backup: string;
beforeAll(async () => {
  await inDatabase(source.DATA_DIR, rows);
  file = await writeBackup(source);
  backup = readFileSync(file, "utf8");
});

test("restore brings every row of a backup back, twice without harm, and changes no row", async () => {
  const target = newSettings();
  expect(await waitlist(["restore", file], target)).toEqual({
    status: 0,
    stdout: summary("beta_signups,2,0,0", "contact_messages,230,0,0"),
    stderr: expect.stringMatching(/^\d rows\n$/) as string,
  });
  expect(await inDatabase(target.DATA_DIR, everything)).toEqual(
    await inDatabase(source.DATA_DIR, everything),
  );

  await inDatabase(
    target.DATA_DIR,
    `update contact_messages set answered_at = null;
     delete from beta_signups where email like 'robin%';
     insert into beta_signups (email, signup_source) values ('new@example.com', 'hero_section')`,
  );
  expect((await waitlist(["restore", file], target)).stdout).toEqual(
    summary("beta_signups,1,1,0", "contact_messages,0,230,0"),
  );
  const after = await inDatabase(
    target.DATA_DIR,
    `select (select count(*)::int from beta_signups) as signups,
       (select count(*)::int from contact_messages where answered_at is null) as messages,
       (select string_agg(distinct tgenabled::text, '') from pg_trigger where not tgisinternal) as triggers`,
  );
  expect(after).toEqual([{ signups: 3, messages: 230, triggers: "O" }]);
});

test("rows that are longer than a later limit come back, and new ones still may not be", async () => {
  const migrations = path.join(folder, "migrations");
  cpSync(databaseFolders.migrations, migrations, { recursive: true });
  writeFileSync(
    path.join(migrations, "20991231000000_limit.sql"),
    `alter table contact_messages
       drop constraint contact_messages_message_length,
       add constraint contact_messages_message_length check (char_length(message) < 9) not valid`,
  );
  const folders = { ...databaseFolders, migrations };
  const settings = newSettings();
  await inDatabase(settings.DATA_DIR, rows);
  const written = await waitlist(["backup"], settings, { folders });
  expect(written.stderr).toContain(
    "Restored on trial: beta_signups: 2, contact_messages: 230",
  );
  const target = newSettings();
  const asked = ["restore", written.stdout.trim()];
  expect((await waitlist(asked, target, { folders })).status).toBe(0);
  await expect(
    inDatabase(
      target.DATA_DIR,
      "insert into contact_messages (name, email, message) values ('R', 'r@example.com', '123456789')",
    ),
  ).rejects.toThrow("contact_messages_message_length");
});

describe("restore refuses what no backup has, by its line, and restores nothing", () => {
  const target = newSettings();
  let database: Store;
  beforeAll(async () => {
    database = await openMigratedDatabase(target.DATA_DIR, databaseFolders);
  });
  afterAll(() => database.close());

  const changes: [what: string, change: () => string, message: string][] = [
    [
      "no first line",
      () => backup.slice(backup.indexOf("\n") + 1),
      "Line 1 of FILE is not a line of a backup.",
    ],
    [
      "an export",
      () => "\ufeffemail,source,created_at_utc\nraver@example.com,,\n",
      "FILE is an export; only a backup can be restored.",
    ],
    [
      "an export in JSON",
      () => '{"email":"raver@example.com","created_at_utc":null}\n',
      "FILE is an export; only a backup can be restored.",
    ],
    [
      "SQL",
      () => backup.replace("\n", "\ndrop table beta_signups;\n"),
      "Line 2 of FILE is not a line of a backup.",
    ],
    [
      "a line that is no row",
      () => backup.replace('"row":{', '"row":[{'),
      "Line 2 of FILE is not a line of a backup.",
    ],
    [
      "another table",
      () => backup.replaceAll('"beta_signups"', '"pg_authid"'),
      "FILE has a table pg_authid that this database lacks: run the files",
    ],
    [
      "another column",
      () => backup.replace('"email": ', '"email\\" = 1": '),
      "Line 2 of FILE is not a line of a backup.",
    ],
    [
      "a column of another type",
      () => backup.replace('"id","type":"uuid"', '"id","type":"integer"'),
      "FILE has a column beta_signups.id of the type integer that this database lacks",
    ],
    [
      "a value that its column refuses",
      () => backup.replace(/"id": "[^"]*"/, '"id": "no-id"'),
      'FILE: invalid input syntax for type uuid: "no-id"',
    ],
    [
      "no last line",
      () => `${backup.trimEnd().split("\n").slice(0, -1).join("\n")}\n`,
      "FILE is incomplete: it has no last line.",
    ],
    [
      "rows that are missing",
      () => backup.replace(/\n.*/, ""),
      "FILE lacks rows that it counts.",
    ],
    [
      "more after its end",
      () => backup + backup.split("\n")[1],
      "Line 235 of FILE is not a line of a backup.",
    ],
  ];
  test.each(changes)("%s", async (what, change, message) => {
    const changed = path.join(folder, `${what}.ndjson`);
    expect(change()).not.toBe(backup);
    writeFileSync(changed, change());
    const restored = database.sql.transaction((transaction) =>
      restoreBackup(changed, transaction, () => false, true),
    );
    const expected = message.replace("FILE", JSON.stringify(changed));
    await expect(restored).rejects.toThrow(expected);
    expect((await database.sql.query(everything)).rows).toEqual([]);
  });

  test("what is no file, without waiting for it", async () => {
    const pipe = path.join(folder, "pipe");
    spawnSync("mkfifo", [pipe]);
    for (const name of [pipe, path.join(folder, "nothing")]) {
      const { status, stderr } = await waitlist(
        ["restore", name],
        newSettings(),
      );
      expect([status, stderr]).toEqual([
        1,
        `There is no file ${JSON.stringify(name)}.\nNothing was restored.\n`,
      ]);
    }
  });
});

describe("whoever was erased", () => {
  const email = "raver@example.com";

  test("stays erased when an older backup is restored, unless they have signed up again since", async () => {
    const settings = newSettings();
    await waitlist(["restore", file], settings);
    await waitlist(["erase-person", " Raver@Example.com", "--yes"], settings);
    expect((await waitlist(["restore", file], settings)).stdout).toEqual(
      summary("beta_signups,0,1,1", "contact_messages,0,0,230"),
    );

    await inDatabase(
      settings.DATA_DIR,
      `insert into beta_signups (email, signup_source) values ('${email}', 'hero_section')`,
    );
    const later = await writeBackup(settings);
    const empty = { ...newSettings(), BACKUP_DIR: settings.BACKUP_DIR };
    expect((await waitlist(["restore", later], empty)).stdout).toEqual(
      summary("beta_signups,2,0,0", "contact_messages,0,0,0"),
    );
  });

  test("stays erased after BACKUP_DIR was set, and the former folder is named until it is empty", async () => {
    const { DATA_DIR, BACKUP_DIR } = newSettings();
    await waitlist(["restore", file], { DATA_DIR });
    const former = await writeBackup({ DATA_DIR });
    await waitlist(["erase-person", email, "--yes"], { DATA_DIR });
    const moved = { DATA_DIR, BACKUP_DIR };
    expect((await waitlist(["restore", former], moved)).stdout).toEqual(
      summary("beta_signups,0,1,1", "contact_messages,0,0,230"),
    );
    for (const job of [["stats"], ["backup", "--untried"]]) {
      expect((await waitlist(job, moved)).stderr).toContain(
        `${JSON.stringify(path.dirname(former))} still has 1 backups`,
      );
    }
    rmSync(former);
    expect((await waitlist(["stats"], moved)).stderr).not.toContain("still");
  });

  test("is erased again from a copy of the folder by erase-again", async () => {
    const settings = newSettings();
    await waitlist(["restore", file], settings);
    const copy = { ...settings, DATA_DIR: path.join(folder, "copy") };
    cpSync(settings.DATA_DIR, copy.DATA_DIR, { recursive: true });
    await waitlist(["erase-person", email, "--yes"], settings);
    expect(await waitlist(["erase-again"], copy)).toMatchObject({
      status: 1,
      stderr: "This erases rows: without a terminal, add --yes.\n",
    });
    expect(await waitlist(["erase-again", "--yes"], copy)).toEqual({
      status: 0,
      stdout: "",
      stderr: "231 rows of 1 people erased\n",
    });
    expect(await inDatabase(copy.DATA_DIR, everything)).toMatchObject([
      { row: { email: "robin@example.com" } },
    ]);
  });

  test("is not named by the list, which forgets them with the last backup that contains them", () => {
    const backups = mkdtempSync(path.join(folder, "backups-"));
    const list = path.join(backups, "erased-people");
    const daysAgo = (days: number) =>
      new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    const open = () => openErasedPeople(backups);
    open().add("old@example.com", daysAgo(backupDays + 1));
    open().add(email, daysAgo(backupDays - 1));
    open().forgetOld(daysAgo(backupDays + 2));
    expect(open().has("old@example.com", null)).toBe(true);
    open().forgetOld(daysAgo(0));
    expect(open().has("old@example.com", null)).toBe(false);
    expect(open().has("RAVER@example.com", null)).toBe(true);
    expect(retention.backups).toBe(`${backupDays} days`);
    const text = readFileSync(list, "utf8");
    expect(text).toMatch(/^[0-9a-f]{64}\n(?:\S+Z [0-9a-f]{64}\n){1}$/);
    expect(text).not.toContain("example");

    writeFileSync(list, text.replace("Z ", "Z"));
    expect(open).toThrow(/is damaged: restore it/);
  });

  test("stays erased even if the clock was ahead when they signed up", async () => {
    const settings = newSettings();
    await inDatabase(
      settings.DATA_DIR,
      `insert into beta_signups (email, signup_source, created_at) values ('${email}', 'hero_section', now() + interval '3 days')`,
    );
    const ahead = await writeBackup(settings);
    await waitlist(["erase-person", email, "--yes"], settings);
    expect((await waitlist(["restore", ahead], settings)).stdout).toEqual(
      summary("beta_signups,0,0,1", "contact_messages,0,0,0"),
    );
  });

  test("is erased only if the list can be written", async () => {
    const settings = newSettings();
    await waitlist(["restore", file], settings);
    const BACKUP_DIR = path.join(file, "backups");
    const asked = ["erase-person", email, "--yes"];
    const { status, stderr } = await waitlist(asked, {
      ...settings,
      BACKUP_DIR,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^BACKUP_DIR .* cannot be used: ENOTDIR/);
    expect(await inDatabase(settings.DATA_DIR, everything)).toHaveLength(232);
    expect(existsSync(BACKUP_DIR)).toBe(false);
  });
});
