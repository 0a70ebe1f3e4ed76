import {
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Queryable } from "#supabase";
import { askForRoom, makeFolder, syncPath } from "#supabase/files";
import { readTables, readTexts } from "../tables";
import { readBackup } from "./file";
import type { FirstLine, LastLine } from "./file";

/** A whole backup, which was read back. */
export interface Written {
  /** The file's name until it is proven. */
  unfinished: string;
  file: string;
  /** The rows of each table. */
  counts: Record<string, number>;
}

/** Writes a backup into the folder. */
export async function writeBackup(
  database: Queryable,
  folder: string,
): Promise<Written> {
  makeFolder(folder);
  askForRoom(folder, "a backup");
  const second = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  const file = path.join(folder, `kandi-${second}Z.ndjson`);
  const unfinished = `${file}.unfinished`;
  const descriptor = openSync(unfinished, "wx", 0o600);
  const counts: Record<string, number> = {};
  // Writes all of the text, or throws.
  const write = (line: string) => {
    askForRoom(folder, "a backup");
    writeFileSync(descriptor, `${line}\n`);
  };
  try {
    try {
      const tables = await readTables(database);
      const first: FirstLine = {
        kandi_backup: 1,
        written_at: new Date().toISOString(),
        tables: tables.map(({ name, columns }) => ({ name, columns })),
      };
      write(JSON.stringify(first));
      for (const table of tables) {
        const start = `{"table":${JSON.stringify(table.name)},"row":`;
        counts[table.name] = 0;
        for await (const { text, rows } of readTexts(
          database,
          table,
          toLines,
        )) {
          counts[table.name] = (counts[table.name] ?? 0) + rows;
          write(`${start}${text.replaceAll("\n", `}\n${start}`)}}`);
        }
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
  return { unfinished, file, counts };
}

/** jsonb has no line breaks. */
const toLines = "string_agg(to_jsonb(t)::text, e'\\n')";

/** Gives a proven backup its name, and makes that durable. */
export function nameBackup({ unfinished, file }: Written): void {
  renameSync(unfinished, file);
  syncPath(path.dirname(file));
}
