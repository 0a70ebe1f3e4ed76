import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  backupDays,
  normalized,
  openErasedPeople,
  uncounted,
} from "~/commands/waitlist/erased-people";
import { retention } from "~/content/site";
import { databaseFolders } from "~/data/database-folders";
import { restore } from "~/commands/waitlist/restore";
import { openDatabase } from "~/embedded-supabase/database.server";
import type { Store } from "~/embedded-supabase/database.server";
import type { Queryable } from "~/embedded-supabase/jobs.server";
import {
  databaseFolder,
  temporaryFolder,
} from "../../support/fixtures/supabase";
import { waitlist } from "../../support/fixtures/waitlist";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const rows = `
  alter table beta_signups disable trigger skip_repeated_submission;
  alter table contact_messages disable trigger skip_repeated_submission;
  insert into beta_signups (email, signup_source, created_at, idempotency_key) values
    ('raver@example.com', 'hero_section', '2025-11-01 10:00:00.123456+00', null),
    ('robin@example.com', 'cta_section', '2025-11-02', gen_random_uuid());
  insert into contact_messages (name, email, subject, message, created_at, idempotency_key, answered_at)
    select 'O''Robin \\ "R"', 'raver@example.com', case when number > 1 then 'NULL' end,
      e'\\\\.\\n- 🎪 ; $$ $1 %L '' \\\\'' -- \\tend\\r\\n),\\n(''x'');\\ncommit;\\u2028' || number,
      '2025-11-03', gen_random_uuid(), now()
    from generate_series(1, 130) as number;
  alter table beta_signups enable trigger skip_repeated_submission;
  alter table contact_messages enable trigger skip_repeated_submission;`;

const newSettings = () => ({
  DATA_DIR: databaseFolder(mkdtempSync(path.join(folder, "data-"))),
  BACKUP_DIR: mkdtempSync(path.join(folder, "backups-")),
});

