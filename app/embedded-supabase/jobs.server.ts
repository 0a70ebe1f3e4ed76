import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";

/** Relative to the folder in which the site is started, as `public` is. */
const queriesFolder = "supabase/queries";

/** What an operator asks of the database: one file of `supabase/queries`. */
export interface Job {
  name: string;
  /** The file's first line. */
  description: string;
  file: string;
  sql: string;
  /** What it has to be told; undefined: nothing. */
  parameter: string | undefined;
  /** What becomes of the rows that it answers with; undefined: nothing. */
  change: "erased" | "updated" | undefined;
}

export interface JobResult {
  columns: string[];
  rows: (string | number | null)[][];
}

/**
 * The line that is edited where a file is run by hand. Here the value is bound
 * in the place of the example.
 */
const input = /^(with input\((\w+)\) as \(values \()'[^']*'\)/m;

export function readJobs(): Job[] {
  return readdirSync(queriesFolder)
    .filter((name) => name.endsWith(".sql"))
    .map((name) => {
      const file = path.posix.join(queriesFolder, name);
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

/** All of it or nothing. */
export async function runJob(
  database: PGlite,
  { sql, parameter }: Job,
  argument: string | undefined,
): Promise<JobResult> {
  const { fields, rows } = await database.transaction((transaction) =>
    transaction.query<JobResult["rows"][number]>(
      sql.replace(input, "$1$$1)"),
      parameter ? [argument] : [],
      { rowMode: "array" },
    ),
  );
  return { columns: fields.map(({ name }) => name), rows };
}
