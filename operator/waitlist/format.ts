import type { Options } from "./job";
import type { Row } from "./tables";

export type Cell = string | number | null;

/** The rows that a job prints. */
export interface Result {
  columns: string[];
  rows: Row[];
}

const cellsOf = ({ columns, rows }: Result): Cell[][] =>
  rows.map((row) => columns.map((name) => (row[name] ?? null) as Cell));

/**
 * Formats like psql --csv. Later pages have no header.
 *
 * @param format `raw` leaves out what protects a terminal and a spreadsheet
 */
export function toCsv(
  result: Result,
  hasHeader: boolean,
  { raw, semicolon }: Pick<Options, "raw" | "semicolon"> = {},
) {
  const toCell = (value: Cell) => {
    const text = raw ? String(value ?? "") : harmless(value, semicolon);
    const isQuoted = (semicolon ? /[";\r\n]/ : /[",\r\n]/).test(text);
    return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [...(hasHeader ? [result.columns] : []), ...cellsOf(result)]
    .map((row) => `${row.map(toCell).join(semicolon ? ";" : ",")}\n`)
    .join("");
}

/** A row is an object. JSON escapes what must not reach a terminal. */
export const toJsonLines = ({ columns, rows }: Result): string =>
  rows
    .map((row) => {
      const cells = columns.map((name) => [name, row[name] ?? null]);
      const line = JSON.stringify(Object.fromEntries(cells));
      return `${line.replace(unseen, toEscapes)}\n`;
    })
    .join("");

/**
 * A table if it fits, else each row as a record, like psql's "\x auto".
 *
 * @param width of the terminal, in characters
 */
export function toTable(result: Result, width: number): string {
  const { columns } = result;
  const cells = cellsOf(result).map((row) => row.map((cell) => harmless(cell)));
  const widths = columns.map((name, column) =>
    Math.max(...[name, ...cells.map((row) => row[column] ?? "")].map(length)),
  );
  const isTable =
    widths.reduce((sum, cell) => sum + cell + 2, 0) <= width &&
    !cells.flat().some((cell) => cell.includes("\n"));
  if (isTable) {
    const toLine = (row: string[]) =>
      `${row
        .map((cell, column) => pad(cell, widths[column]))
        .join("  ")
        .trimEnd()}\n`;
    const rule = widths.map((cell) => "-".repeat(cell));
    return [columns, rule, ...cells].map(toLine).join("");
  }
  const longest = Math.max(...columns.map(length));
  const indent = `\n${" ".repeat(longest + 2)}`;
  const toRecord = (row: string[], index: number) =>
    `[${index + 1}]\n${row
      .map((cell, column) => {
        const name = pad(columns[column] ?? "", longest);
        return `${name}  ${cell.replaceAll("\n", indent)}`.trimEnd() + "\n";
      })
      .join("")}`;
  return cells.map(toRecord).join("\n");
}

/**
 * Escapes characters that control a terminal or are invisible, such as bidi and
 * zero-width characters. Line breaks stay, and so do the two selectors of text
 * and emoji style.
 */
export const visible = (text: string): string =>
  text.replace(unseen, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });

const unseen =
  /(?!\n|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** JSON's escapes name UTF-16 units. */
const toEscapes = (character: string) =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

/**
 * Spreadsheets take a cell that starts with one of these for a formula, and some
 * split a text into cells at semicolons, tabs or line breaks. An apostrophe makes
 * each of them text.
 */
const formula = /^(?=[\t\r\n])|(?:^|(?<=[;\t\r\n]))(?=[ "]*[=+\-@＝＋－＠])/g;

/** A file with semicolons may be opened where commas part cells. */
const formulaAfterComma = /(?<=,)(?=[ "]*[=+\-@＝＋－＠])/g;

/** Most cells are such texts, which nothing below would change. */
const plain = /^\w[\w.@ :+-]*$/;

function harmless(value: Cell, semicolon = false): string {
  const text = String(value ?? "");
  if (typeof value === "number" || plain.test(text)) return text;
  const safe = text.replace(formula, "'");
  return visible(semicolon ? safe.replace(formulaAfterComma, "'") : safe);
}

const length = (text: string) => [...text].length;

const pad = (text: string, width = 0) =>
  text + " ".repeat(Math.max(0, width - length(text)));
