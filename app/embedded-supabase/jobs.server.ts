import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";

/** One of the operator's jobs: a file of SQL. */
export interface Job {
  name: string;
  /** The file's first line. */
  description: string;
  file: string;
  sql: string;
  /** The name of its one parameter, if it has one. */
  parameter: string | undefined;
  /** Its effect on the rows that it returns, if it has one. */
  change: "erased" | "updated" | undefined;
}

/** All that a job answers, or one batch of it. */
export interface JobResult {
  columns: string[];
  rows: (string | number | null)[][];
}

/**
 * The line that is edited where a file is run by hand. Here the value is bound
 * in the place of the example.
 */
const input = /^(with input\((\w+)\) as \(values \()'[^']*'\)/m;

export function readJobs(folder: string): Job[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .map((name) => {
      const file = path.posix.join(folder, name);
      const sql = readFileSync(file, "utf8");
      return {
        name: path.basename(name, ".sql"),
        description: /^-- (.*)/.exec(sql)?.[1] ?? "",
        file,
        sql,
        parameter: input.exec(sql)?.[2],
        change: /^\s*delete from /m.test(sql)
          ? "erased"
          : /^\s*update /m.test(sql)
            ? "updated"
            : undefined,
      };
    });
}

/**
 * PGlite runs a query on the site's own thread, so one that reads or erases a
 * whole table would hold up every visitor. Such a file has lines that count in
 * batches only. Its leading columns "$1", "$2" … say where a batch ends: they
 * are the parameters of the next one, null for the first, and no result. A row
 * of nulls behind them is none either: its batch found nothing, and goes on.
 */
const batchMark = "-- in batches: ";

/** Each batch is a transaction of its own, made when the caller asks for it. */
export async function* runJob(
  database: PGlite,
  { sql, parameter }: Job,
  argument: string | undefined,
): AsyncGenerator<JobResult> {
  const query = async (statement: string, parameters: unknown[]) => {
    const { fields, rows } = await database.query<JobResult["rows"][number]>(
      statement,
      parameters,
      { rowMode: "array" },
    );
    return { columns: fields.map(({ name }) => name), rows };
  };

  // An input is $1, and the keys of its file start at $2.
  const statement = sql.replaceAll(batchMark, "").replace(input, "$1$$1)");
  const given = parameter ? [argument] : [];
  const keys = statement.match(/ as "\$\d"/g)?.length ?? 0;
  let end: unknown[] | undefined = new Array(keys).fill(null);
  while (end) {
    const { columns, rows } = await query(statement, [...given, ...end]);
    const results = rows.map((row) => row.slice(keys));
    yield {
      columns: columns.slice(keys),
      rows: keys > 0 ? results.filter((row) => !row.every(isNull)) : results,
    };
    end = sql.includes(batchMark) ? rows.at(-1)?.slice(0, keys) : undefined;
  }
}

const isNull = (value: unknown) => value === null;
