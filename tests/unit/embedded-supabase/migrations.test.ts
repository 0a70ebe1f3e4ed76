import { PGlite } from "@electric-sql/pglite";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { databaseFolders } from "~/data/database-folders";
import { parse } from "~/forms/schema.server";
import { signupForm } from "~/forms/signup";
import { readJobs, runJob } from "~/embedded-supabase/jobs.server";
import {
  migrate,
  supabaseProject,
} from "~/embedded-supabase/migrations.server";
import { whole } from "../../support/fixtures/waitlist";

const files = readdirSync(databaseFolders.migrations).sort();
const contentOf = (file: string) =>
  readFileSync(path.join(databaseFolders.migrations, file), "utf8");
/**
 * The migrations that may meet an older table. They need no role authenticated,
 * and may run twice; a later field or form is simpler.
 */
const upgrades = files.filter((file) => file < "20251108").map(contentOf);

let sql: PGlite;
beforeAll(async () => {
  sql = await PGlite.create();
  await sql.exec("create role anon nologin");
});
const emptySchema = `
  reset role;
  drop schema public cascade;
  create schema public;
  grant usage on schema public to public;
`;

describe("a beta_signups table that is older than the migration", () => {
  beforeEach(async () => {
    await sql.exec(`
      ${emptySchema}
      create table beta_signups (
        id serial primary key,
        email text unique,
        signup_source text
      );
      alter table beta_signups enable row level security;
      create policy "everyone may do everything" on beta_signups using (true);
      grant all on beta_signups to anon;
    `);
  });
  const insert = (email: string, source: string | null) =>
    sql.query(
      "insert into beta_signups (email, signup_source) values ($1, $2)",
      [email, source],
    );
  const run = async (migrations = upgrades) => {
    for (const migration of migrations) {
      await sql.transaction((transaction) => transaction.exec(migration));
    }
  };

  test("is upgraded, and its rows stay unchanged", async () => {
    await insert("Raver@Example.com", "landing");
    await insert("x", null);
    await sql.query("insert into beta_signups default values");
    await sql.query("insert into beta_signups default values");
    await run();
    // Operators may run it twice by hand.
    await run();
    const { rows } = await sql.query(
      "select email, signup_source, created_at, idempotency_key from beta_signups order by email",
    );
    const none = { created_at: null, idempotency_key: null };
    expect(rows).toEqual([
      { email: "Raver@Example.com", signup_source: "landing", ...none },
      { email: "x", signup_source: null, ...none },
      { email: null, signup_source: null, ...none },
      { email: null, signup_source: null, ...none },
    ]);

    await expect(insert("raver@example.com", "hero_section")).rejects.toThrow(
      "beta_signups_email_lower_key",
    );
    await expect(insert("new@example.com", "landing")).rejects.toThrow(
      "beta_signups_signup_source_known",
    );
    await expect(insert("new@example.com", null)).rejects.toThrow(
      "beta_signups_signup_source_known",
    );
    await sql.exec("set role anon");
    // The serial id of the older table needs its sequence.
    await insert("new@example.com", "hero_section");
  });

  test("stops the migration if addresses differ only in case, and counts them", async () => {
    await insert("one@example.com", "landing");
    await insert("ONE@example.com", "landing");
    await insert("two@example.com", "landing");
    await insert("Two@example.com", "landing");
    await insert("TWO@example.com", "landing");
    await expect(run()).rejects.toThrow(
      "beta_signups holds 2 e-mail address(es) more than once",
    );
    const { rows } = await sql.query("select from beta_signups");
    expect(rows).toHaveLength(5);
  });

  test("keeps older spellings of an address, and erases them all with that person", async () => {
    const spellings = [
      " Raver@Example.com\n",
      "RAVER@EXAMPLE.COM\t",
      "raver@\r\nexample.com",
      "raver@example\u00a0.com",
      "ra\u200bver@example.com\u2028",
      "raver\u0001@example.com",
    ];
    const others = [
      "raver2@example.com",
      "r\u00e4ver@example.com",
      "xraver@example.com",
    ];
    for (const email of [...spellings, ...others]) await insert(email, null);
    // The job names the table of every form.
    await sql.exec("create role authenticated nologin");
    await run(files.map(contentOf));
    await sql.exec(`
      alter table contact_messages drop constraint contact_messages_email_normalized;
      insert into contact_messages (name, email, message)
        select 'Robin', email, 'Hello.' from beta_signups;
    `);
    const stored = async () => {
      const { rows } = await sql.query<{ email: string }>(
        "select email from beta_signups union all select email from contact_messages order by email",
      );
      return rows.map(({ email }) => email);
    };
    expect(await stored()).toHaveLength(18);

    const erase = readJobs(databaseFolders.queries).find(
      ({ name }) => name === "erase-person",
    );
    if (!erase) throw new Error("There is no job erase-person");
    const { rows } = await whole(runJob(sql, erase, " raver@Example.com "));
    expect(rows).toHaveLength(12);
    expect(await stored()).toEqual(others.flatMap((email) => [email, email]));
  });
});

