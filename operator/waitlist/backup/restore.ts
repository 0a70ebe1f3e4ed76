import type { Queryable } from "#supabase";
import { readBackup, readFirstLine } from "./file";
import { insertRows } from "./insert-rows";
import { adoptColumns } from "./older-tables";
import { suspendRules } from "./suspend-rules";
import { runMigrations } from "~/database/error-codes.server";
import { readTables } from "../tables";
import type { Row, Table } from "../tables";

/** A row of the answer to an operator. */
export interface Restored {
  table: string;
  copied: number;
  there_already: number;
  erased_people: number;
}

const rowsAtOnce = 100;

/** Characters. PGlite's log grows until a checkpoint. */
const checkpointEvery = 16 * 1024 * 1024;

/**
 * Adds the rows of a backup that are missing, and changes no existing row. In
 * an embedded database, empty tables first get the columns of the backup's.
 *
 * @param database in a transaction
 * @param isErased whether a row's person was erased after it was stored
 * @throws Error with one line that names the line of the file
 */
export async function restoreBackup(
  file: string,
  database: Queryable,
  isErased: (row: Row) => boolean,
  isEmbedded: boolean,
): Promise<Restored[]> {
  const { tables: backedUp } = await readFirstLine(file);
  if (isEmbedded) await adoptColumns(database, backedUp);
  const tables = await readTables(database);
  const resume = await suspendRules(database, tables, backedUp);
  const results = tables.map(({ name }) => ({
    table: name,
    copied: 0,
    there_already: 0,
    erased_people: 0,
  }));

  let logged = 0;
  for await (const batch of batches(file, tables, isErased)) {
    const { table, columns, lines, end } = batch;
    const copied = await insertRows(database, table, columns, lines).catch(
      (error: Error) => {
        const where = `the rows up to line ${end} of ${JSON.stringify(file)}`;
        throw new Error(`In ${where}: ${error.message}`, { cause: error });
      },
    );
    for (const result of results) {
      if (result.table !== table) continue;
      result.copied += copied;
      result.there_already += lines.length - copied;
      result.erased_people += batch.erased;
    }
    logged += lines.join().length;
    if (!isEmbedded || logged < checkpointEvery) continue;
    await database.query("checkpoint");
    logged = 0;
  }

  // Rows that refer to an erased person go with them.
  const deleted = await resume();
  for (const result of results) {
    const gone = deleted.get(result.table) ?? 0;
    result.copied -= gone;
    result.erased_people += gone;
  }
  return results;
}

/** Rows of a backup that follow each other and have the same columns. */
interface Batch {
  table: string;
  columns: string[];
  /** The lines of the rows to insert. */
  lines: string[];
  /** How many more rows belong to erased people. */
  erased: number;
  /** The number of the last line. */
  end: number;
}

async function* batches(
  file: string,
  tables: Table[],
  isErased: (row: Row) => boolean,
): AsyncGenerator<Batch> {
  let batch: Batch | undefined;
  for await (const { table, row, line, text } of readBackup(file)) {
    const known = tables.find(({ name }) => name === table)?.columns;
    const columnOf = (name: string) => known?.find((one) => one.name === name);
    const names = Object.keys(row);
    if (!known || !names.every(columnOf)) {
      const what = known ? `a column of ${table}` : "a table";
      throw new Error(
        `Line ${line} of ${JSON.stringify(file)} has ${what} that this database lacks: ${runMigrations}.`,
      );
    }
    const columns = names.filter((name) => !columnOf(name)?.generated);
    const isSame =
      batch?.table === table && batch.columns.join() === columns.join();
    if (batch && (!isSame || batch.lines.length === rowsAtOnce)) {
      yield batch;
      batch = undefined;
    }
    batch ??= { table, columns, lines: [], erased: 0, end: line };
    batch.end = line;
    if (isErased(row)) batch.erased += 1;
    else batch.lines.push(text);
  }
  if (batch) yield batch;
}
