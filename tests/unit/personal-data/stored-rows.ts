import type { PGlite } from "@electric-sql/pglite";
import { databaseFolders } from "~/data/database-folders";
import { readJobs, runJob } from "~/embedded-supabase/jobs.server";
import { whole } from "../../support/fixtures/waitlist";

export interface Column {
  table: string;
  column: string;
  /** Both, with a dot. */
  place: string;
  type: string;
  granted: boolean;
}

export const readColumns = `
  select table_name as table, column_name as column,
    table_name || '.' || column_name as place, data_type as type,
    has_column_privilege('anon', format('public.%I', table_name), column_name, 'insert') as granted
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE'
  order by table_name, ordinal_position`;

/** Lets every column hold any value of its type. */
export const loosen = `
  do $$ declare statement text; begin
    for statement in
      select format('alter table %s drop constraint %I', conrelid::regclass, conname)
      from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f')
      union all
      select format('alter table public.%I alter %I drop not null', table_name, column_name)
      from information_schema.columns
      where table_schema = 'public' and is_nullable = 'NO' and column_name <> 'id'
    loop execute statement; end loop;
  end $$`;

/** By type, values that differ for each number; a boolean for odd and even. */
const values: Record<string, (number: number) => unknown> = {
  text: (number) => `raver-${number}@example.com`,
  uuid: (number) => `00000000-0000-4000-8000-${100_000_000_000 + number}`,
  "timestamp with time zone": (number) => new Date(number * 1000),
  date: (number) => new Date(number * 86_400_000),
  boolean: (number) => number % 2 === 0,
  integer: (number) => number,
  bigint: (number) => number,
  jsonb: (number) => ({ number }),
};

function valueOf({ place, type }: Column, number: number): unknown {
  const value = values[type];
  if (!value) throw new Error(`"values" lacks the type ${type} of ${place}`);
  return value(number);
}

export async function run(database: PGlite, name: string, argument?: string) {
  const job = readJobs(databaseFolders.queries).find(
    (one) => one.name === name,
  );
  if (!job) throw new Error(`There is no job ${name}`);
  return (await whole(runJob(database, job, argument))).rows;
}

type Known = (database: PGlite, columns: Column[]) => Promise<string[]>;

const tablesOf = (columns: Column[]) => [
  ...new Set(columns.map(({ table }) => table)),
];

async function empty(database: PGlite, columns: Column[]) {
  for (const table of tablesOf(columns))
    await database.exec(`truncate public."${table}"`);
}

/** Leaves one row in each table. */
async function fill(database: PGlite, columns: Column[]) {
  await empty(database, columns);
  // The triggers would replace values.
  await database.exec("set session_replication_role = replica");
  for (const table of tablesOf(columns)) {
    const own = columns.filter((column) => column.table === table);
    const names = own.map(({ column }) => `"${column}"`).join();
    const parameters = own.map((_, index) => `$${index + 1}`).join();
    await database.query(
      `insert into public."${table}" (${names}) values (${parameters})`,
      own.map((column) => valueOf(column, columns.indexOf(column))),
    );
  }
  await database.exec("reset session_replication_role");
}

/** The values as text, in the order of the columns. */
async function stored(database: PGlite, columns: Column[]) {
  const texts: (string | undefined)[] = [];
  for (const { table, column } of columns) {
    const { rows } = await database.query<{ value: string }>(
      `select "${column}"::text as value from public."${table}"`,
    );
    texts.push(rows[0]?.value);
  }
  return texts;
}

/** Finds the columns whose values come back when a dump is loaded. */
export const dumped: Known = async (database, columns) => {
  await fill(database, columns);
  const before = await stored(database, columns);
  const script = (await run(database, "dump")).flat().join("\n");
  await empty(database, columns);
  await database.exec(script);
  const after = await stored(database, columns);
  return columns
    .filter((_, index) => after[index] === before[index])
    .map(({ place }) => place);
};

/** Finds the columns that change an export when they change. */
export const exported: Known = async (database, columns) => {
  await fill(database, columns);
  const jobs = readJobs(databaseFolders.queries)
    .map(({ name }) => name)
    .filter((name) => name.startsWith("export-"));
  const exportAll = async () => {
    const results: unknown[] = [];
    for (const name of jobs) results.push(await run(database, name));
    return JSON.stringify(results);
  };
  const shown: string[] = [];
  let before = await exportAll();
  for (const [index, one] of columns.entries()) {
    await database.query(
      `update public."${one.table}" set "${one.column}" = $1`,
      [valueOf(one, index + 1001)],
    );
    const after = await exportAll();
    if (after !== before) shown.push(one.place);
    before = after;
  }
  return shown;
};

/** Finds the tables whose row is erased with an address that it contains. */
export const erased: Known = async (database, columns) => {
  await fill(database, columns);
  const texts = columns.filter(({ type }) => type === "text");
  for (const text of await stored(database, texts))
    await run(database, "erase-person", text);
  const left = await stored(database, columns);
  return columns
    .filter((_, index) => left[index] === undefined)
    .map(({ table }) => `table ${table}`);
};
