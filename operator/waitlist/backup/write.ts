import {
  closeSync,
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
import {
  freeSpace,
  makeFolder,
  openMigratedDatabase,
  syncFolder,
} from "#supabase";
import type { Queryable } from "#supabase";
import { readBackup } from "./file";
import type { FirstLine, LastLine } from "./file";
import { restore } from "./restore";
import type { Restored } from "./restore";
import { quoted, readPages, readTables } from "../tables";

/** Megabytes that stay free: the database may be on the same disk. */
const reserve = 64;

/** @throws Error with one line if a step needs more room than the disk has */
function askForRoom(folder: string, step: string, megabytes = 0): void {
  const [needed, free] = [Math.ceil(megabytes) + reserve, freeSpace(folder)];
  if (free >= needed) return;
  throw new Error(
    `${step} needs ${needed} MB on the disk of ${JSON.stringify(folder)}, where ${free} MB are free.`,
  );
}

/** A backup that is whole and has been read back. */
export interface Written {
  /** Without its own name, which says that it can be restored. */
  unfinished: string;
  file: string;
  /** The rows of each table. */
  counts: Record<string, number>;
  /** What the tables take in the database. */
  megabytes: number;
}

/** Writes a backup into the folder. */
export async function writeBackup(
  database: Queryable,
  migrations: string[],
  folder: string,
): Promise<Written> {
  makeFolder(folder);
  const { file, unfinished, descriptor } = openNew(folder);
  const counts: Record<string, number> = {};
  let megabytes = 0;
  // Writes all of the text, or throws.
  const write = (line: string) => {
    askForRoom(folder, "A backup");
    writeFileSync(descriptor, `${line}\n`);
  };
  try {
    try {
      const written_at = new Date().toISOString();
      const tables = await readTables(database);
      const first: FirstLine = {
        kandi_backup: 1,
        written_at,
        migrations,
        tables,
      };
      write(JSON.stringify(first));
      for (const table of tables) {
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
        megabytes += await readSize(database, table.name);
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
  return { unfinished, file, counts, megabytes };
}

async function readSize(database: Queryable, table: string) {
  const { rows } = await database.query(
    "select pg_total_relation_size($1::text::regclass)::text as bytes",
    [`public.${quoted(table)}`],
  );
  return Number(rows[0]?.bytes) / 1024 / 1024;
}

/** Gives a backup a name, and makes the name durable. */
export function nameBackup({ unfinished }: Written, file: string): void {
  renameSync(unfinished, file);
  syncFolder(path.dirname(file));
}

/** Another backup may have the name of this second. */
function openNew(folder: string) {
  for (let time = Date.now(); ; time += 1000) {
    const second = new Date(time).toISOString().slice(0, 19);
    const name = `kandi-${second.replaceAll(":", "")}Z.ndjson`;
    const file = path.join(folder, name);
    const unfinished = `${file}.unfinished`;
    const isTaken = [file, unfinished, `${file}.unproven`].some((name) =>
      lstatSync(name, { throwIfNoEntry: false }),
    );
    if (isTaken) continue;
    return { file, unfinished, descriptor: openSync(unfinished, "wx", 0o600) };
  }
}

/** Megabytes. A new database takes 40, and its log 80. */
const newDatabase = 120;

/**
 * Restores a backup into a new database, which is removed afterward.
 *
 * @throws Error with one line if a row is lost, or there is no room for it
 */
export async function tryRestoring(
  { unfinished, megabytes }: Written,
  folders: typeof databaseFolders,
): Promise<Restored[]> {
  const folder = path.dirname(unfinished);
  askForRoom(folder, "A trial", megabytes * 1.2 + newDatabase);
  const temporary = mkdtempSync(path.join(folder, "kandi-trial-"));
  const remove = () => rmSync(temporary, { recursive: true, force: true });
  const end = () => process.exit(1);
  const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  // The process also exits if the trial's Postgres panics.
  process.once("exit", remove);
  for (const signal of endings) process.once(signal, end);
  try {
    const database = await openMigratedDatabase(temporary, folders);
    try {
      const restored = await database.sql.transaction((transaction) =>
        restore(unfinished, transaction, () => false, true),
      );
      const lost = restored.find(({ there_already }) => there_already > 0);
      if (!lost) return restored;
      throw new Error(`${lost.table} lacks ${lost.there_already} of its rows.`);
    } finally {
      await database.close();
    }
  } finally {
    remove();
    process.off("exit", remove);
    for (const signal of endings) process.off(signal, end);
  }
}
