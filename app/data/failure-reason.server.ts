import { env } from "~/server/env.server";

/** PostgREST's error. A text is empty where the answer has none. */
export interface DatabaseError {
  /** Its own or Postgres's. */
  code: string;
  message: string;
  details: string;
}

export interface InsertResponse {
  /** 0 without an answer. */
  status: number;
  error: DatabaseError | undefined;
  /** The number of stored rows, if the answer says it. */
  count: number | null;
}

/**
 * Says why an insert failed and what the operator can do, without any value from
 * the row.
 */
export function insertFailureReason(
  table: string,
  columns: string[],
  response: InsertResponse | undefined,
): string {
  if (!response) return `no answer within ${env.SUPABASE_TIMEOUT_MS} ms`;
  const { status, error, count } = response;
  if (status === 0) return networkReason(error?.details);
  if (count === 0) {
    return "a trigger or rule dropped the row; npm run waitlist -- check names it";
  }
  if (!error?.code) {
    // Supabase's gateway checks the key first.
    return `status ${status}, ${status === 401 ? `the key is refused; ${setKey}` : "not from PostgREST"}`;
  }
  // Postgres may quote its input, and e-mail addresses must not be logged.
  const message = error.message.replace(/\S*@\S*/g, "***").slice(0, 200);
  const fix = fixes[error.code]?.({ table, columns, message, status });
  return `status ${status}, code ${error.code}: ${message}${fix ? `; ${fix}` : ""}`;
}

interface Refusal {
  table: string;
  columns: string[];
  message: string;
  status: number;
}

/** The name of a constraint, which Postgres quotes in its message. */
const constraintIn = (message: string) =>
  /constraint "(\w+)"/.exec(message)?.[1] ?? "a constraint";

const setKey = "set SUPABASE_ANON_KEY to this project's anon or publishable key";

const reloadSchema = "if it is there, run notify pgrst, 'reload schema'";

const runMigrations = ({ table }: Refusal) =>
  `run the migrations, supabase/migrations/*_${table}.sql among them`;

const columnMissing = () =>
  env.SUPABASE_URL
    ? `run the migrations for the column; ${reloadSchema}`
    : "put the column into a new migration and restart; npm run waitlist -- migrations lists what was applied";

function fixRights({ table, columns, message, status }: Refusal): string {
  // PostgREST answers 401 to anon, and 403 to any other role.
  if (status === 403) return `the key has another role than anon; ${setKey}`;
  const grant = /schema/i.test(message)
    ? "grant usage on schema public to anon"
    : `grant insert (${columns.join(", ")}) on public.${table} to anon, or a policy`;
  return `put what is missing into a new migration: ${grant}; npm run waitlist -- check names it`;
}

/** Hints for the operator, by the code of Postgres or PostgREST. */
const fixes: Record<string, (refusal: Refusal) => string> = {
  "23505": ({ table, message }) =>
    `if ${constraintIn(message)} is the primary key, its sequence is behind the rows: set it with setval(pg_get_serial_sequence('public.${table}', 'id'), (select max(id) from public.${table})); if it is on a form's field, rename it to contain the field's name`,
  "23514": ({ message }) =>
    `the rule ${constraintIn(message)} is stricter than the form: a limit of its column in the database is smaller than in app/forms, for one`,
  "42501": fixRights,
  "42703": columnMissing,
  "42P01": runMigrations,
  PGRST204: columnMissing,
  PGRST205: (refusal) => `${runMigrations(refusal)}; ${reloadSchema}`,
  PGRST301: () => `the key is not valid for this project; ${setKey}`,
  PGRST303: () => `the key has expired or is not valid; ${setKey}`,
};

/** supabase-js appends the cause's code to its message, in parentheses. */
const networkReason = (details = "") =>
  `no answer: ${/\(([A-Z][A-Z0-9_]+)\)/.exec(details)?.[1] ?? "connection failed"}`;
