import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import type { databaseFolders } from "~/data/database-folders";
import { openDatabase } from "~/embedded-supabase/database.server";
import {
  makeFolder,
  syncFolder,
} from "~/embedded-supabase/durable-postgres.server";
import type {
  Job,
  JobResult,
  Queryable,
} from "~/embedded-supabase/jobs.server";
import { restore } from "./restore";
import { toScript } from "./result-format";
import type { ListStore } from "./store";

const day = 86_400_000;

const fileName = /^kandi-(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z\.sql$/;

/** The folder's backups with their times, the newest first. */
export function listBackups(folder: string): { name: string; time: Date }[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => fileName.test(name))
    .map((name) => ({
      name,
      time: new Date(name.replace(fileName, "$1:$2:$3Z")),
    }))
    .sort((a, b) => b.time.getTime() - a.time.getTime());
}

/**
 * Writes a dump that is on the disk under its own name only when it is whole.
 *
 * @returns the file, and the dump's first line, which counts its rows
 */
export async function writeBackup(
  store: ListStore,
  dump: Job,
  folder: string,
): Promise<{ file: string; content: string }> {
  makeFolder(folder);
  removeLeft(folder);
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  const file = path.join(folder, `kandi-${time}Z.sql`);
  const unfinished = `${file}.unfinished`;
  const { results } = await store.run({ job: dump });
  const descriptor = openSync(unfinished, "w", 0o600);
  let content = "";
  try {
    for await (const result of results) {
      const script = toScript(result);
      content ||= script.slice(0, script.indexOf("\n"));
      writeSync(descriptor, script);
    }
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(unfinished);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  renameSync(unfinished, file);
  syncFolder(folder);
  return { file, content: content.replace(/^-- /, "") };
}

/**
 * Restores a backup into a new database, which is removed afterward.
 *
 * @throws Error with one line if a row is lost
 */
export async function tryRestoring(
  file: string,
  folders: typeof databaseFolders,
): Promise<JobResult> {
  const trial = mkdtempSync(path.join(path.dirname(file), "trial-"));
  try {
    const database = await openDatabase(trial, folders);
    try {
      const nobody = { has: () => false };
      const restored = await database.sql.transaction((transaction) =>
        restore(file, transaction as Queryable, nobody),
      );
      const lost = restored.rows.find(([, , missing]) => missing !== 0);
      if (lost) throw new Error(`${lost[0]} lacks ${lost[2]} of its rows.`);
      return restored;
    } finally {
      await database.close();
    }
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}

/** @returns how many backups were removed because they are that many days old */
export function removeOldBackups(folder: string, days: number): number {
  const old = listBackups(folder).filter(
    ({ time }) => Date.now() - time.getTime() >= days * day,
  );
  for (const { name } of old) rmSync(path.join(folder, name));
  if (old.length > 0) syncFolder(folder);
  return old.length;
}

/** A killed backup leaves its file or its trial, with everyone's data. */
function removeLeft(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/^trial-|^kandi-.*\.unfinished$/.test(name)) continue;
    const file = path.join(folder, name);
    // Another backup may be in progress.
    if (Date.now() - statSync(file).mtimeMs < day / 24) continue;
    rmSync(file, { recursive: true });
  }
}
