import type { PGlite } from "@electric-sql/pglite";
import { groupCommit } from "~/embedded-supabase/group-commit.server";
import {
  errorResponse,
  invalidBody,
  invalidJson,
  isPostgresError,
  notImplemented,
  postgresErrorResponse,
} from "~/embedded-supabase/postgrest-error.server";
import { readTable } from "~/embedded-supabase/postgrest-request.server";
import type { PostgrestRequest } from "~/embedded-supabase/postgrest-request.server";

/**
 * The part of PostgREST that inserts, over PGlite: the same requests, statuses
 * and error bodies, as the role anon under row-level security. Every other
 * request is answered with an error.
 *
 * @param key the one API key that is accepted
 */
export async function createPostgrest(sql: PGlite, key: string) {
  const columnsOf = await readColumns(sql);
  const submit = await groupCommit(sql);

  return async function postgrest(
    request: PostgrestRequest,
  ): Promise<Response> {
    const table = readTable(request, key);
    if (table instanceof Response) return table;
    const payload = readPayload(request.body);
    if (payload instanceof Response) return payload;
    const { columns, rows } = payload;

    const known = columnsOf.get(table);
    if (!known) {
      const message = `Could not find the table 'public.${table}' in the schema cache`;
      return errorResponse(404, { code: "PGRST205", message });
    }
    const unknown = columns.find((column) => !known.includes(column));
    if (unknown !== undefined) {
      const message = `Could not find the '${unknown}' column of '${table}' in the schema cache`;
      return errorResponse(400, { code: "PGRST204", message });
    }
    const names = columns.map(quote).join(", ");
    const target = `public.${quote(table)}`;
    try {
      await submit({
        statement: `insert into ${target} (${names}) select ${names} from json_populate_recordset(null::${target}, $1)`,
        rows,
        headers: JSON.stringify(Object.fromEntries(request.headers)),
      });
    } catch (error) {
      if (isPostgresError(error)) return postgresErrorResponse(error);
      throw error;
    }
    return new Response(null, { status: 201 });
  };
}

interface Payload {
  columns: string[];
  /** In JSON: an array of objects that all have these columns. */
  rows: string;
}

/** Authority: src/library/PostgREST/ApiRequest/Payload.hs of PostgREST 16.1. */
function readPayload(body: string): Payload | Response {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return invalidJson();
  }
  // PostgREST takes a number or a string for an empty array.
  const rows: unknown[] = Array.isArray(json)
    ? json
    : isRow(json)
      ? [json]
      : [];
  if (!rows.every(isRow) || new Set(rows.map(keysOf)).size > 1) {
    return invalidBody("All object keys must match");
  }
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return notImplemented("rows without columns");
  // PGlite 0.5.16 reports no error for JSON that is nested too deep for its
  // stack, and the next statement never ends.
  const isText = (value: unknown) =>
    typeof value === "string" || value === null;
  if (!rows.every((row) => Object.values(row).every(isText))) {
    return notImplemented("values other than text and null");
  }
  return { columns, rows: JSON.stringify(rows) };
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const keysOf = (row: object) => JSON.stringify(Object.keys(row).sort());

/** The columns' names by table, as PostgREST's schema cache has them. */
async function readColumns(sql: PGlite): Promise<Map<string, string[]>> {
  const { rows } = await sql.query<{ table: string; columns: string[] }>(`
    select table_name as "table", array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = 'public'
    group by table_name`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
