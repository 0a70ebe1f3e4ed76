import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import type { Log } from "~/embedded-supabase/database.server";
import { syncFolder } from "~/embedded-supabase/durable-postgres.server";
import { spareSpace } from "~/embedded-supabase/folder.server";

/**
 * Postgres leaves erased rows readable in the free space of pages, the inner
 * pages of indexes and the log. A plain vacuum clears none of these, so the
 * tables and the log are rewritten.
 *
 * This file says that it was done since rows were last erased. If the file is
 * missing, the next start does it.
 */
const doneFile = "vacuumed";

/**
 * Removes what the last process left: erased rows, and old versions of updated
 * or refused rows. PGlite has no autovacuum. The database still accepts rows if
 * the vacuum fails.
 */
export async function vacuumAtStart(
  sql: PGlite,
  dataDir: string,
  log: Log,
): Promise<void> {
  try {
    if (existsSync(path.join(dataDir, doneFile))) {
      await sql.exec("vacuum");
      return;
    }
    await removeLeftFiles(sql);
    const space = spareSpace(dataDir);
    const { isComplete, largest } = await rewriteTables(sql, space);
    if (!isComplete)
      throw new Error(`a copy of ${largest} MB needs more space`);
    setDone(dataDir);
  } catch (error) {
    const reason = (error as Error).message;
    log("warn", "Erased rows may still be in the files of DATA_DIR", {
      reason,
    });
  }
}

/**
 * Removes erased rows from the files at once if the tables are small.
 *
 * @param megabytes of the largest table that is rewritten now. PGlite blocks
 *   the thread that answers visitors for 25 ms per megabyte.
 * @returns a function that yields the batches of a job that erases
 */
export function eraseFromFiles(
  sql: PGlite,
  dataDir: string,
  megabytes: number,
  log: Log,
) {
  let running = 0;
  let areComplete = true;

  return async function* erasing<Batch>(batches: AsyncIterable<Batch>) {
    if (running === 0) areComplete = true;
    running += 1;
    rmSync(path.join(dataDir, doneFile), { force: true });
    syncFolder(dataDir);
    try {
      yield* batches;
    } finally {
      const { isComplete } = await rewriteTables(sql, megabytes, setTimeout);
      areComplete &&= isComplete;
      running -= 1;
      if (!isComplete) {
        const reason = "a table is too large to rewrite while the site runs";
        log(
          "info",
          "Erased rows stay in the files of DATA_DIR until the next start",
          { reason },
        );
      } else if (running === 0 && areComplete) setDone(dataDir);
    }
  };
}

function setDone(dataDir: string): void {
  writeFileSync(path.join(dataDir, doneFile), "", { mode: 0o600, flush: true });
  syncFolder(dataDir);
}

/**
 * @param atMost megabytes of the largest table to rewrite
 * @param pause waits after each table for as many milliseconds as it took
 * @returns whether all were rewritten, and the megabytes of the largest
 */
async function rewriteTables(
  sql: PGlite,
  atMost: number,
  pause: (milliseconds: number) => unknown = () => {},
) {
  const { rows: tables } = await sql.query<{ name: string; size: number }>(`
    select oid::regclass::text as name,
      ceil(pg_total_relation_size(oid) / 1048576.0)::int as size
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  for (const { name } of tables.filter(({ size }) => size <= atMost)) {
    const started = performance.now();
    await sql.exec(`vacuum full ${name}`);
    await pause(performance.now() - started);
  }
  // The checkpoint removes every log file but the one that starts here.
  await sql.exec("select pg_switch_wal()");
  await sql.exec("checkpoint");
  const largest = Math.max(0, ...tables.map(({ size }) => size));
  return { isComplete: largest <= atMost, largest };
}

/**
 * A process that was killed while it rewrote a table leaves an orphaned copy.
 * Log files that were recycled without wal_recycle=off contain old rows.
 */
async function removeLeftFiles(sql: PGlite): Promise<void> {
  // It removes the files that Postgres does not need.
  await sql.exec("checkpoint");
  const { rows } = await sql.query<{ file: string }>(`
    with base(folder) as (
      select 'base/' || oid from pg_database where datname = current_database()
    ),
    left_files(name) as (
      select folder || '/' || name from base, pg_ls_dir(folder) as name
      where name ~ '^[0-9]' and folder || '/' || substring(name from '^[0-9]+') not in (
        select pg_relation_filepath(oid) from pg_class
        where pg_relation_filepath(oid) is not null)
      union all
      select 'pg_wal/' || name from pg_ls_dir('pg_wal') as name
      where name ~ '^[0-9A-F]{24}$'
        and name > pg_walfile_name(pg_current_wal_insert_lsn()) collate "C"
    )
    select current_setting('data_directory') || '/' || name as file from left_files`);
  // Node's unlink would leave the names in Emscripten's file system.
  for (const { file } of rows) sql.Module.FS.unlink(file);
}
