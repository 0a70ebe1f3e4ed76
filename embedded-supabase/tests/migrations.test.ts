import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { migrate } from "../migrations";
import { openOwnSupabase, temporaryFolder } from "#supabase/testing";

const { database: sql, end } = await openOwnSupabase();
afterAll(end);
let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  await sql.exec(`
    drop schema public cascade;
    create schema public;
    truncate supabase_migrations.schema_migrations;`);
  return () => rmSync(folder, { recursive: true });
});
const write = (file: string, text: string) =>
  writeFileSync(path.join(folder, file), text);
const start = async () => {
  const logged: unknown[] = [];
  await migrate(sql, folder, (...line) => logged.push(line));
  return logged;
};
const first = "create table cities (name text default 'a  --b\n');";

test("a start logs each migration that it applies, in order and once, and one without a version, and leaves those of a newer build", async () => {
  // A function has such words, too.
  const second = `create function f() returns text language plpgsql as
    $f$ begin begin end; return '; commit'; end $f$; -- ; commit`;
  write("1_first.sql", first);
  write("2_second.sql", second);
  write("cities.sql", "drop table cities;");
  const named = expect.stringContaining("not applied: name it as in 2025");
  const unnamed = ["warn", named, { file: "cities.sql" }];
  expect(await start()).toEqual([
    ["info", "Migration applied", { file: "1_first.sql" }],
    ["info", "Migration applied", { file: "2_second.sql" }],
    unnamed,
  ]);
  rmSync(path.join(folder, "2_second.sql"));
  expect(await start()).toEqual([unnamed]);
  await sql.exec("select f() from cities");
});

test.each([
  [1, "a space between quotes", first.replace("  ", " ")],
  [
    0,
    "other comments, white space and line ends",
    `-- It's new.\r\n${first.replaceAll("\n", "\r\n").replaceAll("(", "(\t")} /* It's\nnew. */`,
  ],
])(
  "each start has %i warning of an applied file with %s",
  async (warnings, _, text) => {
    write("1_first.sql", `${first} -- drop table cities;`);
    await start();
    write("1_first.sql", text);
    const warning =
      "A changed migration is not applied again: put the change into a new file";
    const lines = [["warn", warning, { file: "1_first.sql" }]];
    expect(await start()).toEqual(lines.slice(0, warnings));
    expect(await start()).toEqual(lines.slice(0, warnings));
  },
);

test.each([
  ["alter table towns add x text;", /^2_second\.sql: relation "towns" does/, 1],
  [
    "do $$ begin null; end $$; -- It's.\nROLLBACK",
    /^2_second\.sql: each migration runs in a transaction of its own; remove ROLLBACK from it\.$/,
    0,
  ],
])(
  "a start with the migration %j fails with its name, and nothing of it is applied",
  async (text, reason, tables) => {
    write("1_first.sql", first);
    write("2_second.sql", `create table lakes (x text); ${text}`);
    await expect(start()).rejects.toThrow(reason);
    // Those before it are applied unless it has a transaction of its own.
    const { rows } = await sql.query(
      "select from pg_tables where tablename in ('cities', 'lakes')",
    );
    expect(rows).toHaveLength(tables);
  },
);
