import type { PGlite } from "@electric-sql/pglite";
import type { Log } from "./migrations";
import { endOnSystemError } from "./durable-postgres";

/**
 * Rewrites every table and starts a new log. Postgres leaves erased rows
 * readable in the free space of pages, the inner pages of indexes and the log,
 * and a plain vacuum clears none of these. Visitors wait meanwhile: 0.6 s for
 * 100,000 rows.
 *
 * The process ends if the disk is full. The next start does it again, as after
 * any end without a shutdown.
 */
export async function rewriteFiles(sql: PGlite): Promise<void> {
  try {
    const { rows: tables } = await sql.query<{ name: string }>(`
      select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`);
    for (const { name } of tables) await sql.exec(`vacuum full ${name}`);
    // The checkpoint removes every log file but the one that starts here.
    await sql.exec("select pg_switch_wal()");
    await sql.exec("checkpoint");
  } catch (error) {
    endOnSystemError(error as Error);
    throw error;
  }
}

/** Milliseconds for which visitors are answered first. */
const cleaningDelay = 5000;

/**
 * Cleans up behind the first answers: after a kill, the last process may not
 * have rewritten the files. PGlite has no autovacuum, so otherwise this clears
 * old versions of updated or refused rows.
 *
 * @returns a function that ends it before the database is closed
 */
export function cleanUp(
  sql: PGlite,
  wasKilled: boolean,
  log: Log,
): () => Promise<void> {
  let cleaning: Promise<unknown> | undefined;
  const clean = () =>
    (cleaning ??= (wasKilled ? rewriteFiles(sql) : sql.exec("vacuum")).catch(
      ({ message: reason }: Error) => {
        const problem = "Erased rows may still be in the files of DATA_DIR";
        log("warn", problem, { reason });
      },
    ));
  const timer = setTimeout(() => void clean(), cleaningDelay).unref();
  return async () => {
    clearTimeout(timer);
    await (wasKilled ? clean() : cleaning);
  };
}
