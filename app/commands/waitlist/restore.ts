import type { JobResult, Queryable } from "~/embedded-supabase/jobs.server";
import { readDump, readText } from "./dump-reader";
import type { DumpColumn, DumpRow } from "./dump-reader";
import type { ErasedPeople } from "./erased-people";

interface Source {
  columns: DumpColumn[];
  /** The table that the rows belong into. */
  table?: string;
  read: number;
  leftOut: number;
}

/**
 * Adds the rows of a dump that are missing, as the script itself does in psql,
 * and changes no existing row. Rows of people who were erased after they were
 * stored are left out.
 *
 * @param database in a transaction
 * @throws Error with one line that names the line of the file
 */
export async function restore(
  file: string,
  database: Queryable,
  erased: Pick<ErasedPeople, "has">,
): Promise<JobResult> {
  const run = (statement: string, parameters: unknown[] = []) =>
    database.query(statement, parameters, { rowMode: "array" });
  const sources = new Map<string, Source>();
  const sourceOf = (name: string) => {
    const source = sources.get(name);
    if (!source) throw new Error(`A dump has no rows of ${name}.`);
    return source;
  };

  for await (const part of readDump(readText(file), file)) {
    if (part.kind === "columns") {
      const { source, columns } = part;
      sources.set(source, { columns, read: 0, leftOut: 0 });
      await run(
        `create temporary table "copied_${source}" (${columns
          .map(({ name, type }) => `"${name}" ${type}`)
          .join()}) on commit drop`,
      );
    } else if (part.kind === "rows") {
      const source = sourceOf(part.source);
      const kept = part.rows.filter((row) => !isErased(row, source, erased));
      source.read += part.rows.length;
      source.leftOut += part.rows.length - kept.length;
      try {
        await run(
          `insert into pg_temp."copied_${part.source}" select ${casts(source)}`,
          source.columns.map((_, index) => kept.map((row) => row[index])),
        );
      } catch (error) {
        throw new Error(
          `In the rows up to line ${part.line} of ${JSON.stringify(file)}: ${(error as Error).message}`,
          { cause: error },
        );
      }
    } else sourceOf(part.source).table = part.table;
  }

  // Other writers wait from here on.
  const rows: JobResult["rows"] = [];
  for (const [name, { table = "", columns, read, leftOut }] of sources) {
    const names = columns.map((column) => `"${column.name}"`).join();
    const trigger = (state: string) =>
      run(
        `alter table public."${table}" ${state} trigger skip_repeated_submission`,
      );
    // It takes the idempotency key from the request: here there is none.
    await trigger("disable");
    const { rows: counted } = await run(
      `with added as (
         insert into public."${table}" (${names})
         select ${names} from pg_temp."copied_${name}"
         on conflict do nothing returning id
       )
       select count(*)::int from added`,
    );
    await trigger("enable");
    const copied = Number(counted[0]?.[0]);
    rows.push([table, copied, read - leftOut - copied, leftOut]);
  }
  return {
    columns: ["table", "copied", "there_already", "erased_people"],
    rows,
  };
}

/** The rows arrive as a list of texts for each column. */
const casts = ({ columns }: Source) =>
  `${columns.map(({ type }, index) => `c${index}::${type}`).join()}
   from unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join()})
   as rows(${columns.map((_, index) => `c${index}`).join()})`;

/** Whether the list of erased people names a row, by its address and time. */
export function isErased(
  row: DumpRow,
  { columns }: Pick<Source, "columns">,
  erased: Pick<ErasedPeople, "has">,
): boolean {
  const cellOf = (name: string) =>
    row[columns.findIndex((column) => column.name === name)] ?? null;
  const email = cellOf("email");
  return email !== null && erased.has(email, cellOf("created_at"));
}
