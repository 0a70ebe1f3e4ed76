import type { PGlite } from "@electric-sql/pglite";
import { groupCommit } from "~/services/embedded-supabase/group-commit.server";
import {
  errorResponse,
  isPostgresError,
  postgresErrorResponse,
} from "~/services/embedded-supabase/postgrest-error.server";
import {
  tableOf,
  toRows,
} from "~/services/embedded-supabase/postgrest-request.server";

/** Table name → its columns' names. PostgREST's schema cache. */
type SchemaCache = Map<string, string[]>;

export interface PostgrestRequest {
  method: string;
  path: string;
  headers: Headers;
  body: string;
}

/**
 * The part of PostgREST that inserts, over PGlite: the same requests, statuses
 * and error bodies, as the role anon under row-level security.
 *
 * @param key the one API key that is accepted, as Supabase's gateway does
 */
export async function createPostgrest(sql: PGlite, key: string) {
  const schema = await readSchema(sql);
  const submit = await groupCommit(sql);

  return async function postgrest(
    request: PostgrestRequest,
  ): Promise<Response> {
    if (request.headers.get("apikey") !== key) {
      // Supabase's gateway answers this before PostgREST is asked.
      const message = request.headers.has("apikey")
        ? "Invalid API key"
        : "No API key found in request";
      const hint =
        "Double check your Supabase `anon` or `service_role` API key.";
      return Response.json({ message, hint }, { status: 401 });
    }
    const table = tableOf(request.path);
    if (table === undefined) {
      const message = "Invalid path specified in request URL";
      return errorResponse(404, { code: "PGRST125", message });
    }
    const handle = methods[request.method];
    if (!handle) {
      const message = `Unsupported HTTP method: ${request.method}`;
      return errorResponse(405, { code: "PGRST117", message });
    }
    try {
      return await handle(submit, schema, table, request);
    } catch (error) {
      if (isPostgresError(error)) return postgresErrorResponse(error);
      throw error;
    }
  };
}

type Submit = Awaited<ReturnType<typeof groupCommit>>;

type Handler = (
  submit: Submit,
  schema: SchemaCache,
  table: string,
  request: PostgrestRequest,
) => Promise<Response>;

const methods: Record<string, Handler | undefined> = {
  POST: insert,
  OPTIONS: allow,
  // Postgres refuses these to anon. Nobody else can ask.
  GET: onlyTried((table) => `select from ${table} where false`),
  HEAD: onlyTried((table) => `select from ${table} where false`),
  DELETE: onlyTried((table) => `delete from ${table} where false`),
  PATCH: onlyTried(
    (table, column) => `update ${table} set ${column} = null where false`,
  ),
  PUT: onlyTried(
    (table, column) => `update ${table} set ${column} = null where false`,
  ),
};

async function insert(
  submit: Submit,
  schema: SchemaCache,
  table: string,
  request: PostgrestRequest,
): Promise<Response> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim();
  if (type && type !== "application/json") {
    return invalidBody(`Content-Type not acceptable: ${type}`);
  }
  let body: unknown;
  const text = request.body;
  try {
    body = JSON.parse(text);
  } catch {
    return invalidBody("Empty or invalid json");
  }
  const rows = toRows(body);
  if (!rows) return invalidBody("All object keys must match");

  const known = schema.get(table);
  if (!known) return tableNotFound(table);
  const columns = Object.keys(rows[0] ?? {});
  const unknown = columns.find((column) => !known.includes(column));
  if (unknown !== undefined) {
    const message = `Could not find the '${unknown}' column of '${table}' in the schema cache`;
    return errorResponse(400, { code: "PGRST204", message });
  }
  if (rows.length > 0) {
    const names = columns.map(quote).join(", ");
    const target = `public.${quote(table)}`;
    const statement = columns.length
      ? `insert into ${target} (${names}) select ${names} from json_populate_recordset(null::${target}, $1)`
      : `insert into ${target} default values`;
    const json = Array.isArray(body) ? text : `[${text}]`;
    const accept = request.headers.get("accept") ?? "";
    await submit({
      statement,
      body: json,
      headers: headersOf(request),
      isSingular: accept.startsWith("application/vnd.pgrst.object"),
    });
  }
  return new Response(null, { status: 201 });
}

async function allow(_submit: Submit, schema: SchemaCache, table: string) {
  if (!schema.has(table)) return tableNotFound(table);
  const Allow = "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE";
  return new Response(null, { status: 200, headers: { Allow } });
}

function onlyTried(
  statement: (table: string, column: string) => string,
): Handler {
  return async (submit, schema, table, request) => {
    const columns = schema.get(table);
    if (!columns?.[0]) return tableNotFound(table);
    const text = statement(`public.${quote(table)}`, quote(columns[0]));
    const headers = headersOf(request);
    await submit({ statement: text, body: "null", headers });
    const details = "The embedded database only takes inserts";
    const message = "Feature not implemented";
    return errorResponse(400, { code: "PGRST127", message, details });
  };
}

const headersOf = (request: PostgrestRequest) =>
  JSON.stringify(Object.fromEntries(request.headers));

async function readSchema(sql: PGlite): Promise<SchemaCache> {
  const { rows } = await sql.query<{ table: string; columns: string[] }>(`
    select table_name as "table", array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = 'public'
    group by table_name`);
  return new Map(rows.map((row) => [row.table, row.columns]));
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

const invalidBody = (message: string) =>
  errorResponse(400, { code: "PGRST102", message });

const tableNotFound = (table: string) =>
  errorResponse(404, {
    code: "PGRST205",
    message: `Could not find the table 'public.${table}' in the schema cache`,
  });
