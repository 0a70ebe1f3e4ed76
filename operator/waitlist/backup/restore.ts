import type { Queryable } from "#supabase";
import { readBackup } from "./file";
import { readTables, runMigrations } from "../tables";
import type { Row } from "../tables";

/** A row of the answer to an operator. */
export interface Restored {
  table: string;
  copied: number;
  there_already: number;
  erased_people: number;
}

const rowsAtOnce = 100;

/**
 * Adds the rows of a backup that are missing, and changes no existing row.
 *
 * @param database in a transaction
 * @param isErased whether a row's person was erased after it was stored
 * @throws Error with one line that names the line of the file
 */
export async function restore(
  file: string,
  database: Queryable,
  isErased: (row: Row) => boolean,
): Promise<Restored[]> {
  const tables = await readTables(database);
  const trigger = async (state: "disable" | "enable", table: string) => {
    // It takes the idempotency key from the request: here there is none.
    await database.query(
      `alter table public."${table}" ${state} trigger skip_repeated_submission`,
    );
  };
  const results = tables.map(({ name, columns }) => ({
    table: name,
    columns: columns.map((column) => column.name),
    copied: 0,
    there_already: 0,
    erased_people: 0,
  }));
  for (const { table } of results) await trigger("disable", table);

  let waiting: Row[] = [];
  let names = "";
  let result = results[0];
  let end = 0;
  const insert = async () => {
    if (!result || waiting.length === 0) return;
    const table = `public."${result.table}"`;
    try {
      const { rows } = await database.query(
        `insert into ${table} (${names})
         select ${names} from json_populate_recordset(null::${table}, $1::json)
         on conflict do nothing returning 1 as copied`,
        [JSON.stringify(waiting)],
      );
      result.copied += rows.length;
      result.there_already += waiting.length - rows.length;
    } catch (error) {
      const { message } = error as Error;
      const place = `the rows up to line ${end} of ${JSON.stringify(file)}`;
      throw new Error(`In ${place}: ${message}`, { cause: error });
    }
    waiting = [];
  };

  for await (const { table, row, line } of readBackup(file)) {
    const next = results.find((one) => one.table === table);
    const unknown = Object.keys(row).find(
      (name) => !next?.columns.includes(name),
    );
    if (!next || unknown !== undefined) {
      const what = next ? `a column of ${table}` : "a table";
      throw new Error(
        `Line ${line} of ${JSON.stringify(file)} has ${what} that this database lacks: ${runMigrations}.`,
      );
    }
    const nextNames = Object.keys(row)
      .map((name) => `"${name}"`)
      .join();
    const isOther = next !== result || nextNames !== names;
    if (isOther || waiting.length === rowsAtOnce) await insert();
    [result, names, end] = [next, nextNames, line];
    if (isErased(row)) next.erased_people += 1;
    else waiting.push(row);
  }
  await insert();
  for (const { table } of results) await trigger("enable", table);
  return results;
}
