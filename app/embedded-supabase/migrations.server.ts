import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";

/**
 * A Supabase project before its first migration. Its default privileges show
 * whether a migration forgets to revoke them.
 */
export const supabaseProject = `
  do $$ begin
    create role anon nologin;
    create role authenticated nologin;
    create role service_role nologin bypassrls;
    grant usage on schema public to anon, authenticated, service_role;
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
    alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  exception when duplicate_object then null;
  end $$;

  -- Supabase's CLI uses the same table.
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key,
    statements text[],
    name text
  );
`;

/** Applies the missing migrations in the order of their names. */
export async function migrate(sql: PGlite, folder: string): Promise<void> {
  const { rows } = await sql.query<{ version: string }>(
    "select version from supabase_migrations.schema_migrations",
  );
  const applied = new Set(rows.map((row) => row.version));
  for (const file of readdirSync(folder).sort()) {
    const [, version, name] = /^(\d+)_(.*)\.sql$/.exec(file) ?? [];
    if (!version || applied.has(version)) continue;
    const statements = readFileSync(path.join(folder, file), "utf8");
    await sql.transaction(async (transaction) => {
      await transaction.exec(statements);
      await transaction.query(
        "insert into supabase_migrations.schema_migrations values ($1, $2, $3)",
        [version, [statements], name],
      );
    });
  }
}