describe("a new row", () => {
  beforeAll(async () => {
    await sql.exec([emptySchema, ...upgrades].join(";\n"));
    await sql.exec("set role anon");
  });
  const signUp = (email: string) =>
    sql.query(
      "insert into beta_signups (email, signup_source) values ($1, 'hero_section')",
      [email],
    );
  const write = (email: string) =>
    sql.query(
      "insert into contact_messages (name, email, message) values ('Robin', $1, 'Hello.')",
      [email],
    );

  test.each([
    "Raver@example.com",
    "raver@example.coM",
    " raver@example.com",
    "raver@example.com ",
    "ra ver@example.com",
    "raver@example.com\n",
    "raver@\r\nexample.com",
    "raver@example.com\t",
    "raver\u0001@example.com",
    "raver@example.com\u00a0",
    "raver@exa\u200bmple.com",
    "raver@exampl\u0435.com",
    "\u00c9va@example.com",
  ])("is refused with the address %j", async (email) => {
    await expect(signUp(email)).rejects.toThrow(
      "beta_signups_email_normalized",
    );
    await expect(write(email)).rejects.toThrow(
      "contact_messages_email_normalized",
    );
  });

  test.each([
    "  Raver@Example.COM\n",
    "!#$%&'*+-/=?^_`{|}~.09AZaz@a-1.b--2.example",
    `${"x".repeat(241)}@Example.com`,
  ])("holds what the site makes of the address %j", async (typed) => {
    const parsed = parse(signupForm, {
      email: typed,
      signup_source: "hero_section",
    });
    if (!parsed.ok) throw new Error("The site refuses the address");
    await signUp(parsed.row.email);
    await write(parsed.row.email);
  });
});

describe("a start", () => {
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "migrations-"));
    await sql.exec(`
      ${emptySchema}
      ${supabaseProject}
      truncate supabase_migrations.schema_migrations;
    `);
    return () => rmSync(folder, { recursive: true });
  });
  const write = (file: string, text: string) =>
    writeFileSync(path.join(folder, file), text);
  const start = async () => {
    const logged: unknown[] = [];
    await migrate(sql, folder, (...line) => logged.push(line));
    return logged;
  };
  const applied = (file: string) => ["info", "Migration applied", { file }];
  const first = "create table cities (name text default 'a  --b');";

  test("logs each migration that it applies, in order and once", async () => {
    write("2_second.sql", "alter table cities add column country text;");
    write("1_first.sql", first);
    expect(await start()).toEqual([
      applied("1_first.sql"),
      applied("2_second.sql"),
    ]);
    expect(await start()).toEqual([]);
    write("3_third.sql", "drop table cities;");
    expect(await start()).toEqual([applied("3_third.sql")]);
  });

  test.each([
    ["a new line", `${first} drop table cities;`],
    ["a space between quotes", first.replace("  ", " ")],
    ["a comment that becomes a statement", `${first}\n drop table cities; --`],
  ])("warns each time of a file with %s, by name", async (_, changed) => {
    write("1_first.sql", `${first} -- drop table cities;`);
    await start();
    write("1_first.sql", changed);
    const warning = [
      "warn",
      "A changed migration is not applied again: put the change into a new file",
      { file: "1_first.sql" },
    ];
    expect(await start()).toEqual([warning]);
    expect(await start()).toEqual([warning]);
    await sql.exec("select from cities");
  });

  test.each([
    ["line comments", `-- It's new.\n${first} -- "\n`],
    ["block comments", `/* It's\nnew. */ ${first}`],
    ["white space", first.replaceAll("(", "(\r\n\t")],
  ])("does not warn of changed %s", async (_, changed) => {
    write("1_first.sql", first);
    await start();
    write("1_first.sql", changed);
    expect(await start()).toEqual([]);
  });

  test("warns of a migration without a version, which is not applied", async () => {
    write("cities.sql", first);
    write("README.md", "");
    expect(await start()).toEqual([
      [
        "warn",
        expect.stringContaining("is not applied: name it as in 2025"),
        { file: "cities.sql" },
      ],
    ]);
  });

  test("fails with the name of the migration that fails, and logs no success", async () => {
    write("1_first.sql", `${first} alter table towns add column x text;`);
    await expect(start()).rejects.toThrow(
      '1_first.sql: relation "towns" does not exist',
    );
    await expect(sql.exec("select from cities")).rejects.toThrow();
  });
});
