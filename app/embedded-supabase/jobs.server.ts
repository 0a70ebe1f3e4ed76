import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** An operator's job is a file of SQL. */
export interface Job {
  name: string;
  /** The file's first line. */
  description: string;
  file: string;
  sql: string;
  /** The name of its only parameter. */
  parameter: string | undefined;
  /** Its effect on the rows that it returns. */
  change: "erased" | "updated" | undefined;
}

/** A job's whole result, or one batch of it. */
export interface JobResult {
  columns: string[];
  rows: (string | number | null)[][];
}

/** A Postgres, embedded or not. PGlite and its transactions are such. */
export interface Queryable {
  query(
    statement: string,
    parameters: unknown[],
    options: { rowMode: "array" },
  ): Promise<{ fields: { name: string }[]; rows: JobResult["rows"] }>;
}

/**
 * Operators edit this line to run a file by hand. Here a bound value replaces
 * the example.
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

/** How an export makes a text harmless for a spreadsheet. */
const guard = /regexp_replace\(([\w.]+), formula\.start, '''', 'g'\)/g;

/** The job with every text as it is stored. */
export const rawJob = (job: Job): Job => ({
  ...job,
  sql: job.sql.replace(guard, "$1"),
});

/**
 * PGlite runs queries on the site's own thread, so reading or erasing a whole
 * table would block every visitor. Lines with this mark apply only in batches.
 * The leading columns "$1", "$2" … say where a batch ends: they are the next
 * batch's parameters, null for the first, and not part of the result. Neither
 * is a row of nulls behind them: its batch found nothing, and the job goes on.
 */
const batchMark = "-- in batches: ";

/** Each batch runs in its own transaction, when the caller asks for it. */
export async function* runJob(
  database: Queryable,
  { sql, parameter }: Job,
  argument: string | undefined,
): AsyncGenerator<JobResult> {
  const query = async (statement: string, parameters: unknown[]) => {
    const { fields, rows } = await database.query(statement, parameters, {
      rowMode: "array",
    });
    return { columns: fields.map(({ name }) => name), rows };
  };

  // With an input, which is $1, the file's keys start at $2.
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
