import type { Queryable } from "#supabase";
import { forms } from "~/forms/forms";

/** Says what to run on a server that lacks what the site needs. */
export const runMigrations =
  "run the files of supabase/migrations in order, or npx supabase db push";

/** A form's table. */
export interface Table {
  name: string;
  columns: { name: string; type: string }[];
  /** The columns that contain e-mail addresses. */
  addresses: string[];
}

export type Row = Record<string, unknown>;

/**
 * Reads the forms' tables from the catalog. The trigger marks them, so it finds the
 * tables of a newer version of the site, too.
 *
 * @throws Error that names a form's table that is missing, or a table without
 *   the columns that order its rows
 */
export async function readTables(database: Queryable): Promise<Table[]> {
  const names = forms.map(({ table }) => table);
  const { rows } = await database.query(
    `select relname::text as table, attname::text as column,
       format_type(atttypid, atttypmod) as type
     from pg_class
     join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and (relname = any ($1::text[]) or pg_class.oid in (
         select tgrelid from pg_trigger where tgname = 'refuse_repeat'))
     order by relname, attnum`,
    [names],
  );
  const found = [...new Set(rows.map(({ table }) => String(table)))];
  const missing = names.filter((name) => !found.includes(name));
  if (missing.length > 0) {
    throw new Error(
      `The database has no table ${missing.join(" or ")}: ${runMigrations}.`,
    );
  }
  return found.map((name) => {
    const columns = rows
      .filter(({ table }) => table === name)
      .map(({ column, type }) => ({
        name: String(column),
        type: String(type),
      }));
    const has = (column: string) => columns.some((own) => own.name === column);
    for (const needed of ["id", "created_at"]) {
      if (has(needed)) continue;
      throw new Error(
        `The table ${name} has no column ${needed}, by which jobs tell rows apart and order them: add it, then ${runMigrations}.`,
      );
    }
    return { name, columns, addresses: addressesOf(name).filter(has) };
  });
}

/** Reads a form's table from the catalog. */
export async function readTable(database: Queryable, name: string) {
  const tables = await readTables(database);
  const table = tables.find((one) => one.name === name);
  if (!table) throw new Error(`The database has no table ${name}.`);
  return table;
}

/**
 * The form's definition says which columns are addresses. A newer version's table has
 * no definition here, and the recipe calls its column `email`.
 */
function addressesOf(table: string): string[] {
  const own = forms.filter((form) => form.table === table);
  if (own.length === 0) return ["email"];
  return own.flatMap(({ fields }) =>
    Object.keys(fields).filter((name) => fields[name]?.type === "email"),
  );
}

/** Rows. A message has up to 20 kB, a signup a hundredth of that. */
const [smallestPage, largestPage] = [20, 4000];

/** Milliseconds. PGlite reads on the site's own thread, so visitors wait. */
const longestPage = 20;

/** Characters, all of which the site has in memory at once. */
const fullPage = 1_000_000;

/** A column of a page: its name, and SQL for a cell of the table `t`. */
export interface Shown {
  sql: string;
  as: string;
}

/** How a column is printed: a time in UTC, and numbers as numbers. */
export function toShown(name: string, type: string, as = name): Shown {
  const column = `t."${name}"`;
  if (type === "timestamp with time zone") {
    return { sql: utc(column), as: `${as}_utc` };
  }
  const isNumber = ["smallint", "integer"].includes(type);
  return { sql: isNumber ? column : `${column}::text`, as };
}

/** Chooses rows: SQL about the row `t`, whose parameters begin with $1. */
export interface Filter {
  sql: string;
  parameters: unknown[];
}

const everyRow: Filter = { sql: "true", parameters: [] };

export const idType = ({ columns }: Table) =>
  columns.find(({ name }) => name === "id")?.type ?? "text";

/** Reads a table page by page, as `readTexts` does. */
export async function* readPages(
  database: Queryable,
  table: Table,
  shown: Shown[],
  filter = everyRow,
): AsyncGenerator<Row[]> {
  const cells = shown.map(({ sql }) => sql).join();
  const page = `json_agg(json_build_array(${cells}))::text`;
  for await (const { text } of readTexts(database, table, page, filter))
    yield (JSON.parse(text) as unknown[][]).map((row) =>
      Object.fromEntries(shown.map(({ as }, index) => [as, row[index]])),
    );
}

