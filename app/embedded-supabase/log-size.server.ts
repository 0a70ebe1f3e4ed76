import { readdirSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import {
  endOnSystemError,
  endProcess,
} from "~/embedded-supabase/durable-postgres.server";

/** Files of 16 MiB, beyond which a checkpoint makes room. */
const mostFiles = 4;

/**
 * Does the work of Postgres's checkpointer, which PGlite lacks: without it the
 * log grows for as long as the process runs. A checkpoint writes what the log
 * holds to the tables, so a short log also keeps it short.
 *
 * @param folder Postgres's own; the process ends where it was removed
 * @returns a function that ends this
 */
export function boundLog(sql: PGlite, folder: string): () => Promise<void> {
  let checkpoint: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    if (checkpoint || filesOfLog(folder) <= mostFiles) return;
    checkpoint = sql
      .exec("checkpoint")
      // Any other failure is met again a second later.
      .catch(endOnSystemError)
      .finally(() => (checkpoint = undefined));
  }, 1000).unref();
  return async () => {
    clearInterval(timer);
    await checkpoint;
  };
}

function filesOfLog(folder: string): number {
  try {
    const names = readdirSync(path.join(folder, "pg_wal"));
    return names.filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") endProcess("its folder was removed");
    // Too many open files, say.
    return 0;
  }
}
