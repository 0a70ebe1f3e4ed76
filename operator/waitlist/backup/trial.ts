import { mkdtempSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { openMigratedDatabase } from "#supabase";
import type { Folders, Store } from "#supabase";
import { askForRoom } from "#supabase/files";
import { restoreBackup } from "./restore";
import type { Restored } from "./restore";
import type { Written } from "./write";

/**
 * Opens a new database that has only the migrations, and removes it after the
 * work.
 *
 * @param folder gets the database's folder
 */
export async function tryInNewDatabase<Result>(
  folder: string,
  folders: Folders,
  work: (database: Store) => Promise<Result>,
): Promise<Result> {
  const temporary = mkdtempSync(path.join(folder, "kandi-trial-"));
  const remove = () => rmSync(temporary, { recursive: true, force: true });
  const exit = () => process.exit(1);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  // The process also exits if the trial's Postgres panics.
  process.once("exit", remove);
  for (const signal of signals) process.once(signal, exit);
  try {
    const database = await openMigratedDatabase(temporary, folders);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    remove();
    process.off("exit", remove);
    for (const signal of signals) process.off(signal, exit);
  }
}

/** Megabytes. A new database takes 40, and its log 80. */
const newDatabase = 120;

/** Tables with their indexes take up to twice the size of the backup. */
const megabytesOf = (file: string) => (2 * statSync(file).size) / 2 ** 20;

/**
 * Restores a backup into a new database.
 *
 * @throws Error with one line if a row is lost, or there is no room for it
 */
export async function tryRestoring(
  { unfinished }: Written,
  folders: Folders,
): Promise<Restored[]> {
  const folder = path.dirname(unfinished);
  askForRoom(folder, "a trial", megabytesOf(unfinished) + newDatabase);
  return tryInNewDatabase(folder, folders, async ({ sql }) => {
    const restored = await sql.transaction((transaction) =>
      restoreBackup(unfinished, transaction, () => false, true),
    );
    const lost = restored.find(({ there_already }) => there_already > 0);
    if (!lost) return restored;
    throw new Error(`${lost.table} lacks ${lost.there_already} of its rows.`);
  });
}
