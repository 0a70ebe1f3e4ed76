import { createReadStream, existsSync, statSync } from "node:fs";
import type { Row, Table } from "../tables";

/**
 * A backup is NDJSON: a first line, a line for each row, and a last line that
 * counts them.
 */
export interface FirstLine {
  kandi_backup: 1;
  written_at: string;
  tables: Pick<Table, "name" | "columns">[];
}

/** A row, with the number of its line and the text, because JSON.parse rounds numbers beyond 2^53. */
export interface BackedUpRow {
  table: string;
  row: Row;
  line: number;
  text: string;
}

export interface LastLine {
  /** By table. */
  counts: Record<string, number>;
}

/**
 * Reads the rows of a backup.
 *
 * @param accept gets the first line, and throws if its tables are not these
 * @throws Error with one line that names the first line that no backup has,
 *   without repeating it
 */
export async function* readBackup(
  file: string,
  accept: (first: FirstLine) => void = () => {},
): AsyncGenerator<BackedUpRow> {
  const name = JSON.stringify(file);
  if (!existsSync(file) || !statSync(file).isFile()) {
    throw new Error(`There is no file ${name}.`);
  }
  const counts: LastLine["counts"] = {};
  const columns: Record<string, string> = {};
  const isRow = ({ table, row }: Row): boolean =>
    typeof table === "string" &&
    isObject(row) &&
    Object.keys(row).sort().join() === columns[table];
  let line = 0;
  let isWhole = false;
  for await (const text of linesOf(file)) {
    line += 1;
    const value: Row = isWhole ? {} : parse(text);
    if (line === 1 && isFirstLine(value)) {
      accept(value);
      for (const table of value.tables) {
        counts[table.name] = 0;
        const names = table.columns.map((column) => column.name);
        columns[table.name] = names.sort().join();
      }
    } else if (line > 1 && isRow(value)) {
      const { table, row } = value as Pick<BackedUpRow, "table" | "row">;
      counts[table] = (counts[table] ?? 0) + 1;
      yield { table, row, line, text };
    } else if (line > 1 && isObject(value.counts)) {
      const counted = value.counts;
      const tables = Object.keys({ ...counts, ...counted });
      isWhole = tables.every((table) => counted[table] === counts[table]);
      if (!isWhole) throw new Error(`${name} lacks rows that it counts.`);
    } else {
      throw new Error(
        `Line ${line} of ${name} is not a line that the job backup writes.`,
      );
    }
  }
  if (!isWhole) throw new Error(`${name} is incomplete: it has no last line.`);
}

const isObject = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isFirstLine = (value: Row): value is Row & FirstLine =>
  value.kandi_backup === 1 && Array.isArray(value.tables);

/** @returns an empty object for what is no object */
function parse(text: string): Row {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Node's readline also breaks at a carriage return and at U+2028. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: true });
    } catch {
      throw new Error(`${JSON.stringify(file)} is not UTF-8.`);
    }
  };
  let rest = "";
  for await (const chunk of createReadStream(file)) {
    // Splitting the rest again with each chunk takes quadratic time for a long line.
    const lines = decode(chunk as Buffer).split("\n");
    lines[0] = rest + (lines[0] ?? "");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
