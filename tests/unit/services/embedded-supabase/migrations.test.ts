import { PGlite } from "@electric-sql/pglite";
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";

const migration = readFileSync(
  "supabase/migrations/20251101000000_beta_signups.sql",
  "utf8",
);

describe("a beta_signups table that is older than the migration", () => {
  let sql: PGlite;
  beforeEach(async () => {
    sql = await PGlite.create();
    await sql.exec(`
      create role anon nologin;
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
  const run = () =>
    sql.transaction((transaction) => transaction.exec(migration));

  test("is brought forward, and keeps its rows as they are", async () => {
    await insert("Raver@Example.com", "landing");
    await insert("x", null);
    await sql.query("insert into beta_signups default values");
    await sql.query("insert into beta_signups default values");
    await run();
    // Twice, as it may be by hand.
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
    await insert("new@example.com", "hero_section");
  });

  test("stops where addresses differ only in case, and names how many", async () => {
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

  test("lets anon insert the two columns and nothing else", async () => {
    await run();
    await sql.exec("set role anon");
    // The table's own serial id asks for its sequence.
    await insert("anon@example.com", "hero_section");
    for (const statement of [
      "select from beta_signups",
      "update beta_signups set email = 'x'",
      "delete from beta_signups",
      "truncate beta_signups",
      "insert into beta_signups (email, signup_source, created_at) values ('a@b.co', 'hero_section', now())",
    ]) {
      await expect(sql.exec(statement)).rejects.toThrow("permission denied");
    }
  });
});
