import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { databaseFolders } from "~/data/database-folders";
import { makeFolder, openMigratedDatabase, syncFolder } from "#supabase";
import type { Queryable } from "#supabase";
import { readBackup } from "./file";
import type { FirstLine, LastLine } from "./file";
import { removeLeft } from "./folder";
import { restore } from "./restore";
import type { Restored } from "./restore";
import { readPages, readTables } from "../tables";

/**
 * Writes a backup that is on the disk under its own name only when it is whole
 * and has been read back.
 *
 * @returns the file, and how many rows of each table it has
 */
export async function writeBackup(
  database: Queryable,
  migrations: string[],
  folder: string,
): Promise<{ file: string; counts: Record<string, number> }> {
  makeFolder(folder);
  removeLeft(folder);
  const { file, unfinished, descriptor } = openNew(folder);
  const counts: Record<string, number> = {};
  // Writes all of the text, or throws.
  const write = (line: string) => writeFileSync(descriptor, `${line}\n`);
  try {
    try {
      const written_at = new Date().toISOString();
      const first: FirstLine = { kandi_backup: 1, written_at, migrations };
      write(JSON.stringify(first));
      for (const table of await readTables(database)) {
        const name = JSON.stringify(table.name);
        let count = 0;
        const selection = "to_jsonb(t)::text as row";
        for await (const rows of readPages(database, table, selection)) {
          count += rows.length;
          write(
            rows
              .map(({ row }) => `{"table":${name},"row":${String(row)}}`)
              .join("\n"),
          );
        }
        counts[table.name] = count;
      }
      const last: LastLine = { counts };
      write(JSON.stringify(last));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    for await (const row of readBackup(unfinished)) void row;
  } catch (error) {
    rmSync(unfinished);
    throw error;
  }
  renameSync(unfinished, file);
  syncFolder(folder);
  return { file, counts };
}

/** Another backup may have the name of this second. */
function openNew(folder: string) {
  for (let time = Date.now(); ; time += 1000) {
    const second = new Date(time).toISOString().slice(0, 19);
    const name = `kandi-${second.replaceAll(":", "")}Z.ndjson`;
    const file = path.join(folder, name);
    const unfinished = `${file}.unfinished`;
    const isTaken = [file, unfinished].some((name) =>
      lstatSync(name, { throwIfNoEntry: false }),
    );
    if (isTaken) continue;
    return { file, unfinished, descriptor: openSync(unfinished, "wx", 0o600) };
  }
}

/**
 * Restores a backup into a new database, which is removed afterward.
 *
 * @throws Error with one line if a row is lost
 */
export async function tryRestoring(
  file: string,
  folders: typeof databaseFolders,
): Promise<Restored[]> {
  const trial = mkdtempSync(path.join(path.dirname(file), "kandi-trial-"));
  try {
    const database = await openMigratedDatabase(trial, folders);
    try {
      const restored = await database.sql.transaction((transaction) =>
        restore(file, transaction, () => false),
      );
      const lost = restored.find(({ there_already }) => there_already > 0);
      if (!lost) return restored;
      throw new Error(`${lost.table} lacks ${lost.there_already} of its rows.`);
    } finally {
      await database.close();
    }
  } finally {
    if (existsSync(trial)) rmSync(trial, { recursive: true });
  }
}
