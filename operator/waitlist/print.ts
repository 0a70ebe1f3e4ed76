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
export const terminalRows = 20;

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
  const toText = (rows: Row[]) =>
    format.json
      ? toJsonLines({ columns, rows })
      : toCsv({ columns, rows }, false, format.raw);
  // A job that fails before its first row prints nothing but the error.
  let header = format.json || isTTY ? "" : toCsv({ columns, rows: [] }, true);
  if (header && format.bom) header = `\ufeff${header}`;
  const shown: Row[] = [];
  let count = 0;
  for await (const rows of pages) {
    if (isTTY) {
      shown.push(...rows.slice(0, terminalRows - shown.length));
    } else {
      const text = header + toText(rows);
      if (!(await write(output, text))) return;
      header = "";
    }
    count += rows.length;
  }
  if (header) await write(output, header);
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
