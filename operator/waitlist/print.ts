import { write } from "../output";
import type { Output } from "../output";
import { toCsv, toJsonLines, toTable } from "./format";
import type { Row } from "./tables";

/** How a job's rows are printed. */
export interface Format {
  /** A line of JSON for each row, also in a terminal. */
  json?: boolean | undefined;
  /** CSV starts with the byte order mark by which spreadsheets know UTF-8. */
  bom?: boolean | undefined;
  /** CSV has each text as it is stored. */
  raw?: boolean | undefined;
}

/** A terminal shows only the first of thousands of rows. */
const terminalRows = 20;

/**
 * Prints rows, then how many there were.
 *
 * @param pages are read no further if nobody reads the output
 * @param note follows the count, such as " erased"
 */
export async function print(
  columns: string[],
  pages: AsyncIterable<Row[]> | Iterable<Row[]>,
  output: Output,
  format: Format = {},
  note = "",
): Promise<void> {
  const { stdout, stderr } = output;
  const isTTY = stdout.isTTY && !format.json;
  const toText = (row: Row) =>
    format.json
      ? toJsonLines({ columns, rows: [row] })
      : toCsv({ columns, rows: [row] }, false, format.raw);
  // A job that fails before its first row prints nothing but the error.
  let header = format.json || isTTY ? "" : toCsv({ columns, rows: [] }, true);
  if (header && format.bom) header = `\ufeff${header}`;
  const shown: Row[] = [];
  let count = 0;
  for await (const rows of pages) {
    if (isTTY) {
      shown.push(...rows.slice(0, terminalRows - shown.length));
    } else {
      const texts = [header, ...rows.map(toText)];
      if (!(await writeRows(output, texts, count))) return;
      header = "";
    }
    count += rows.length;
  }
  if (header) await writeRows(output, [header], 0);
  if (isTTY) {
    await write(
      output,
      toTable({ columns, rows: shown }, stdout.columns || 80),
    );
    if (shown.length < count) {
      note += `, of which these are the first ${shown.length}`;
    }
  }
  stderr.write(`${count} ${count === 1 ? "row" : "rows"}${note}\n`);
}

/**
 * Writes the rows of a page behind the header, which may be empty.
 *
 * @param before how many rows were written before
 * @throws Error that says how many rows were written whole
 */
async function writeRows(
  output: Output,
  texts: string[],
  before: number,
): Promise<boolean> {
  try {
    return await write(output, texts.join(""));
  } catch (error) {
    const { message, cause } = error as Error & { cause: { written?: number } };
    let left = cause.written ?? 0;
    const whole = texts.filter(
      (text) => (left -= Buffer.byteLength(text)) >= 0,
    );
    const rows = before + Math.max(0, whole.length - 1);
    throw new Error(`${message}; rows written: ${rows}`, { cause });
  }
}
