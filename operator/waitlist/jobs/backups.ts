import path from "node:path";
import { backupDays, openErasedPeople } from "../backup/erased-people";
import {
  backupFolder,
  backupFolders,
  backupWarnings,
  forgetErasedPeople,
  listBackups,
  removeOldBackups,
  removeUnfinished,
  usualDays,
} from "../backup/folder";
import { restoreBackup } from "../backup/restore";
import { tryRestoring } from "../backup/trial";
import { nameBackup, writeBackup } from "../backup/write";
import type { Job, Terminal } from "../job";
import { write } from "../../output";
import { print } from "../print";
import type { Store } from "../store";
import { differencesFromMigrations } from "./schema";

/**
 * A timer that runs daily removes a backup up to a day late, and the privacy
 * page promises 30 days.
 */
const mostDays = backupDays - 1;

function removeOld(folder: string, { stderr }: Terminal, days = backupDays) {
  const removed = removeOldBackups(folder, days);
  if (removed > 0)
    stderr.write(`Backups of ${days} days removed: ${removed}\n`);
}

export const backup: Job = {
  name: "backup",
  description:
    "Writes the embedded list into BACKUP_DIR and restores it on trial.",
  options: ["keep"],
  prepare: (terminal, { keep = usualDays }) => {
    const { env } = terminal;
    if (env.DATABASE_URL ?? env.SUPABASE_URL) {
      throw new Error(
        'The list is on a server, where pg_dump makes its backups: see "A list on a server" in operator/README.md.',
      );
    }
    const days = Number(keep);
    if (!Number.isInteger(days) || days < 1 || days > mostDays) {
      throw new Error(
        `--keep takes a number of days from 1 to ${mostDays}: the privacy page promises that backups are gone after ${backupDays}.`,
      );
    }
    // A full disk may be why the last backup failed and no database opens.
    const folder = backupFolder(env);
    removeUnfinished(folder);
    removeOld(folder, terminal);
  },
  run: async ({ store, terminal, options: { keep = usualDays } }) => {
    const { env, folders, stderr } = terminal;
    const folder = backupFolder(env);
    const written = await writeBackup(store, folder);
    const { file, unfinished, counts } = written;
    const listed = Object.entries(counts).map((count) => count.join(": "));
    stderr.write(`Written: ${listed.join(", ")}\n`);
    const restored = await tryRestoring(written, folders).catch(
      (error: Error) => {
        throw new Error(
          `${JSON.stringify(unfinished)} could not be restored on trial, so older backups stay, and the next backup removes it: ${error.message}`,
          { cause: error },
        );
      },
    );
    const tried = restored.map(({ table, copied }) => `${table}: ${copied}`);
    stderr.write(`Restored on trial: ${tried.join(", ")}\n`);
    nameBackup(written);
    await write(terminal, `${file}\n`);
    removeOld(folder, terminal, Number(keep));
    forgetErasedPeople(folder);
    stderr.write(`Backups kept: ${listBackups(folder).length}\n`);
    for (const line of backupWarnings(env)) stderr.write(`${line}\n`);
  },
};

/** A server may have been used, and changed, before the list moves there. */
async function refuseOtherSchema(store: Store, terminal: Terminal) {
  const found = await differencesFromMigrations(store, terminal);
  if (found.length === 0) return;
  const names = found.map(({ what }) => what).join(", ");
  throw new Error(
    `The server is not what the migrations make it: ${names}; "check" says more.\nNothing was restored.`,
  );
}

export const restore: Job = {
  name: "restore",
  description:
    "Adds the rows of a backup that are missing, but of nobody erased.",
  parameters: "file",
  options: [],
  opening: { createsNew: true },
  run: async ({ store, terminal }, [file = ""]) => {
    const folders = [path.dirname(file), ...backupFolders(terminal.env)];
    const lists = [...new Set(folders.map((name) => path.resolve(name)))].map(
      openErasedPeople,
    );
    const isErased = (email: string, created_at: string | null) =>
      lists.some((list) => list.has(email, created_at));
    const isEmbedded = store.folder !== undefined;
    if (!isEmbedded) await refuseOtherSchema(store, terminal);
    const restored = await store
      .transaction((database) =>
        restoreBackup(file, database, isErased, isEmbedded),
      )
      .catch((error: Error) => {
        throw new Error(`${error.message}\nNothing was restored.`, {
          cause: error,
        });
      });
    const columns = ["table", "copied", "there_already", "erased_people"];
    await print(columns, [restored], terminal);
  },
};