async function inDatabase(DATA_DIR: string, sql: string) {
  const database = await openDatabase(DATA_DIR, databaseFolders);
  const results = await database.sql.exec(sql);
  await database.close();
  return results.at(-1)?.rows;
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

const source = newSettings();
const file = path.join(folder, "kandi.sql");
let dump: string;
beforeAll(async () => {
  await inDatabase(source.DATA_DIR, rows);
  dump = (await waitlist(["dump"], source)).stdout;
  writeFileSync(file, dump);
});

test("restore brings every row of a dump back, twice without harm, and changes no row", async () => {
  const target = newSettings();
  expect(await waitlist(["restore", file], target)).toEqual({
    status: 0,
    stdout: summary("beta_signups,2,0,0", "contact_messages,130,0,0"),
    stderr: expect.stringMatching(/^\d rows\n$/),
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
    summary("beta_signups,1,1,0", "contact_messages,0,130,0"),
  );
  const after = await inDatabase(
    target.DATA_DIR,
    `select (select count(*)::int from beta_signups) as signups,
       (select count(*)::int from contact_messages where answered_at is null) as messages,
       (select string_agg(distinct tgenabled::text, '') from pg_trigger where not tgisinternal) as triggers`,
  );
  expect(after).toEqual([{ signups: 3, messages: 130, triggers: "O" }]);
});

describe("restore refuses what no dump has, by its line, and restores nothing", () => {
  const lineOf = (text: string) => dump.split("\n").indexOf(text) + 1;
  const before = (line: string, added: string): [string, number] => [
    dump.replace(`\n${line}\n`, `\n${added}\n${line}\n`),
    lineOf(line),
  ];
  const firstSignup = () => lineOf("insert into copied_signups values") + 1;
  const changes: Record<string, () => [string, number]> = {
    "another statement": () => before("begin;", "drop table beta_signups;"),
    "a statement after the rows": () => before("commit;", "select 1/0;"),
    "a command of psql's": () => before("begin;", "\\! touch /tmp/kandi"),
    "an expression in a row": () => [
      dump.replace("values\n('", "values\n(gen_random_uuid()::text||'"),
      firstSignup(),
    ],
    "a row that is too short": () => [
      dump.replace(/values\n\('[^']*',/, "values\n("),
      firstSignup(),
    ],
    "rows without a table": () => [
      dump.replace("insert into copied_signups", "insert into copied_users"),
      firstSignup() - 1,
    ],
    "another column": () => [
      dump.replace("    (id, email,", "    (id, name,"),
      lineOf(
        "  select * from copied_signups on conflict do nothing returning id",
      ),
    ],
    "another schema": () => [
      dump.replace("insert into public.beta", "insert into auth.beta"),
      lineOf("  insert into public.beta_signups"),
    ],
    "another type": () => [
      dump.replace("  email text,", "  email regclass,"),
      lineOf("  email text,"),
    ],
    "more after its end": () => [
      `${dump}drop table beta_signups;\n`,
      dump.split("\n").length,
    ],
  };
  const target = newSettings();
  let database: Store;
  beforeAll(async () => {
    database = await openDatabase(target.DATA_DIR, databaseFolders);
  });
  afterAll(() => database.close());
  const expectError = async (name: string, script: string, message: string) => {
    const changed = path.join(folder, name);
    writeFileSync(changed, script);
    const restored = database.sql.transaction((transaction) =>
      restore(changed, transaction as Queryable, { has: () => false }),
    );
    await expect(restored).rejects.toThrow(message);
    const { rows: left } = await database.sql.query(everything);
    expect(left).toEqual([]);
  };

  test.each(Object.keys(changes))("%s", async (name) => {
    const [script, line] = changes[name]?.() ?? ["", 0];
    expect(script).not.toBe(dump);
    const message = `Line ${line} of ${JSON.stringify(path.join(folder, "changed.sql"))} is not a line of a dump.`;
    await expectError("changed.sql", script, message);
  });

  test("a value that its column refuses", async () => {
    const script = dump.replace(/values\n\('[^']*'/, "values\n('no-id'");
    const message = `of ${JSON.stringify(path.join(folder, "wrong.sql"))}: invalid input syntax for type uuid: "no-id"`;
    await expectError("wrong.sql", script, message);
  });

  test("an incomplete dump", async () => {
    const cut = path.join(folder, "cut.sql");
    const lines = dump.split("\n").slice(0, -2);
    writeFileSync(cut, lines.join("\n"));
    expect(await waitlist(["restore", cut], newSettings())).toEqual({
      status: 1,
      stdout: "",
      stderr: `Line ${lines.length + 1} of ${JSON.stringify(cut)} is missing: the dump is incomplete.\nNothing was restored.\n`,
    });
  });
});

describe("whoever was erased", () => {
  const email = "raver@example.com";

  test("stays erased when an older backup is restored, unless they have signed up again since", async () => {
    const settings = newSettings();
    await waitlist(["restore", file], settings);
    await waitlist(["erase-person", " Raver@Example.com", "--yes"], settings);
    expect((await waitlist(["restore", file], settings)).stdout).toEqual(
      summary("beta_signups,0,1,1", "contact_messages,0,0,130"),
    );

    await inDatabase(
      settings.DATA_DIR,
      `insert into beta_signups (email, signup_source) values ('${email}', 'hero_section')`,
    );
    const later = path.join(folder, "later.sql");
    writeFileSync(later, (await waitlist(["dump"], settings)).stdout);
    const empty = { ...newSettings(), BACKUP_DIR: settings.BACKUP_DIR };
    expect((await waitlist(["restore", later], empty)).stdout).toEqual(
      summary("beta_signups,2,0,0", "contact_messages,0,0,0"),
    );
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
      stderr: "131 rows of 1 people erased\n",
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
    openErasedPeople(backups).add("old@example.com", daysAgo(backupDays + 1));
    openErasedPeople(backups).add(email, daysAgo(backupDays - 1));
    const text = readFileSync(list, "utf8");
    expect(text).toMatch(/^[0-9a-f]{64}\n(?:\S+Z [0-9a-f]{64}\n){1}$/);
    expect(text).not.toContain("example");
    const people = openErasedPeople(backups);
    expect(people.has("RAVER@example.com", null)).toBe(true);
    expect(people.has("old@example.com", null)).toBe(false);
    expect(retention.backups).toBe(`${backupDays} days`);

    writeFileSync(list, text.replace("Z ", "Z"));
    expect(() => openErasedPeople(backups)).toThrow(/is damaged: restore it/);
  });

  test("is found by the same spellings as by erase-person", () => {
    const sql = readFileSync("supabase/queries/erase-person.sql", "utf8");
    expect(sql).toContain(`values ('${uncounted}')`);
    expect(normalized(" RAVER\u200b@Example.com")).toBe("raver@example.com");
  });

  test("is erased only if the list can be written", async () => {
    const settings = newSettings();
    await waitlist(["restore", file], settings);
    const BACKUP_DIR = path.join(folder, "kandi.sql", "backups");
    const asked = ["erase-person", email, "--yes"];
    const { status, stderr } = await waitlist(asked, {
      ...settings,
      BACKUP_DIR,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Nothing was erased, because .*ENOTDIR/);
    expect(await inDatabase(settings.DATA_DIR, everything)).toHaveLength(132);
    expect(existsSync(BACKUP_DIR)).toBe(false);
  });
});
