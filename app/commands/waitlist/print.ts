import type { Writable } from "node:stream";
import type { Job, JobResult } from "~/embedded-supabase/jobs.server";
import {
  isScript,
  toCsv,
  toJsonLines,
  toScript,
  toTable,
  visible,
} from "./result-format";

export interface Output {
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable;
}

/** How a pipe gets the rows. */
export interface Format {
  /** Prints a line of JSON for each row, also in a terminal. */
  json?: boolean | undefined;
  /** Starts CSV with the mark by which spreadsheets know UTF-8. */
  bom?: boolean | undefined;
  /** Prints each text of CSV as it is stored. */
  raw?: boolean | undefined;
}

/** A terminal shows only the first of thousands of rows. */
const terminalRows = 20;

/**
 * Prints a job's results, then how many rows there were.
 *
 * @returns the exit status: 1 if the job `check` finds something wrong
 */
export async function print(
  { change }: Pick<Job, "change">,
  results: AsyncIterable<JobResult> | Iterable<JobResult>,
  { stdout, stderr }: Output,
  format: Format = {},
): Promise<number> {
  const { columns: width } = stdout;
  const isTTY = stdout.isTTY && !format.json;
  const write = (text: string) =>
    new Promise<boolean>((resolve) => {
      stdout.write(text, (error) => resolve(!error));
    });
  // The failed write's callback tells.
  stdout.on("error", () => {});
  let first: JobResult | undefined;
  let last: JobResult["rows"][number] | undefined;
  let count = 0;
  let status = 0;
  for await (const result of results) {
    const isFirst = first === undefined;
    first ??= result;
    last = result.rows.at(-1) ?? last;
    count += result.rows.length;
    // Only the job `check` has this column.
    const state = result.columns.indexOf("state");
    if (result.rows.some((row) => row[state] === "WRONG")) status = 1;
    if (!isTTY) {
      const mark = isFirst && format.bom ? "\ufeff" : "";
      const text = isScript(result)
        ? toScript(result)
        : format.json
          ? toJsonLines(result)
          : mark + toCsv(result, isFirst, format.raw);
      // A closed pipe ends the job, unless it changes rows.
      if (!(await write(text)) && !change) return 0;
    } else if (!isFirst && first.rows.length < terminalRows) {
      first.rows.push(...result.rows);
    }
  }
  if (!first) return status;
  if (isTTY) await write(toTable(first, width || 80));
  if (isScript(first)) {
    // The script's first line counts its rows.
    const [line = ""] = String(first.rows[0]?.[0]).split("\n");
    stderr.write(`${visible(line)}\n`);
    return status;
  }
  const more = Number(last?.[first.columns.indexOf("more")] ?? 0);
  const shown = first.rows.length;
  const counted = [
    `${count} ${count === 1 ? "row" : "rows"}`,
    change && ` ${change}`,
    more > 0 && `, and ${more} more`,
    isTTY && shown < count && `, of which these are the first ${shown}`,
  ];
  stderr.write(`${counted.filter(Boolean).join("")}\n`);
  return status;
}
