import type { Queryable } from "#supabase";
import { runMigrations } from "~/database/error-codes.server";
import { forms } from "~/forms/forms";

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
const [smallestPage, largestPage] = [20, 1000];

/** Milliseconds. PGlite reads on the site's own thread, so visitors wait. */
const longestPage = 20;

/**
 * Reads a table page by page, the oldest rows first. Rows of an older table may
 * have no time: they come before the others. A page that took long may only have
 * waited for a busy machine, so the next one is half as large, and no smaller.
 *
 * @param selection the list of columns, as the table `t`
 * @throws Error with both numbers if fewer rows were read than are there
 */
export async function* readPages(
  database: Queryable,
  { name, columns }: Table,
  selection: string,
): AsyncGenerator<Row[]> {
  const type = columns.find((column) => column.name === "id")?.type ?? "text";
  const before = await countRows(database, name);
  let count = 0;
  let limit = smallestPage;
  for (const [condition, own, after] of [
    ["is null", ["id"], `t.id > $1::${type}`],
    [
      "is not null",
      ["created_at", "id"],
      `(t.created_at, t.id) > ($1::timestamptz, $2::${type})`,
    ],
  ] as const) {
    const keys = own.map((column) => `t.${column}::text as "$${column}"`);
    let last: Row | undefined;
    do {
      const started = performance.now();
      const { rows } = await database.query(
        `select ${keys.join()}, ${selection} from public."${name}" as t
         where t.created_at ${condition} ${last ? `and ${after}` : ""}
         order by t.created_at, t.id limit ${limit}`,
        last && own.map((column) => last?.[`$${column}`]),
      );
      last = rows[limit - 1];
      const isQuick = performance.now() - started < longestPage;
      limit = isQuick
        ? Math.min(largestPage, limit * 2)
        : Math.max(smallestPage, Math.floor(limit / 2));
      count += rows.length;
      if (rows.length > 0) yield rows;
    } while (last);
  }
  // Rows may be stored or erased meanwhile.
  const there = Math.min(before, await countRows(database, name));
  if (count >= there) return;
  throw new Error(
    `Only ${count} of the ${there} rows of ${name} were read: its ids are not unique, or it has changed; run npm run waitlist -- check.`,
  );
}

/** An address that a visitor left in a row. */
export interface StoredAddress {
  table: Table;
  id: string;
  email: string;
  /** In ISO 8601, to the microsecond. */
  created_at: string | null;
  created_at_utc: string | null;
}

/** Reads every address of every form's table. */
export async function* readAddresses(
  database: Queryable,
): AsyncGenerator<StoredAddress> {
  for (const table of await readTables(database)) {
    if (table.addresses.length === 0) continue;
    const addresses = table.addresses.map((name) => `t."${name}"::text`);
    const selection = `t.id::text as id, to_json(t.created_at)#>>'{}' as created_at,
      ${utc("t.created_at")} as created_at_utc, array_to_json(array[${addresses.join()}])::text as addresses`;
    for await (const rows of readPages(database, table, selection)) {
      for (const { addresses, ...row } of rows) {
        for (const email of JSON.parse(String(addresses)) as (
          string | null
        )[]) {
          // An optional field and an older row may have none.
          if (email !== null)
            yield {
              ...(row as Omit<StoredAddress, "table" | "email">),
              table,
              email,
            };
        }
      }
    }
  }
}

export async function countRows(database: Queryable, name: string) {
  const { rows } = await database.query(
    `select count(*)::int as rows from public."${name}"`,
  );
  return Number(rows[0]?.rows);
}

/** SQL for a time in UTC, to the second. */
export const utc = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
