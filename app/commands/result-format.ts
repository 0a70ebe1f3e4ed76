import type { JobResult } from "~/embedded-supabase/jobs.server";

/** SQL for another database, in one column of this name. */
export const isScript = ({ columns }: JobResult) => columns[0] === "script";

/** As psql --tuples-only --no-align writes it. */
export const toScript = ({ rows }: JobResult): string =>
  rows.map(([statements]) => `${statements}\n`).join("");

/** As psql --csv writes it. */
export function toCsv({ columns, rows }: JobResult): string {
  const toCell = (value: string | number | null) => {
    const text = String(value ?? "");
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows]
    .map((row) => `${row.map(toCell).join(",")}\n`)
    .join("");
}

/**
 * A table where it fits, else each row as a record, as psql's "\x auto" does.
 *
 * @param width of the terminal, in characters
 */
export function toTable({ columns, rows }: JobResult, width: number): string {
  const cells = rows.map((row) => row.map((value) => visible(value)));
  const widths = columns.map((name, column) =>
    Math.max(...[name, ...cells.map((row) => row[column] ?? "")].map(length)),
  );
  const isTable =
    widths.reduce((sum, cell) => sum + cell + 2) <= width &&
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

/** A visitor's text does not get to steer the operator's terminal. */
const visible = (value: string | number | null) =>
  String(value ?? "").replace(
    /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu,
    (character) =>
      character === "\n"
        ? character
        : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const length = (text: string) => [...text].length;

const pad = (text: string, width = 0) =>
  text + " ".repeat(Math.max(0, width - length(text)));
