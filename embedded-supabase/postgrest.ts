import type { PGlite } from "@electric-sql/pglite";
import { groupCommit } from "./group-commit";
import type { PostgresError } from "./group-commit";

/** supabase-js passes bodies as strings. */
export type PostgrestInit = Omit<RequestInit, "body"> & { body?: string };

/**
 * Inserts into PGlite like PostgREST: as the role anon under row-level security,
 * with its statuses and error bodies. Every other request gets an error.
 * Authority: PostgREST 16.1, src/library/PostgREST.
 *
 * @param key the only API key that is accepted
 * @param refusal says why the disk may not take rows
 */
export async function createPostgrest(
  sql: PGlite,
  key: string,
  refusal: () => string | undefined,
) {
  const columnsOf = await readColumns(sql);
  const submit = await groupCommit(sql, refusal);

  return async function postgrest(
    url: string | URL,
    init: PostgrestInit,
  ): Promise<Response> {
    const insert = readInsert(new URL(url), init, key);
    if (insert instanceof Response) return insert;
    const { table, columns, row, headers } = insert;

    const known = columnsOf.get(table);
    if (!known) {
      const message = `Could not find the table 'public.${table}' in the schema cache`;
      return errorResponse({ code: "PGRST205", message });
    }
    const unknown = columns.find((column) => !known.includes(column));
    if (unknown !== undefined) {
      const message = `Could not find the '${unknown}' column of '${table}' in the schema cache`;
      return errorResponse({ code: "PGRST204", message });
    }
    const names = columns.map(quote).join(", ");
    const target = `public.${quote(table)}`;
    const result = await submit({
      statement: `insert into ${target} (${names}) select ${names} from json_populate_record(null::${target}, $1)`,
      row: JSON.stringify(row),
      headers: JSON.stringify(Object.fromEntries(headers)),
    });
    if (typeof result !== "number") return errorResponse(result);
    const count = headers.get("prefer")?.includes("count=exact") ? result : "*";
    const range = { "Content-Range": `*/${count}` };
    return new Response(null, { status: 201, headers: range });
  };
}

/** The column names by table, like PostgREST's schema cache. */
async function readColumns(sql: PGlite): Promise<Map<string, string[]>> {
  const { rows } = await sql.query<{ table: string; columns: string[] }>(`
    select table_name as "table", array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = 'public'
    group by table_name`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Headers that PostgREST acts on, with the values that change nothing here. */
const plainHeaders: [name: string, value: RegExp][] = [
  ["content-profile", /^public$/],
  ["accept-profile", /^public$/],
  ["prefer", /^(return=minimal|count=exact)?$/],
  ["accept", /^(\*\/\*|application\/json)$/],
  ["content-type", /^application\/json(; ?charset=utf-8)?$/i],
];

/**
 * Refuses every request that is not known to be a plain insert.
 *
 * @returns the row, or the refusal
 */
function readInsert(
  url: URL,
  { method = "GET", headers: sent, body = "" }: PostgrestInit,
  key: string,
) {
  const headers = new Headers(sent);
  const refusal = refuseKey(headers, key);
  if (refusal) return refusal;
  if (method !== "POST") return notImplemented(`${method} requests`);
  if (url.search) return notImplemented("query parameters");
  for (const [name, plain] of plainHeaders) {
    const value = headers.get(name);
    if (value === null || plain.test(value)) continue;
    return notImplemented(`the header ${name}: ${value}`);
  }
  const [, table] = /^\/rest\/v1\/(\w+)$/.exec(url.pathname) ?? [];
  if (!table) {
    const message = "Invalid path specified in request URL";
    return errorResponse({ code: "PGRST125", message });
  }
  const row = readRow(body);
  if (row instanceof Response) return row;
  const columns = Object.keys(row);
  if (columns.length === 0) return notImplemented("a row without columns");
  // PGlite 0.5.16 reports no error for JSON that is nested too deeply for its
  // stack, and the next statement never ends.
  const isText = (value: unknown) =>
    typeof value === "string" || value === null;
  if (!Object.values(row).every(isText)) {
    return notImplemented("values other than text and null");
  }
  return { table, columns, row, headers };
}

/** The gateway checks `apikey`; PostgREST checks the token (Auth/Jwt.hs). */
function refuseKey(headers: Headers, key: string): Response | undefined {
  if (headers.get("apikey") !== key) {
    const message = headers.has("apikey")
      ? "Invalid API key"
      : "No API key found in request";
    const hint = "Double check your Supabase `anon` or `service_role` API key.";
    return Response.json({ message, hint }, { status: 401 });
  }
  // supabase-js sends the key as a token too.
  const own = `Bearer ${key}`;
  if ((headers.get("authorization") ?? own) !== own) {
    const message = "JWT couldn't be decoded";
    return errorResponse({ code: "PGRST301", message });
  }
}

function readRow(body: string): Record<string, unknown> | Response {
  try {
    const row: unknown = JSON.parse(body);
    if (Array.isArray(row)) return notImplemented("arrays of rows");
    if (typeof row === "object" && row) return { ...row };
  } catch {
    // The answer is the same.
  }
  const message = "Empty or invalid json";
  return errorResponse({ code: "PGRST102", message });
}

/**
 * Errors of inserts by anon, with the triggers of this site's tables. The first
 * match counts; all others are 400.
 */
const statuses: [code: RegExp, status: number][] = [
  [/^(42501|PGRST301)$/, 401],
  [/^(42883|42P01|PGRST125|PGRST205)$/, 404],
  [/^2350[35]$/, 409],
  [/^53/, 503],
  [/^P0001$/, 400],
  [/^(09|21|54|55|P0|XX)/, 500],
];

/** Authority: Error.hs (errorResponseFor, ErrorBody and mapSQLtoHTTP). */
function errorResponse(error: PostgresError): Response {
  const { code, message, details = null, hint = null } = error;
  const [, status] = statuses.find(([pattern]) => pattern.test(code)) ?? [];
  return Response.json(
    { code, message, details, hint },
    {
      status: status ?? 400,
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Proxy-Status": `PostgREST; error=${code}`,
        ...(status === 401 && { "WWW-Authenticate": "Bearer" }),
      },
    },
  );
}

/** The answer to any other request, whatever PostgREST would answer. */
const notImplemented = (feature: string) =>
  errorResponse({
    code: "PGRST127",
    message: "Feature not implemented",
    details: `The embedded Supabase does not take ${feature}`,
  });
