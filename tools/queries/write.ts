import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { check } from "./check";
import { dump } from "./dump";
import { erasePerson } from "./erase-person";
import { exportOf } from "./export";
import { readTables } from "./tables";

/**
 * Makes the operator's jobs that name every table and column.
 *
 * @param sql a migrated database
 * @param folder of the jobs; the list in check.sql is renewed
 * @returns the SQL by file name
 */
export async function makeQueries(sql: PGlite, folder: string) {
  const tables = await readTables(sql);
  const oldCheck = readFileSync(path.join(folder, "check.sql"), "utf8");
  return new Map([
    ["check.sql", await check(sql, tables, oldCheck)],
    ["dump.sql", dump(tables)],
    ["erase-person.sql", erasePerson(tables)],
    ...tables.map(
      (table) => [`export-${table.job}.sql`, exportOf(table)] as const,
    ),
  ]);
}

/** @returns the names of the files that do not fit the schema */
export const differing = (queries: Map<string, string>, folder: string) => {
  const files = readdirSync(folder);
  const isSame = (name: string, sql: string) =>
    files.includes(name) &&
    readFileSync(path.join(folder, name), "utf8") === sql;
  return [
    ...[...queries]
      .filter(([name, sql]) => !isSame(name, sql))
      .map(([name]) => name),
    ...files.filter((name) => name.startsWith("export-") && !queries.has(name)),
  ];
};

/** Brings the folder up to date, and returns what it changed. */
export function writeQueries(queries: Map<string, string>, folder: string) {
  const changed = differing(queries, folder);
  for (const name of changed) {
    const sql = queries.get(name);
    if (sql === undefined) rmSync(path.join(folder, name));
    else writeFileSync(path.join(folder, name), sql);
  }
  return changed;
}
