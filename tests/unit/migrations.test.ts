import { PGlite } from "@electric-sql/pglite";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { databaseFolders } from "~/database/database-folders";
import { limits } from "~/forms/definition";
import { eraseRows, find } from "#operator";

const migrations = readdirSync(databaseFolders.migrations)
  .sort()
  .map((file) => path.join(databaseFolders.migrations, file))
  .map((file) => readFileSync(file, "utf8"));
const emptySchema = `
  reset role;
  drop schema public cascade;
  create schema public;
  grant usage on schema public to public;`;

let sql: PGlite;
beforeAll(async () => {
  sql = await PGlite.create();
});
const run = (files = migrations) => sql.exec(files.join(""));
const insert = (table: string, row: Record<string, string>) => {
  const values = Object.keys(row).map((_, i) => `$${i + 1}`);
  const columns = Object.keys(row).join();
  const statement = `insert into ${table} (${columns}) values (${values.join()})`;
  return sql.query(statement, Object.values(row));
};
const headers = () =>
  JSON.stringify({ "idempotency-key": crypto.randomUUID() });
const signup = { email: "new@example.com", signup_source: "hero_section" };

describe("a beta_signups table that is older than the migration", () => {
  beforeEach(async () => {
    await sql.exec(`${emptySchema}
      create table beta_signups (id serial primary key, email text unique, signup_source text);`);
  });

  test("is upgraded, and its rows stay unchanged", async () => {
    await sql.exec(`insert into beta_signups (email, signup_source)
      values ('Raver@Example.com', 'landing'), ('x', null), (null, null), (null, null)`);
    const { rows: older } = await sql.query("select * from beta_signups");
    await run();
    // Operators may run these twice by hand; a later field or form is simpler.
    await run(migrations.slice(0, 3));
    const added = { created_at: null, idempotency_key: null };
    const { rows } = await sql.query("select * from beta_signups");
    expect(rows).toEqual(older.map((row) => Object.assign({}, row, added)));

    await expect(
      insert("beta_signups", { ...signup, email: "raver@example.com" }),
    ).rejects.toThrow("beta_signups_email_lower_key");
    await expect(insert("beta_signups", { email: "a@b.co" })).rejects.toThrow(
      "beta_signups_signup_source_known",
    );
    await sql.exec("set role anon");
    // The serial id of the older table needs its sequence.
    await insert("beta_signups", signup);
  });

  test("refuses a repeat by name, whatever its own columns hold", async () => {
    await sql.exec(`alter table beta_signups
      add token uuid default gen_random_uuid(), add invited_at timestamptz`);
    await run();
    await sql.exec(`set request.headers = '${headers()}'; set role anon`);
    const repeated = expect.objectContaining({ code: "RPT01" });
    await insert("beta_signups", signup);
    await expect(insert("beta_signups", signup)).rejects.toEqual(repeated);
    const other = { ...signup, signup_source: "cta_section" };
    await expect(insert("beta_signups", other)).rejects.toThrow("duplicate");
    await sql.exec("reset role; update beta_signups set invited_at = now()");
    await sql.exec("set role anon");
    await expect(insert("beta_signups", signup)).rejects.toEqual(repeated);
    await sql.exec("reset request.headers");
  });

  test("stops the migration if addresses differ only in case, and counts them", async () => {
    await sql.exec(`insert into beta_signups (email)
      values ('one@b.co'), ('ONE@b.co'), ('two@b.co'), ('Two@b.co'), ('TWO@b.co')`);
    await expect(run()).rejects.toThrow(
      "beta_signups holds 2 e-mail address(es) more than once",
    );
    const { rows } = await sql.query("select from beta_signups");
    expect(rows).toHaveLength(5);
  });

  test("stops the migration if it has no id, and says how to add one", async () => {
    await sql.exec("alter table beta_signups drop id");
    const error = await run().catch((error: unknown) => error as Error);
    const [, fix = ""] = /example with: (.*?;)/.exec(String(error)) ?? [];
    await sql.exec(`rollback; ${fix}`);
    await run();
  });

  test("keeps older spellings of an address, and erases them all with that person", async () => {
    await sql.exec(`insert into beta_signups (email) values
      (E' Raver@Example.com\\n'), (E'RAVER@EXAMPLE.COM\\t'), ('raver@example\u00a0.com'),
      ('ra\u200bver@example.com\u2028'), ('r\u00e4ver@example.com'), ('xraver@example.com')`);
    await run();
    const query = (statement: string, parameters?: unknown[]) =>
      sql.query<Record<string, unknown>>(statement, parameters);
    const store = { query, erase: query };
    const wanted = (email: string) => email === "raver@example.com";
    const { rows } = await eraseRows(store, await find(store, wanted));
    expect(rows).toHaveLength(4);
    expect((await sql.query("select from beta_signups")).rows).toHaveLength(2);
  });
});

const message = { name: "R", email: signup.email, message: "Hi." };

test("a message that differs in a later migration's field is no repeat", async () => {
  await sql.exec(emptySchema);
  await run();
  await sql.exec(`
    alter table contact_messages add column mood text;
    grant insert (mood) on contact_messages to anon;
    set request.headers = '${headers()}'`);
  for (const mood of ["glad", "proud"]) {
    await insert("contact_messages", { ...message, mood });
  }
  const repeat = insert("contact_messages", { ...message, mood: "proud" });
  await expect(repeat).rejects.toThrow("repeats a submission");
  await sql.exec("reset request.headers");
});

describe("a new row", () => {
  beforeAll(async () => {
    await sql.exec(emptySchema);
    await run();
    await sql.exec("set role anon");
  });

  const texts = (limit: number) =>
    [["", "x".repeat(limit + 1)], "\u{1f389}".repeat(limit)] as const;
  const [badLengths] = texts(limits.email);
  const longest = "!#$%&'*+-/=?^_`{|}~.@b--2.co".padStart(limits.email, "x");
  const misspelt = [
    ...["Raver@b.co", " a@b.co", "a@b.co\n", "ra ver@b.co", "a\u0001@b.co"],
    ...["raver@exa\u200bmple.com", "raver@exampl\u0435.com", "\u00c9va@b.co"],
  ];
  test.each([
    ["beta_signups_email_length", badLengths, "a@b.c"],
    ["beta_signups_email_normalized", misspelt, longest],
    ["beta_signups_signup_source_known", ["", "landing"], "cta_section"],
    ["contact_messages_name_length", ...texts(limits.name)],
    ["contact_messages_email_length", badLengths, "a@b.c"],
    ["contact_messages_email_normalized", misspelt, longest],
    ["contact_messages_subject_length", ...texts(limits.subject)],
    ["contact_messages_message_length", ...texts(limits.message)],
  ] as const)(
    "is refused by the rule %s, or stored if it keeps that",
    async (rule, refused, stored) => {
      const [, table = "", field = ""] =
        /^([a-z]+_[a-z]+)_(.+)_/.exec(rule) ?? [];
      const row = table === "beta_signups" ? signup : message;
      for (const text of refused) {
        const inserted = insert(table, { ...row, [field]: text });
        await expect(inserted, text).rejects.toThrow(rule);
      }
      await insert(table, { ...row, [field]: stored });
    },
  );
});
