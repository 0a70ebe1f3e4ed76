import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { lackOf, makeFolder, syncPath } from "#supabase";
import type { Queryable } from "#supabase";
import { readBackup } from "./file";
import type { FirstLine, LastLine } from "./file";
import { quoted, readPages, readTables } from "../tables";

/** @throws Error with one line if a step needs more room than the disk has */
export function askForRoom(folder: string, step: string, megabytes = 0): void {
  // The database may be on the same disk.
  const lack = lackOf(folder, megabytes);
  if (!lack) return;
  throw new Error(
    `${step} needs ${lack.needed} on the disk of ${JSON.stringify(folder)}, where ${lack.free} are free.`,
  );
}

/** A whole backup, which was read back. */
export interface Written {
  /** The file's name until it is proven. */
  unfinished: string;
  file: string;
  /** The rows of each table. */
  counts: Record<string, number>;
  /** The size of the tables in the database. */
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
        const selection = "to_jsonb(t.*)::text as row";
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

/** Renames a backup, and makes the name durable. */
export function nameBackup({ unfinished }: Written, file: string): void {
  renameSync(unfinished, file);
  syncPath(path.dirname(file));
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
