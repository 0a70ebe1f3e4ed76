/** An insert or a read as anon that PostgREST or Postgres refused. */
interface Refusal {
  table: string;
  columns: string[];
  status: number;
  /** PostgREST's own or Postgres's. It is empty where the answer has none. */
  code: string;
  message: string;
  isEmbedded: boolean;
}

const setKey =
  "set SUPABASE_ANON_KEY to this project's anon or publishable key";

const reloadSchema = "if it is there, run notify pgrst, 'reload schema'";

/** The name of a constraint, which Postgres quotes in its message. */
const constraintIn = (message: string) =>
  /constraint "(\w+)"/.exec(message)?.[1] ?? "a constraint";

const runMigrationsOf = ({ table }: Refusal) =>
  `run the migrations, supabase/migrations/*_${table}.sql among them`;

const addColumn = ({ isEmbedded }: Refusal) =>
  isEmbedded
    ? "put the column into a new migration and restart; npm run waitlist -- migrations lists what was applied"
    : `run the migrations for the column; ${reloadSchema}`;

/** Says what an operator can do about a refusal, if its code tells. */
export const fixFor = (refusal: Refusal): string | undefined =>
  fixes[refusal.code]?.(refusal) ??
  // Supabase's gateway checks the key first.
  (refusal.status === 401 ? `the key is refused; ${setKey}` : undefined);

const fixes: Record<string, (refusal: Refusal) => string> = {
  "23505": ({ table, message }) =>
    `if ${constraintIn(message)} is the primary key, its sequence is behind the rows: set it with setval(pg_get_serial_sequence('public.${table}', 'id'), (select max(id) from public.${table})); if it is on a form's field, rename it to contain the field's name`,
  "23514": ({ message }) =>
    `the rule ${constraintIn(message)} is stricter than the form: a limit of its column in the database is smaller than in app/forms, for one`,
  "25006": () => readOnly,
  "42501": fixRights,
  "42703": addColumn,
  "42P01": runMigrationsOf,
  PGRST204: addColumn,
  PGRST205: (refusal) => `${runMigrationsOf(refusal)}; ${reloadSchema}`,
  PGRST301: () => `the key is not valid for this project; ${setKey}`,
  PGRST303: () => `the key has expired or is not valid; ${setKey}`,
};

function fixRights({ table, columns, message, status }: Refusal): string {
  // PostgREST answers 401 to anon, and 403 to any other role.
  if (status === 403) return `the key has another role than anon; ${setKey}`;
  const grant = isAboutSchema(message)
    ? "grant usage on schema public to anon"
    : `grant insert (${columns.join(", ")}) on public.${table} to anon, or a policy`;
  return `put what is missing into a new migration: ${grant}; npm run waitlist -- check names it`;
}

/** Whether a role may not even use the schema, or only not the table. */
export const isAboutSchema = (message: string) => /\bschema\b/i.test(message);

/** Says what to do about a database that takes no rows (25006). */
export const readOnly =
  "the database is read-only, as a standby is, and a Supabase project whose disk is full: make room by its dashboard";

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
  { status, error, count }: InsertResponse,
  insert: Pick<Refusal, "table" | "columns" | "isEmbedded">,
): string {
  if (status === 0) return networkReason(error?.details);
  if (count === 0) {
    return "a trigger or rule dropped the row; npm run waitlist -- check names it";
  }
  const code = error?.code ?? "";
  // Postgres may quote its input, and e-mail addresses must not be logged.
  const message = (error?.message ?? "")
    .replace(/\S+/g, (word) => (word.includes("@") ? "***" : word))
    .slice(0, 200);
  const fix = fixFor({ ...insert, status, code, message });
  if (!code) return `status ${status}, ${fix ?? "not from PostgREST"}`;
  return `status ${status}, code ${code}: ${message}${fix ? `; ${fix}` : ""}`;
}

/** supabase-js appends the cause's code to its message, in parentheses. */
const networkReason = (details = "") =>
  `no answer: ${/\(([A-Z][A-Z0-9_]+)\)/.exec(details)?.[1] ?? "connection failed"}${proxyHint()}`;

/** Ends the reason of a server that cannot be reached, if a proxy may be why. */
export function proxyHint(): string {
  const name = Object.keys(process.env).find((name) =>
    /^(?:https?|all)_proxy$/i.test(name),
  );
  return name
    ? `; ${name} is set, which Node uses only with NODE_USE_ENV_PROXY=1 in the environment that starts it, not in .env`
    : "";
}
