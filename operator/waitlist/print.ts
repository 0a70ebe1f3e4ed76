import { write } from "../output";
import type { Output } from "../output";
import { toCsv, toJsonLines, toTable } from "./format";
import type { Context, Options } from "./job";
import { readPages } from "./tables";
import type { Filter, Row, Shown, Table } from "./tables";

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
  format: Options = {},
  note = "",
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
  const most = format.all ? Infinity : terminalRows;
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
  const result = { columns, rows: shown };
  if (isTTY) await write(output, toTable(result, stdout.columns || 80));
  if (isTTY && shown.length < count)
    note += `, of which these are the first ${shown.length}`;
  stderr.write(`${count} ${count === 1 ? "row" : "rows"}${note}\n`);
}

/** Prints rows of a table, the oldest first. */
export const printTable = (
  { store, terminal, options }: Context,
  table: Table,
  shown: Shown[],
  filter: Filter,
  note = "",
) =>
  print(
    shown.map(({ as }) => as),
    readPages(store, table, shown, filter),
    terminal,
    options,
    note,
  );
