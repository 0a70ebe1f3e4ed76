import type { PGlite } from "@electric-sql/pglite";
import { isLike, unprotected } from "./protection";
import type { Table } from "./tables";

type Line = [promise: string, definition: string];

/** The list in check.sql. */
const list = /(?<=\n {2}values\n)[^]*?(?=\n\),\ntables as )/;

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

const toSql = (lines: Line[]) =>
  lines
    .map(
      ([promise, definition]) =>
        `    (${quote(promise)}, ${quote(definition)})`,
    )
    .join(",\n");

const readLines = (sql: string): Line[] =>
  [...(list.exec(sql)?.[0] ?? "").matchAll(/^ {4}\('(.*)', '(.*)'\),?$/gm)].map(
    ([, ...line]) => line.map((text) => text.replaceAll("''", "'")) as Line,
  );

/** The definition as a pattern, whatever schemas the reader searches. */
const toPattern = (definition: string) =>
  definition
    .replaceAll("\\", "\\\\")
    .replace(/(?<= EXECUTE FUNCTION )(?:public\.)?/, "%");

/**
 * Renews the list of check.sql from a migrated database. A line that holds
 * stays as it is, because it may allow for older tables. The lines that are
 * about neither a table nor a function stay, too.
 *
 * @throws Error that names what a migration must add
 */
export async function check(
  sql: PGlite,
  tables: Table[],
  old: string,
): Promise<string> {
  const { rows: functions } = await sql.query<{ name: string }>(
    "select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by oid",
  );
  const names = [
    ...tables.map(({ name }) => `table ${name}`),
    ...functions.map(({ name }) => `function ${name}`),
  ];
  const { rows } = await sql.query<{ promise: string; definition: string }>(
    old
      .replace(list, () => toSql(names.map((name) => [name, ""])))
      .replace(/\),\nlines as [^]*/, ") select promise, definition from found"),
  );
  const found = new Map(
    rows.map(({ promise, definition }) => [promise, definition]),
  );
  const oldLines = new Map(readLines(old));
  const problems = await unprotected(sql, tables, found);
  if (problems.length > 0) {
    throw new Error(`A migration must change this:\n${problems.join("\n")}`);
  }

  const { rows: owned } = await sql.query<{ table: string; promise: string }>(`
    select relname as table, promise from pg_class join (
      select conrelid as owner, 1 as kind, 'constraint ' || conname as promise
      from pg_constraint where contype not in ('p', 't', 'n')
      union all
      select indrelid, 2, 'index ' || relname
      from pg_index join pg_class on oid = indexrelid where not indisprimary
      union all
      select tgrelid, 3, format('trigger %s on %s', tgname, relname)
      from pg_trigger join pg_class on pg_class.oid = tgrelid where not tgisinternal
    ) as things on owner = oid
    order by kind, promise collate "C"`);
  const none = (promise: string): Line => [promise, "none"];
  const line = (promise: string): Line => {
    const definition = found.get(promise) ?? "";
    const before = oldLines.get(promise);
    const holds = before !== undefined && isLike(definition, before);
    return [promise, holds ? before : toPattern(definition)];
  };

  const ofTables = tables.flatMap(({ name, columns }) => [
    ...[
      `table ${name}`,
      ...columns.map((column) => `${name}.${column.name}`),
      `primary key of ${name}`,
      ...owned
        .filter(({ table }) => table === name)
        .map(({ promise }) => promise),
      `policies on ${name}`,
      `grants to anon on ${name}`,
    ].map(line),
    ...[
      `grants to authenticated on ${name}`,
      `grants to others on ${name}`,
      `other columns of ${name}`,
      `other constraints and indexes of ${name}`,
      `other triggers and rules on ${name}`,
      `views of ${name}`,
      `inheritance of ${name}`,
      `publications of ${name}`,
    ].map(none),
  ]);
  const ofFunctions = functions.flatMap(({ name }) => [
    line(`function ${name}`),
    line(`body of function ${name}`),
    none(`grants to anon on function ${name}`),
    none(`grants to authenticated on function ${name}`),
  ]);
  const general = [...oldLines].filter(([promise]) =>
    /schema public$|past the policies$|^other security definer/.test(promise),
  );
  return old.replace(list, () =>
    toSql([...ofTables, ...general, ...ofFunctions]),
  );
}