/**
 * Reads a table page by page, the oldest rows first. Rows of an older table may
 * have no time: they come before the others. A page that took long is followed by
 * one half as large. Waiting for visitors does not count, because Postgres says
 * how long it worked.
 *
 * @param page SQL that aggregates the rows `t` to one text, which costs the site
 *   a third of what as many rows cost
 * @throws Error with both numbers if fewer rows were read than are there
 */
export async function* readTexts(
  database: Queryable,
  table: Table,
  page: string,
  filter = everyRow,
): AsyncGenerator<{ text: string; rows: number }> {
  const { name } = table;
  const type = idType(table);
  const before = await countRows(database, name, filter);
  const [first, second] = [1, 2].map((n) => `$${filter.parameters.length + n}`);
  let count = 0;
  let limit = smallestPage;
  for (const [condition, keys, after] of [
    ["is null", ["id"], `t.id > ${first}::${type}`],
    [
      "is not null",
      ["created_at", "id"],
      `(t.created_at, t.id) > (${first}::timestamptz, ${second}::${type})`,
    ],
  ] as const) {
    const last = keys.map((key) => `(array_agg(t.${key}))[count(*)]::text`);
    let position: unknown[] = [];
    do {
      const { rows } = await database.query(
        `select count(*)::int as rows, array_to_json(array[${last.join()}])::text as last,
           ${page} as page,
           ceil(extract(epoch from clock_timestamp() - statement_timestamp()) * 1000)::int as milliseconds
         from (
           select * from public."${name}" as t
           where ${filter.sql} and t.created_at ${condition} ${position.length ? `and ${after}` : ""}
           order by t.created_at, t.id limit ${limit}
         ) as t`,
        [...filter.parameters, ...position],
      );
      const read = Number(rows[0]?.rows);
      const text = String(rows[0]?.page ?? "");
      if (read > 0) yield { text, rows: read };
      count += read;
      position =
        read === limit ? (JSON.parse(String(rows[0]?.last)) as unknown[]) : [];
      const isQuick =
        Number(rows[0]?.milliseconds) < longestPage && text.length < fullPage;
      limit = isQuick
        ? Math.min(largestPage, limit * 2)
        : Math.max(smallestPage, Math.floor(limit / 2));
    } while (position.length);
  }
  // Rows may be stored or erased meanwhile.
  const there = Math.min(before, await countRows(database, name, filter));
  if (count >= there) return;
  throw new Error(
    `Only ${count} of the ${there} rows of ${name} were read: its ids are not unique, or it has changed; run npm run waitlist -- check.`,
  );
}

/** An address that a visitor left in a row. */
export interface StoredAddress {
  table: Table;
  column: string;
  id: string;
  email: string;
  /** In ISO 8601, to the microsecond. */
  created_at: string | null;
}

/**
 * Reads every address of every form's table.
 *
 * @param newest of each table, only that many rows
 */
export async function* readAddresses(
  database: Queryable,
  newest?: number,
): AsyncGenerator<StoredAddress> {
  for (const table of await readTables(database)) {
    const { name, addresses } = table;
    if (addresses.length === 0) continue;
    const shown = [
      { sql: "t.id::text", as: "id" },
      { sql: "t.created_at at time zone 'UTC'", as: "created_at" },
      ...addresses.map((of) => ({ sql: `t."${of}"::text`, as: `@${of}` })),
    ];
    const newestRows = `t.id in (select id from public."${name}"
      where created_at is not null order by created_at desc, id desc limit ${newest})`;
    const filter = newest ? { sql: newestRows, parameters: [] } : everyRow;
    for await (const rows of readPages(database, table, shown, filter))
      for (const row of rows) {
        const created_at =
          row.created_at === null ? null : `${row.created_at}Z`;
        for (const column of addresses) {
          const email = row[`@${column}`];
          // An optional field and an older row may have none.
          if (typeof email !== "string") continue;
          yield { table, column, id: String(row.id), email, created_at };
        }
      }
  }
}

export async function countRows(
  database: Queryable,
  name: string,
  { sql, parameters } = everyRow,
) {
  const { rows } = await database.query(
    `select count(*)::int as rows from public."${name}" as t where ${sql}`,
    parameters,
  );
  return Number(rows[0]?.rows);
}

/** SQL for a time in UTC, to the second. to_char takes twice as long. */
export const utc = (column: string) =>
  `date_trunc('second', ${column} at time zone 'UTC')::text`;
