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
  /** CSV as spreadsheets of Germany, France and the North open it. */
  semicolon?: boolean | undefined;
  /** A terminal, too, shows every row. */
  all?: boolean | undefined;
}

/** A terminal shows only the first of thousands of rows. */
export const pageRows = 20;

/**
 * Prints rows, then how many there were.
 *
 * @param pages are read no further if nobody reads the output
 * @param note follows the count, such as " erased"; called after the last page
 */
export async function print(
  columns: string[],
  pages: AsyncIterable<Row[]> | Iterable<Row[]>,
  output: Output,
  format: Format = {},
  note: string | (() => string) = "",
): Promise<void> {
  const { stdout, stderr } = output;
  const isTTY = stdout.isTTY && !format.json;
  const toText = (rows: Row[]) =>
    format.json
      ? toJsonLines({ columns, rows })
      : toCsv({ columns, rows }, false, format);
  // A job that fails before its first row prints nothing but the error.
  let header =
    format.json || isTTY ? "" : toCsv({ columns, rows: [] }, true, format);
  // Only by this mark does a double click open UTF-8.
  if (header && (format.bom || format.semicolon)) header = `\ufeff${header}`;
  const most = format.all ? Infinity : pageRows;
  const shown: Row[] = [];
  let count = 0;
  for await (const rows of pages) {
    if (isTTY) {
      shown.push(...rows.slice(0, most - shown.length));
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
  }
  const cut =
    isTTY && shown.length < count
      ? `, of which these are the first ${shown.length}`
      : "";
  const said = typeof note === "string" ? note : note();
  stderr.write(`${count} ${count === 1 ? "row" : "rows"}${said}${cut}\n`);
}
