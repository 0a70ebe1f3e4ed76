import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { sqlFolders } from "~/data/sql-folders";
import { openDatabase } from "~/embedded-supabase/database.server";
import { openEmbeddedSupabase } from "~/embedded-supabase/index.server";
import { readJobs } from "~/embedded-supabase/jobs.server";
import { runInTerminal } from "../../tools/auditor";
import { insertRow } from "../support/fixtures/insert-signup";
import { startPostgres } from "../support/fixtures/postgres";
import { temporaryFolder } from "../support/fixtures/supabase";
import {
  terminal,
  waitlist,
  waitlistArguments,
} from "../support/fixtures/waitlist";

// The tests share a server and a folder: the first copies, the last erases.
test.describe.configure({ mode: "serial" });

const folder = temporaryFolder();
const dataDir = path.join(folder, "data");
const env = { DATA_DIR: dataDir };
let postgres: ReturnType<typeof startPostgres>;

const key = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** More than one statement of the dump takes. */
const signups = 1_100;
const message = {
  name: 'O\'Robin \\ "R" :name',
  email: "o'robin@example.com",
  subject: "=1+1",
  message: "\\.\n- 🎪 ; $$ $1 %L ' \\' -- \tend\n\\q",
};

test.beforeAll(async () => {
  postgres = startPostgres();
  const supabase = await openEmbeddedSupabase(dataDir, sqlFolders);
  const insert = async (table: string, row: object, key?: string) => {
    const { status } = await insertRow(supabase, table, row, key);
    if (status !== 201) throw new Error(`A row was answered ${status}.`);
  };
  await Promise.all(
    Array.from({ length: signups }, (_, row) => {
      const email = `raver-${row}@example.com`;
      const signup_source = row % 3 === 0 ? "cta_section" : "hero_section";
      const sent = { email, signup_source };
      return insert("beta_signups", sent, row === 0 ? key : undefined);
    }),
  );
  await insert("contact_messages", message, key);
  await insert("contact_messages", message);
  await supabase.close();
  const database = await openDatabase(dataDir, sqlFolders.migrations);
  await database.sql.exec(`
    update beta_signups set created_at = now() - interval '400 days'
      where email like '%-7@example.com';
    update contact_messages set answered_at = now(), created_at = now() - interval '400 days'
      where idempotency_key is null;
  `);
  await database.close();
});
test.afterAll(() => {
  postgres.stop();
  rmSync(folder, { recursive: true });
});

/** Every column of every row. */
const everything = `
  select json_build_object(
    'signups', (select json_agg(s order by id) from beta_signups as s),
    'messages', (select json_agg(m order by id) from contact_messages as m)
  )::text as rows`;

const parse = (rows: string) =>
  JSON.parse(rows) as Record<"signups" | "messages", Record<string, unknown>[]>;

async function embeddedRows() {
  const database = await openDatabase(dataDir, sqlFolders.migrations);
  await database.sql.exec("set timezone to 'UTC'");
  const { rows } = await database.sql.query<{ rows: string }>(everything);
  await database.close();
  return parse(rows[0]?.rows ?? "");
}

const movedRows = () =>
  parse(postgres.psql([], `set timezone to 'UTC'; ${everything}`));

test("the embedded database moves into a Postgres server row by row, and a second run changes nothing", async () => {
  const before = await embeddedRows();
  expect(before.signups).toHaveLength(signups);
  expect(before.messages).toHaveLength(2);
  const { stdout, stderr } = await waitlist(["dump"], env);
  expect(stderr).toBe(`-- beta_signups: ${signups}, contact_messages: 2\n`);
  const script = path.join(folder, "kandi.sql");
  writeFileSync(script, stdout);

  // The other database has a new address and one of the site's.
  postgres.psql(
    [],
    `insert into beta_signups (email, signup_source) values
       ('new@example.com', 'hero_section'), ('raver-5@example.com', 'hero_section')`,
  );
  expect(postgres.psql(["-f", script])).toBe(
    `beta_signups|${signups - 1}|1\ncontact_messages|2|0\n`,
  );
  const moved = movedRows();
  const isOurs = (row: Record<string, unknown>) =>
    !["new@example.com", "raver-5@example.com"].includes(String(row.email));
  expect(moved.signups).toHaveLength(signups + 1);
  expect(moved.signups.filter(isOurs)).toEqual(
    before.signups.filter(({ email }) => email !== "raver-5@example.com"),
  );
  expect(moved.messages).toEqual(before.messages);

  postgres.psql([], "update contact_messages set answered_at = now()");
  const between = movedRows();
  expect(postgres.psql(["-f", script])).toBe(
    `beta_signups|0|${signups}\ncontact_messages|0|2\n`,
  );
  expect(movedRows()).toEqual(between);

  // The dump contains the key, and leaves the trigger on.
  postgres.psql(
    [],
    `set request.headers = '{"idempotency-key": "${key}"}';
     set role anon;
     insert into beta_signups (email, signup_source) values ('raver-0@example.com', 'cta_section')`,
  );
  expect(movedRows()).toEqual(between);
});

