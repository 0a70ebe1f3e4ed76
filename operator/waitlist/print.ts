import type { Writable } from "node:stream";
import { toCsv, toJsonLines, toTable } from "./format";
import type { Row } from "./tables";

export interface Output {
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable;
}

/** How a job's rows are printed. */
export interface Format {
  /** A line of JSON for each row, also in a terminal. */
  json?: boolean | undefined;
  /** CSV starts with the mark by which spreadsheets know UTF-8. */
  bom?: boolean | undefined;
  /** CSV has each text as it is stored. */
  raw?: boolean | undefined;
}

/** A terminal shows only the first of thousands of rows. */
const terminalRows = 20;

/**
 * Prints rows, then how many there were.
 *
 * @param pages end early if nobody reads them
 * @param note follows the count, such as " erased"
 */
export async function print(
  columns: string[],
  pages: AsyncIterable<Row[]> | Iterable<Row[]>,
  { stdout, stderr }: Output,
  format: Format = {},
  note = "",
): Promise<void> {
  const isTTY = stdout.isTTY && !format.json;
  const write = (text: string) =>
    new Promise<boolean>((resolve) => {
      stdout.write(text, (error) => resolve(!error));
    });
  // The failed write's callback tells.
  stdout.on("error", () => {});
  // A job that fails before its first row prints nothing but the error.
  let header = format.json || isTTY ? "" : toCsv({ columns, rows: [] }, true);
  if (header && format.bom) header = `\ufeff${header}`;
  const shown: Row[] = [];
  let count = 0;
  for await (const rows of pages) {
    count += rows.length;
    if (isTTY) {
      shown.push(...rows.slice(0, terminalRows - shown.length));
      continue;
    }
    const text = format.json
      ? toJsonLines({ columns, rows })
      : toCsv({ columns, rows }, false, format.raw);
    if (!(await write(header + text))) return;
    header = "";
  }
  if (header) await write(header);
  if (isTTY) {
    await write(toTable({ columns, rows: shown }, stdout.columns || 80));
    if (shown.length < count) {
      note += `, of which these are the first ${shown.length}`;
    }
  }
  stderr.write(`${count} ${count === 1 ? "row" : "rows"}${note}\n`);
}
