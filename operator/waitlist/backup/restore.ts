import type { Queryable } from "#supabase";
import { readBackup, readFirstLine } from "./file";
import { insertRows } from "./insert-rows";
import { adoptColumns } from "./older-tables";
import { suspendRules } from "./suspend-rules";
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
export async function restore(
  file: string,
  database: Queryable,
  isErased: (row: Row) => boolean,
  isEmbedded: boolean,
): Promise<Restored[]> {
  const { tables: backedUp } = await readFirstLine(file);
  if (isEmbedded) await adoptColumns(database, backedUp);
  const targets = (await readTables(database)).map((table) => ({
    table,
    result: {
      table: table.name,
      copied: 0,
      there_already: 0,
      erased_people: 0,
    },
  }));
  const tables = targets.map(({ table }) => table);
  const resume = await suspendRules(database, tables, backedUp);

  let waiting: string[] = [];
  let next: { target: (typeof targets)[number]; columns: string[] } | undefined;
  let end = 0;
  let logged = 0;
  const insert = async () => {
    if (!next || waiting.length === 0) return;
    const { target, columns } = next;
    try {
      const copied = await insertRows(
        database,
        target.table.name,
        columns,
        waiting,
      );
      target.result.copied += copied;
      target.result.there_already += waiting.length - copied;
    } catch (error) {
      const { message } = error as Error;
      const where = `the rows up to line ${end} of ${JSON.stringify(file)}`;
      throw new Error(`In ${where}: ${message}`, { cause: error });
    }
    logged += waiting.join().length;
    waiting = [];
    if (!isEmbedded || logged < checkpointEvery) return;
    await database.query("checkpoint");
    logged = 0;
  };

  for await (const { table, row, line, text } of readBackup(file)) {
    const target = targets.find((one) => one.table.name === table);
    const known = new Map(
      target?.table.columns.map((column) => [column.name, column]),
    );
    const names = Object.keys(row);
    if (!target || !names.every((name) => known.has(name))) {
      const what = target ? `a column of ${table}` : "a table";
      throw new Error(
        `Line ${line} of ${JSON.stringify(file)} has ${what} that this database lacks: ${runMigrations}.`,
      );
    }
    const columns = names.filter((name) => !known.get(name)?.generated);
    const isOther =
      target !== next?.target || columns.join() !== next.columns.join();
    if (isOther || waiting.length === rowsAtOnce) await insert();
    next = { target, columns };
    end = line;
    if (isErased(row)) target.result.erased_people += 1;
    else waiting.push(text);
  }
  await insert();
  const deleted = await resume();
  return targets.map(({ table: { name }, result }) => {
    const gone = deleted.get(name) ?? 0;
    const { copied, erased_people } = result;
    return {
      ...result,
      copied: copied - gone,
      erased_people: erased_people + gone,
    };
  });
}
