import { PGlite } from "@electric-sql/pglite";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { migrate, migrationStates, supabaseProject } from "../migrations";
import { ratioOf, temporaryFolder } from "#supabase/testing";

let sql: PGlite;
let folder: string;
beforeAll(async () => {
  sql = await PGlite.create();
});
beforeEach(async () => {
  folder = temporaryFolder();
  await sql.exec(`
    drop schema public cascade;
    create schema public;
    ${supabaseProject}
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
const applied = (file: string) => ["info", "Migration applied", { file }];
const first = "create table cities (name text default 'a  --b\n');";

test("a start logs each migration that it applies, in order and once, and one without a version", async () => {
  write("1_first.sql", first);
  write("2_second.sql", "alter table cities add column country text;");
  write("cities.sql", "drop table cities;");
  const named = expect.stringContaining("not applied: name it as in 2025");
  const unnamed = ["warn", named, { file: "cities.sql" }];
  const files = ["1_first.sql", "2_second.sql"];
  expect(await start()).toEqual([...files.map(applied), unnamed]);
  expect(await start()).toEqual([unnamed]);
});

test.each([
  [1, "a new line", `${first} drop table cities;`],
  [1, "a space between quotes", first.replace("  ", " ")],
  [0, "other comments", `-- It's new.\n${first} /* It's\nnew. */`],
  [0, "other white space", first.replaceAll("(", "(\r\n\t")],
  [0, "the line ends of Windows", first.replaceAll("\n", "\r\n")],
])(
  "a start has %i warning of an applied file with %s",
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

const ownTransaction =
  /^2_second\.sql: each migration runs in a transaction of its own; remove \w+ from it\.$/;
test.each([
  ["alter table towns add x text;", '2_second.sql: relation "towns" does not'],
  ["/* New. */ begin; select 1; end;", ownTransaction],
  ["do $$ begin null; end $$; -- It's.\nROLLBACK", ownTransaction],
])("a start fails with the name of the migration %j", async (text, reason) => {
  write("1_first.sql", first);
  write("2_second.sql", `create table lakes (x text); ${text}`);
  await expect(start()).rejects.toThrow(reason);
  await expect(sql.exec("select from lakes")).rejects.toThrow();
  // Nothing runs before all files are known to be in order.
  const cities = sql.exec("select from cities");
  if (reason === ownTransaction) await expect(cities).rejects.toThrow();
  else await cities;
});

test("a start applies a migration with such words in functions, quotes and comments", async () => {
  write(
    "1_first.sql",
    `create function f() returns text language plpgsql as $f$ begin begin end; return '$$'; end $f$;
     create function g() returns int begin atomic select 1; end;
     create table "; begin" (x text default '; commit'); -- ; commit`,
  );
  expect(await start()).toEqual([applied("1_first.sql")]);
});

test("a start changes nothing in the database of a newer build", async () => {
  write("1_first.sql", first);
  write("2_second.sql", "create table towns (name text);");
  await start();
  rmSync(path.join(folder, "2_second.sql"));
  expect(await start()).toEqual([]);
  await sql.exec("select from cities, towns");
});

/** Makes a folder with one migration, which is not closed so many times. */
function unclosed(times: number) {
  const name = String(times);
  mkdirSync(path.join(folder, name));
  const texts = Array.from({ length: times }, (_, index) => `$f${index}$ /* `);
  const statements = `begin; ${texts.join("")}`;
  write(path.join(name, "1_first.sql"), statements);
  const applied = [{ version: "1", name: "first", statements }];
  return { folder: path.join(folder, name), applied };
}

test("a migration is read in a time that grows like its length, also if nothing in it is closed", async () => {
  const [short, long] = [unclosed(250), unclosed(2000)];
  const compare = ({ applied, folder }: typeof short) =>
    migrationStates(applied, folder);
  expect(compare(long)).toEqual([{ file: "1_first.sql", state: "applied" }]);
  const refuse = async ({ folder }: typeof short) => {
    const start = migrate(sql, folder, () => {});
    await expect(start).rejects.toThrow("remove begin from it");
  };
  for (const pass of [compare, refuse]) {
    const ratio = await ratioOf(
      () => pass(long),
      () => pass(short),
    );
    expect(ratio).toBeLessThan(12);
  }
});