test("a dump that fails halfway leaves the other database as it was", async () => {
  const before = movedRows();
  const { stdout } = await waitlist(["dump"], env);
  const broken = stdout.replace("\ncommit;", "\nselect 1/0;\ncommit;");
  expect(() => postgres.psql([], broken)).toThrow();
  expect(movedRows()).toEqual(before);
  expect(
    postgres.psql(
      [],
      "select distinct tgenabled from pg_trigger where tgname = 'skip_repeated_submission'",
    ),
  ).toBe("O\n");
});

test("psql returns the same for every file as the command", async () => {
  // psql prints formulas and invisible characters as stored.
  const database = await openDatabase(dataDir, sqlFolders.migrations);
  await database.sql.exec(
    `update contact_messages set subject = 'Hi', message = e'"a", b\n🎪'`,
  );
  await database.close();
  postgres.psql([], "truncate beta_signups, contact_messages");
  postgres.psql([], (await waitlist(["dump"], env)).stdout);
  const open = (await embeddedRows()).messages.find(
    ({ answered_at }) => answered_at === null,
  );
  const values: Record<string, string | undefined> = {
    "erase-person": "Raver-7@Example.COM",
    answered: String(open?.id),
  };
  const examples: Record<string, string> = {
    "erase-person": "raver@example.com",
    answered: "00000000-0000-0000-0000-000000000000",
  };
  // Reading comes first, because the other jobs change the rows.
  const jobs = readJobs(sqlFolders.queries)
    // The command compares what this one finds with the files.
    .filter(({ name }) => name !== "migrations")
    .sort((a, b) => Number(Boolean(a.change)) - Number(Boolean(b.change)));
  for (const { name, file, change } of jobs) {
    const value = values[name];
    const edited = path.join(folder, "edited.sql");
    // An operator edits this one line.
    const sql = readFileSync(file, "utf8");
    writeFileSync(
      edited,
      value ? sql.replace(examples[name] ?? "", value) : sql,
    );
    const byPsql =
      name === "dump"
        ? postgres.psql(["-f", edited])
        : postgres.psql(["--csv", "-P", "tuples_only=off", "-f", edited]);
    const byCommand = await waitlist(
      [
        name,
        ...(value ? [value] : []),
        ...(change === "erased" ? ["--yes"] : []),
      ],
      env,
    );
    expect(byCommand.status, name).toBe(0);
    expect(byPsql, name).toBe(byCommand.stdout);
    if (change)
      expect(byCommand.stderr, name).toMatch(/^1 row (updated|erased)\n$/);
  }
  expect(movedRows()).toMatchObject({
    ...(await embeddedRows()),
    messages: [{ id: open?.id }],
  });
});

test("a terminal shows the first of a thousand rows", async () => {
  const { stdout, ...rest } = terminal();
  const { stderr } = await waitlist(["export-signups"], env, {
    stdout,
    ...rest,
  });
  expect(stderr).toContain("rows, of which these are the first 1000");
  expect(stdout.text().match(/@example\.com/g)).toHaveLength(1000);
});

test("in a terminal it asks before it erases", async () => {
  const erase = (keys: string) =>
    runInTerminal({
      // The signups take two batches, and this one is in the second.
      command: `${process.execPath} ${waitlistArguments.join(" ")} erase-person raver-999@example.com`,
      env: { DATA_DIR: dataDir },
      keys: [keys],
      ready: "Type yes: ",
    });
  expect(await erase("\u0003")).toContain("Aborted");
  expect(await erase("yes\r")).toMatch(/^beta_signups .*\s+1 row erased/m);
});
