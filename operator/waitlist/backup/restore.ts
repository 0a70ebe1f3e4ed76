import type { Queryable } from "#supabase";
import { readTables, runMigrations } from "../tables";
import type { Table } from "../tables";
import { readBackup } from "./file";
import type { BackedUpRow, FirstLine } from "./file";

/** A row of the answer to an operator. */
export type Restored = {
  table: string;
  copied: number;
  there_already: number;
  erased_people: number;
};

const rowsAtOnce = 100;

/** Characters. PGlite's log grows until a checkpoint. */
const checkpointEvery = 16 * 1024 * 1024;

/**
 * Adds the rows of a backup that are missing, and changes no existing row.
 *
 * @param database in a transaction
 * @param isErased whether a person was erased after the row was stored
 * @throws Error with one line that names the line of the file
 */
export async function restoreBackup(
  file: string,
  database: Queryable,
  isErased: (email: string, created_at: string | null) => boolean,
  isEmbedded: boolean,
): Promise<Restored[]> {
  const tables = await readTables(database);
  const resume = await suspendRules(database, tables);
  const restored = tables.map(({ name }): Restored => ({
    table: name,
    copied: 0,
    there_already: 0,
    erased_people: 0,
  }));
  let logged = 0;
  const rows = readBackup(file, refuseOtherTables(file, tables));
  for await (const page of pagesOf(rows)) {
    const [first] = page;
    const addresses = tables.find(
      ({ name }) => name === first.table,
    )?.addresses;
    const remaining = page.filter(
      ({ row }) =>
        !addresses?.some(
          (name) =>
            typeof row[name] === "string" &&
            isErased(row[name], row.created_at as string | null),
        ),
    );
    const lines = remaining.map(({ text }) => text);
    const columns = Object.keys(first.row);
    const copied = await insert(database, first.table, columns, lines).catch(
      (error: Error) => {
        const last = page.at(-1)?.line;
        throw new Error(
          `In the rows up to line ${last} of ${JSON.stringify(file)}: ${error.message}`,
          { cause: error },
        );
      },
    );
    for (const result of restored) {
      if (result.table !== first.table) continue;
      result.copied += copied;
      result.there_already += remaining.length - copied;
      result.erased_people += page.length - remaining.length;
    }
    logged += lines.join().length;
    if (!isEmbedded || logged < checkpointEvery) continue;
    await database.query("checkpoint");
    logged = 0;
  }
  await resume();
  return restored;
}

/** Groups rows of one table that follow each other. */
async function* pagesOf(
  rows: AsyncIterable<BackedUpRow>,
): AsyncGenerator<[BackedUpRow, ...BackedUpRow[]]> {
  let page: [BackedUpRow, ...BackedUpRow[]] | undefined;
  for await (const row of rows) {
    if (page && page[0].table === row.table && page.length < rowsAtOnce) {
      page.push(row);
      continue;
    }
    if (page) yield page;
    page = [row];
  }
  if (page) yield page;
}

/** The backup's columns must be here, with the same types. */
const refuseOtherTables =
  (file: string, tables: Table[]) =>
  ({ tables: backedUp }: FirstLine): void => {
    for (const { name, columns } of backedUp) {
      const own = tables.find((table) => table.name === name)?.columns;
      const other = columns.find(
        (column) =>
          !own?.some(
            ({ name, type }) => name === column.name && type === column.type,
          ),
      );
      if (own && !other) continue;
      const what = own
        ? `a column ${name}.${other?.name} of the type ${other?.type}`
        : `a table ${name}`;
      throw new Error(
        `${JSON.stringify(file)} has ${what} that this database lacks: ${runMigrations}.`,
      );
    }
  };

/**
 * Suspends what is meant for new rows: triggers, and rules that are not valid for
 * older rows.
 *
 * @returns a function that restores them
 */
async function suspendRules(
  database: Queryable,
  tables: Table[],
): Promise<() => Promise<void>> {
  const back: string[] = [];
  for (const { name } of tables) {
    const alter = `alter table public."${name}"`;
    await database.query(`${alter} disable trigger user`);
    back.push(`${alter} enable trigger user`);
    const { rows } = await database.query(
      `select quote_ident(conname) as rule, pg_get_constraintdef(oid) as definition
       from pg_constraint
       where conrelid = $1::text::regclass and contype = 'c' and not convalidated`,
      [`public."${name}"`],
    );
    for (const { rule, definition } of rows) {
      await database.query(`${alter} drop constraint ${String(rule)}`);
      back.push(
        `${alter} add constraint ${String(rule)} ${String(definition)}`,
      );
    }
  }
  return async () => {
    for (const statement of back) await database.query(statement);
  };
}

/**
 * Inserts the rows that are missing.
 *
 * @param lines of the file; Postgres reads them, because JSON.parse rounds
 *   numbers beyond 2^53
 * @returns how many were inserted
 */
async function insert(
  database: Queryable,
  name: string,
  columns: string[],
  lines: string[],
): Promise<number> {
  const table = `public."${name}"`;
  const list = columns.map((column) => `"${column}"`);
  const { rows } = await database.query(
    `insert into ${table} (${list.join()})
     select ${list.map((column) => `row.${column}`).join()}
     from json_array_elements($1::json) as line,
       json_populate_record(null::${table}, line -> 'row') as row
     on conflict do nothing returning 1 as copied`,
    [`[${lines.join()}]`],
  );
  return rows.length;
}
