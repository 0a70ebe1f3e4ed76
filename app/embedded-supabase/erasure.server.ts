import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { PGlite } from "@electric-sql/pglite";
import type { Log } from "~/embedded-supabase/database.server";
import { syncFolder } from "~/embedded-supabase/durable-postgres.server";
import { spareSpace } from "~/embedded-supabase/folder.server";

/**
 * Postgres leaves erased rows readable: in the holes of its pages, in the inner
 * pages of its indexes and in its log. A plain vacuum empties none of these, so
 * the tables are rewritten and the log is begun anew.
 *
 * The folder has this file when that was done since rows were last erased. Where
 * it is missing, the next start does it.
 */
const doneFile = "vacuumed";

/**
 * Removes what the last process left: erased rows, and the old versions of rows
 * that were updated or refused. PGlite has no autovacuum. A database that cannot
 * be vacuumed takes rows all the same.
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
    const { isWhole, largest } = await rewriteTables(sql, spareSpace(dataDir));
    if (!isWhole) throw new Error(`a copy of ${largest} MB needs more space`);
    setDone(dataDir);
  } catch (error) {
    const reason = (error as Error).message;
    log("warn", "Erased rows may still be in the files of DATA_DIR", {
      reason,
    });
  }
}

/**
 * Has erased rows removed from the files at once where the tables are small.
 *
 * @param megabytes of the largest table that is rewritten now. PGlite does it
 *   on the thread that answers visitors: 25 ms for each.
 * @returns a function that yields the batches of a job that erases
 */
export function eraseFromFiles(
  sql: PGlite,
  dataDir: string,
  megabytes: number,
  log: Log,
) {
  let running = 0;
  let areWhole = true;

  return async function* erasing<Batch>(batches: AsyncIterable<Batch>) {
    if (running === 0) areWhole = true;
    running += 1;
    rmSync(path.join(dataDir, doneFile), { force: true });
    syncFolder(dataDir);
    try {
      yield* batches;
    } finally {
      const { isWhole } = await rewriteTables(sql, megabytes, setTimeout);
      areWhole &&= isWhole;
      running -= 1;
      if (!isWhole) {
        const reason = "its tables are too large to be rewritten meanwhile";
        log(
          "info",
          "Erased rows stay in the files of DATA_DIR until the next start",
          { reason },
        );
      } else if (running === 0 && areWhole) setDone(dataDir);
    }
  };
}

function setDone(dataDir: string): void {
  writeFileSync(path.join(dataDir, doneFile), "", { mode: 0o600, flush: true });
  syncFolder(dataDir);
}

/**
 * @param atMost megabytes of the largest table that is rewritten
 * @param pause waits for so many milliseconds, as long as each table took
 * @returns whether all were, and the megabytes of the largest
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
  // The checkpoint removes all files of the log but the one that is begun here.
  await sql.exec("select pg_switch_wal()");
  await sql.exec("checkpoint");
  const largest = Math.max(0, ...tables.map(({ size }) => size));
  return { isWhole: largest <= atMost, largest };
}

/**
 * A process that was killed while it rewrote a table leaves a copy that no
 * table knows. Files of the log that were to be used again, as they were before
 * wal_recycle was off, hold old rows.
 */
async function removeLeftFiles(sql: PGlite): Promise<void> {
  // It removes the files that Postgres itself no longer needs.
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
  // Behind the back of Emscripten's file system the names would stay in it.
  for (const { file } of rows) sql.Module.FS.unlink(file);
}
