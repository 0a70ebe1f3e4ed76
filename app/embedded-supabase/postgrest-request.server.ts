import {
  errorResponse,
  invalidBody,
  notImplemented,
} from "~/embedded-supabase/postgrest-error.server";

/** supabase-js passes the text of a body. */
export type PostgrestInit = Omit<RequestInit, "body"> & { body?: string };

/** The rows that a request inserts. */
export interface Insert {
  table: string;
  columns: string[];
  /** In JSON: an array of objects that all have these columns. */
  rows: string;
  headers: Headers;
}

/** The headers that ask PostgREST for something, with the values that do not. */
const plainHeaders: [name: string, value: RegExp][] = [
  ["content-profile", /^public$/],
  ["accept-profile", /^public$/],
  ["prefer", /^(return=minimal|count=exact)?$/],
  ["accept", /^(\*\/\*|application\/json)$/],
  ["content-type", /^application\/json(; ?charset=utf-8)?$/i],
];

/**
 * Reads what a request inserts. A request is refused unless it is known to ask
 * for nothing else.
 *
 * @param key the one API key that is accepted
 * @returns the rows, or the answer that refuses the request
 */
export function readInsert(
  url: URL,
  { method = "GET", headers: sent, body = "" }: PostgrestInit,
  key: string,
): Insert | Response {
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
    return errorResponse(404, { code: "PGRST125", message });
  }
  const rows = readRows(body);
  if (rows instanceof Response) return rows;
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return notImplemented("rows without columns");
  // PGlite 0.5.16 reports no error for JSON that is nested too deep for its
  // stack, and the next statement never ends.
  const isText = (value: unknown) =>
    typeof value === "string" || value === null;
  if (!rows.every((row) => Object.values(row).every(isText))) {
    return notImplemented("values other than text and null");
  }
  return { table, columns, rows: JSON.stringify(rows), headers };
}

/** Supabase's gateway checks `apikey`; PostgREST the token (Auth/Jwt.hs). */
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
    return errorResponse(401, { code: "PGRST301", message });
  }
}

/** Authority: src/library/PostgREST/ApiRequest/Payload.hs of PostgREST 16.1. */
function readRows(body: string): Record<string, unknown>[] | Response {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return invalidBody();
  }
  const rows: unknown[] = Array.isArray(json) ? json : [json];
  if (!rows.every(isRow) || new Set(rows.map(keysOf)).size > 1) {
    return invalidBody("All object keys must match");
  }
  return rows;
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const keysOf = (row: object) => JSON.stringify(Object.keys(row).sort());
