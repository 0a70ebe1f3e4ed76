import { makeFolder, migrationStates } from "#supabase";
import type { Queryable } from "#supabase";
import { backupFolder } from "../backup/folder";
import { check } from "../check";
import type { Job } from "../job";
import { print } from "../print";

export const migrations: Job = {
  name: "migrations",
  description:
    "Lists which migrations were applied, which wait, and which have changed.",
  options: ["json"],
  opening: { isUnmigrated: true },
  run: async ({ store, io, options }) => {
    const applied = await readMigrations(store);
    if (!applied) {
      throw new Error(
        'The server has no list of migrations, which only "npx supabase db push" keeps. "check" says whether they were applied.',
      );
    }
    const states = migrationStates(applied, io.folders.migrations).map(
      ({ file, state }) => ({ migration: file, state }),
    );
    await print(["migration", "state"], [states], io, options);
    return 0;
  },
};

/** @returns undefined if the server has no list of them */
export async function readMigrations(database: Queryable) {
  const list = "supabase_migrations.schema_migrations";
  const found = await database.query(
    `select to_regclass('${list}')::text as list from pg_namespace
     where nspname = 'supabase_migrations' and has_schema_privilege(oid, 'usage')`,
  );
  if (!found.rows[0]?.list) return undefined;
  const { rows } = await database.query(
    `select version, name, array_to_string(statements, e'\\n') as statements
     from ${list} order by version`,
  );
  return rows.map(({ version, name, statements }) => ({
    version: String(version),
    name: String(name),
    statements: String(statements),
  }));
}

export const checking: Job = {
  name: "check",
  description: "Checks that the database is what the migrations make it.",
  options: ["json"],
  run: async ({ store, io, options }) => {
    // A container may have no other folder to write to.
    const folder = backupFolder(io.env);
    makeFolder(folder);
    const found = await check(store, io.folders, folder);
    if (found.length === 0) {
      io.stderr.write("The database is what the migrations make it.\n");
      return 0;
    }
    const rows = found.map((difference) => ({ ...difference }));
    await print(["state", "what", "is", "should"], [rows], io, options);
    return found.some(({ state }) => state === "WRONG") ? 1 : 0;
  },
};
