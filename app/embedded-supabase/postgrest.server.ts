import type { PGlite } from "@electric-sql/pglite";
import { groupCommit } from "~/embedded-supabase/group-commit.server";
import {
  errorResponse,
  postgresErrorResponse,
} from "~/embedded-supabase/postgrest-error.server";
import { readInsert } from "~/embedded-supabase/postgrest-request.server";
import type { PostgrestInit } from "~/embedded-supabase/postgrest-request.server";

/**
 * The part of PostgREST that inserts, over PGlite: the same statuses and error
 * bodies, as the role anon under row-level security. Every other request is
 * answered with an error.
 *
 * @param key the one API key that is accepted
 */
export async function createPostgrest(sql: PGlite, key: string) {
  const columnsOf = await readColumns(sql);
  const submit = await groupCommit(sql);

  return async function postgrest(
    url: string | URL,
    init: PostgrestInit,
  ): Promise<Response> {
    const insert = readInsert(new URL(url), init, key);
    if (insert instanceof Response) return insert;
    const { table, columns, rows, headers } = insert;

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
    const result = await submit({
      statement: `insert into ${target} (${names}) select ${names} from json_populate_recordset(null::${target}, $1)`,
      rows,
      headers: JSON.stringify(Object.fromEntries(headers)),
    });
    if (typeof result !== "number") return postgresErrorResponse(result);
    const count = headers.get("prefer")?.includes("count=exact") ? result : "*";
    const range = { "Content-Range": `*/${count}` };
    return new Response(null, { status: 201, headers: range });
  };
}

/** The columns' names by table, as PostgREST's schema cache has them. */
async function readColumns(sql: PGlite): Promise<Map<string, string[]>> {
  const { rows } = await sql.query<{ table: string; columns: string[] }>(`
    select table_name as "table", array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = 'public'
    group by table_name`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
