import { readMigrationStates } from "#supabase";
import type { Queryable } from "#supabase";
import { makeFolder } from "#supabase/files";
import { backupFolder } from "../backup/folder";
import { compare, describeMigrations } from "../check";
import type { Job, Terminal } from "../job";
import { print } from "../print";

export const migrations: Job = {
  name: "migrations",
  description:
    "Lists which migrations were applied, which wait, and which have changed.",
  options: ["json"],
  opening: { skipMigrations: true },
  run: async ({ store, terminal, options }) => {
    if (!store.folder)
      throw new Error(
        'The list is on a server, whose migrations "npx supabase migration list" shows. "check" says whether they were applied.',
      );
    const states = (
      await readMigrationStates(store, terminal.folders.migrations)
    ).map(({ file, state }) => ({ migration: file, state }));
    await print(["migration", "state"], [states], terminal, options);
  },
};

/** Makes a new database to compare with. */
export async function differencesFromMigrations(
  store: Queryable,
  { env, folders }: Terminal,
) {
  // A container may allow writing to no other folder.
  const folder = backupFolder(env);
  makeFolder(folder);
  return compare(store, await describeMigrations(folders, folder));
}

export const check: Job = {
  name: "check",
  description: "Checks that the database is what the migrations make it.",
  options: ["json"],
  run: async ({ store, terminal, options }) => {
    const found = await differencesFromMigrations(store, terminal);
    if (found.length === 0) {
      terminal.stderr.write("The database is what the migrations make it.\n");
      return;
    }
    await print(["state", "what", "is", "should"], [found], terminal, options);
    if (found.some(({ state }) => state === "WRONG"))
      throw new Error("The database is not what the migrations make it.");
  },
};
