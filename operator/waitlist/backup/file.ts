import { createReadStream, existsSync, statSync } from "node:fs";
import type { Row, Table } from "../tables";

/**
 * A backup is NDJSON: a first line, a line for each row, and a last line that
 * counts them.
 */
export interface FirstLine {
  kandi_backup: 1;
  written_at: string;
  /** The versions that were applied to the database. */
  migrations: string[];
  tables: Table[];
}

export interface RowLine {
  table: string;
  row: Row;
}

export interface LastLine {
  /** By table. */
  counts: Record<string, number>;
}

/** A row has up to 20 kB of text, which JSON may escape. */
const maxLineLength = 1024 * 1024;

/**
 * Reads the rows of a backup.
 *
 * @returns each row also as the text of its line, because JSON.parse rounds
 *   numbers beyond 2^53
 * @throws Error with one line that names the first line that no backup has,
 *   without repeating it
 */
export async function* readBackup(
  file: string,
): AsyncGenerator<RowLine & { line: number; text: string }> {
  const name = JSON.stringify(file);
  const counts: LastLine["counts"] = {};
  let line = 0;
  let isWhole = false;
  for await (const text of linesOf(file)) {
    line += 1;
    const value: Row | undefined = isWhole ? undefined : parse(text);
    if (line === 1 && isFirstLine(value)) {
      for (const table of value.tables) counts[table.name] = 0;
    } else if (line > 1 && isRowLine(value)) {
      counts[value.table] = (counts[value.table] ?? 0) + 1;
      yield { ...value, line, text };
    } else if (line > 1 && isLastLine(value)) {
      isWhole = Object.keys({ ...counts, ...value.counts }).every(
        (table) => value.counts[table] === (counts[table] ?? 0),
      );
      if (!isWhole) throw new Error(`${name} lacks rows that it counts.`);
    } else {
      throw new Error(`Line ${line} of ${name} is not a line of a backup.`);
    }
  }
  if (!isWhole) throw new Error(`${name} is incomplete: it has no last line.`);
}

/** @throws Error with one line if the file is no backup */
export async function readFirstLine(file: string): Promise<FirstLine> {
  const name = JSON.stringify(file);
  if (!existsSync(file) || !statSync(file).isFile()) {
    throw new Error(`There is no file ${name}.`);
  }
  for await (const text of linesOf(file)) {
    const value = parse(text);
    if (isFirstLine(value)) return value;
    break;
  }
  throw new Error(`Line 1 of ${name} is not a line of a backup.`);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isFirstLine = (value?: Row): value is Row & FirstLine =>
  value?.kandi_backup === 1 && Array.isArray(value.tables);

const isRowLine = (value?: Row): value is Row & RowLine =>
  typeof value?.table === "string" && isObject(value.row);

const isLastLine = (value?: Row): value is Row & LastLine =>
  isObject(value?.counts) && Object.keys(value.counts).length > 0;

function parse(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Node's readline also breaks at a carriage return and at U+2028, and has no
 * limit.
 */
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
    // No backup has a line this long.
    if (rest.length > maxLineLength) break;
  }
  if (rest !== "") yield rest.slice(0, maxLineLength);
}
