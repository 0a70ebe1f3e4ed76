import type { Queryable } from "#supabase";
import { runMigrations } from "~/database/error-codes.server";
import { forms } from "~/forms/forms";

/** A form's table. A backup's first line lists these. */
export interface Table {
  name: string;
  columns: {
    name: string;
    type: string;
    required: boolean;
    /** The expression that Postgres computes it by. */
    generated?: string;
  }[];
  /** The rules that hold for new rows only, because older rows break them. */
  not_valid: string[];
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
       format_type(atttypid, atttypmod) as type, attnotnull::int as required,
       case when attgenerated <> '' then pg_get_expr(adbin, adrelid) end as generated,
       array_to_json(array(
         select conname from pg_constraint
         where conrelid = pg_class.oid and contype = 'c' and not convalidated
       ))::text as not_valid
     from pg_class
     join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     left join pg_attrdef on adrelid = attrelid and adnum = attnum
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
    const own = rows.filter(({ table }) => table === name);
    const columns = own.map(({ column, type, required, generated }) => ({
      name: String(column),
      type: String(type),
      required: required === 1,
      ...(generated !== null && { generated: String(generated) }),
    }));
    const not_valid = JSON.parse(String(own[0]?.not_valid)) as string[];
    for (const needed of ["id", "created_at"]) {
      if (columns.some((column) => column.name === needed)) continue;
      throw new Error(
        `The table ${name} has no column ${needed}, by which jobs tell rows apart and order them: add it, then ${runMigrations}.`,
      );
    }
    return { name, columns, not_valid };
  });
}

/** Rows. A message has up to 20 kB, a signup a hundredth of that. */
const [smallestPage, largestPage] = [20, 1000];

/** Milliseconds. PGlite reads on the site's own thread, so visitors wait. */
const longestPage = 20;

/**
 * Reads a table page by page, the oldest rows first. Rows of an older table may
 * have no time: they come before the others.
 *
 * @param selection the list of columns, as the table `t`
 * @throws Error with both numbers if fewer rows were read than are there
 */
export async function* readPages(
  database: Queryable,
  table: Table,
  selection: string,
): AsyncGenerator<Row[]> {
  const { name, columns } = table;
  const type = columns.find((column) => column.name === "id")?.type ?? "text";
  const dated = { created_at: "timestamptz", id: type };
  const read = (condition: string, key: Record<string, string>) =>
    pagesWhere(database, name, selection, condition, key);
  const before = await countRows(database, name);
  let count = 0;
  for (const pages of [
    read("created_at is null", { id: type }),
    read("created_at is not null", dated),
  ]) {
    for await (const rows of pages) {
      count += rows.length;
      yield rows;
    }
  }
  // Rows may be stored or erased meanwhile.
  const there = Math.min(before, await countRows(database, name));
  if (count >= there) return;
  throw new Error(
    `Only ${count} of the ${there} rows of ${name} were read: its ids are not unique, or it has changed; run npm run waitlist -- check.`,
  );
}

/** Reads a selection from the rows of every form's table. */
export async function* readAllRows(
  database: Queryable,
  selection: string,
): AsyncGenerator<{ table: Table; row: Row }> {
  for (const table of await readTables(database)) {
    for await (const rows of readPages(database, table, selection)) {
      for (const row of rows) yield { table, row };
    }
  }
}

export async function countRows(database: Queryable, name: string) {
  const { rows } = await database.query(
    `select count(*)::int as rows from public."${name}"`,
  );
  return Number(rows[0]?.rows);
}

/**
 * Reads the rows that hold a condition. Each page is as large as the one before
 * it allows.
 *
 * @param key the types of the columns that tell these rows apart, in their order
 */
async function* pagesWhere(
  database: Queryable,
  name: string,
  selection: string,
  condition: string,
  key: Record<string, string>,
): AsyncGenerator<Row[]> {
  const own = Object.keys(key).map((column) => `t.${column}`);
  const values = Object.values(key).map(
    (type, index) => `$${index + 1}::${type}`,
  );
  const after = `and (${own.join()}) > (${values.join()})`;
  let limit = smallestPage;
  let last: Row | undefined;
  do {
    const started = performance.now();
    const { rows } = await database.query(
      `select ${own.map((column) => `${column}::text as "$${column}"`).join()}, ${selection}
       from public."${name}" as t where t.${condition} ${last ? after : ""}
       order by t.created_at, t.id limit ${limit}`,
      last && own.map((column) => last?.[`$${column}`]),
    );
    last = rows[limit - 1];
    const isQuick = performance.now() - started < longestPage;
    limit = Math.min(largestPage, isQuick ? limit * 2 : smallestPage);
    if (rows.length > 0) yield rows;
  } while (last);
}

/** An SQL name. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** SQL for a time in UTC, to the second. */
export const utc = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
