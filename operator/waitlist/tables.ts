import type { Queryable } from "#supabase";
import { forms } from "~/forms/forms";

/** A table of a form. */
export interface Table {
  name: string;
  columns: { name: string; type: string }[];
}

export type Row = Record<string, unknown>;

/** What to run on a server that lacks what the site needs. */
export const runMigrations =
  "run the files of supabase/migrations in order, or npx supabase db push";

/**
 * Reads the forms' tables from the catalog. The trigger marks them, so a table
 * of a newer version of the site is found, too.
 *
 * @throws Error that names a form's table that is missing
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
         select tgrelid from pg_trigger where tgname = 'skip_repeated_submission'))
     order by relname, attnum`,
    [names],
  );
  const found = [...new Set(rows.map(({ table }) => String(table)))];
  const missing = names.filter((name) => !found.includes(name));
  if (missing.length === 0) {
    return found.map((name) => ({
      name,
      columns: rows
        .filter(({ table }) => table === name)
        .map(({ column, type }) => ({
          name: String(column),
          type: String(type),
        })),
    }));
  }
  throw new Error(
    `The database has no table ${missing.join(" and ")}: ${runMigrations}.`,
  );
}

/** Rows. A message has up to 20 kB, a signup a hundredth of that. */
const [smallestPage, largestPage] = [20, 1000];

/** Milliseconds. PGlite reads on the site's own thread, so visitors wait. */
const longestPage = 20;

/**
 * Reads a table page by page; each is as large as the one before it allows.
 *
 * @param selection the list of columns, as the table `t`
 * @param order columns that tell rows apart, and whose order an index has
 */
export async function* readPages(
  database: Queryable,
  { name, columns }: Table,
  selection: string,
  order: string[] = ["id"],
): AsyncGenerator<Row[]> {
  const typeOf = (key: string) =>
    columns.find((column) => column.name === key)?.type ?? "text";
  const keys = order.map((key) => `t."${key}"`).join();
  const texts = order.map((key, index) => `t."${key}"::text as "$${index}"`);
  const last = order.map((key, index) => `$${index + 1}::${typeOf(key)}`);
  let after: unknown[] | undefined = [];
  let limit = smallestPage;
  while (after) {
    const started = performance.now();
    const where = after.length > 0 ? `where (${keys}) > (${last.join()})` : "";
    const page = await database.query(
      `select ${texts.join()}, ${selection} from public."${name}" as t ${where}
       order by ${keys} limit ${limit}`,
      after,
    );
    const isQuick = performance.now() - started < longestPage;
    const end: Row | undefined = page.rows[limit - 1];
    after = end && order.map((_, index) => end[`$${index}`]);
    limit = Math.min(largestPage, isQuick ? limit * 2 : smallestPage);
    if (page.rows.length > 0) yield page.rows;
  }
}

/** SQL for a time in UTC, to the second. */
export const utc = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
