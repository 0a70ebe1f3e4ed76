import { readdirSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { endOnSystemError, endProcess } from "./durable-postgres";

/** Files of 16 MiB. More of them trigger a checkpoint. */
const mostFiles = 4;

/**
 * Replaces Postgres's checkpointer, which PGlite lacks and without which the
 * log grows until the process ends. A checkpoint writes the log to the tables,
 * so a short log also makes checkpoints short.
 *
 * @param folder Postgres's own; the process exits if it was removed
 * @returns a function that stops this
 */
export function boundLog(sql: PGlite, folder: string): () => Promise<void> {
  let checkpoint: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    if (checkpoint || filesOfLog(folder) <= mostFiles) return;
    checkpoint = sql
      .exec("checkpoint")
      // After any other failure the next second tries again.
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
    // The process may have too many open files.
    return 0;
  }
}
