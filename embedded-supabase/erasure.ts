import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { endOnSystemError, syncPath } from "./durable-postgres";
import type { Queryable } from "./durable-postgres";
import { refuseFullDisk } from "./disk";
import type { Log } from "./migrations";

/** Milliseconds before the first vacuum, so that visitors come first, and between tries. */
const cleaningDelay = 5000;

/**
 * Wipes erased rows from the files, and vacuums once after the start, because
 * PGlite has no autovacuum.
 *
 * The file `erasing` exists from before rows are deleted until the tables are
 * rewritten. A start that finds it rewrites them as soon as the disk has space.
 *
 * @returns `stop` ends this before the database is closed
 */
export function openErasure(
  sql: PGlite,
  dataDir: string,
  log: Log,
): { erase: Queryable["query"]; stop: () => Promise<void> } {
  const marker = path.join(dataDir, "erasing");
  let last: Promise<unknown> = Promise.resolve();
  let hasWarned = false;

  /** Runs one work at a time, because all share the marker. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  }

  const erase: Queryable["query"] = (statement, parameters) =>
    inTurn(async () => {
      const tables = await readTables(sql, dataDir);
      const wasDue = existsSync(marker);
      writeFileSync(marker, "");
      syncPath(dataDir);
      const erased = await sql.query<Record<string, unknown>>(
        statement,
        parameters,
      );
      if (erased.rows.length > 0 || wasDue) await vacuum(sql, "full", tables);
      rmSync(marker);
      return erased;
    });

  const clean = () =>
    inTurn(async () => {
      const tables = await readTables(sql, dataDir);
      await vacuum(sql, existsSync(marker) ? "full" : "", tables);
      rmSync(marker, { force: true });
    }).catch(({ message: reason }: Error) => {
      timer.refresh();
      if (hasWarned) return;
      hasWarned = true;
      const problem = existsSync(marker)
        ? "Erased rows may still be in the files of DATA_DIR"
        : "The database is not vacuumed";
      log("warn", problem, { reason });
    });

  const timer = setTimeout(() => void clean(), cleaningDelay).unref();
  return {
    erase,
    stop: async () => {
      clearTimeout(timer);
      await last;
      if (existsSync(marker)) await clean();
    },
  };
}

/**
 * @returns the names of the tables
 * @throws DiskFullError if the disk lacks the space to vacuum the largest one
 */
async function readTables(sql: PGlite, dataDir: string): Promise<string[]> {
  const { rows } = await sql.query<{ name: string; megabytes: number }>(`
    select oid::regclass::text as name,
      ceil(pg_total_relation_size(oid) / 1048576.0)::int as megabytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
  const largest = Math.max(0, ...rows.map(({ megabytes }) => megabytes));
  refuseFullDisk(dataDir, largest, "cleaning its files", "free some first");
  return rows.map(({ name }) => name);
}

/**
 * A full vacuum rewrites the tables. Postgres leaves erased rows readable in
 * the free space of pages, the inner pages of indexes and the log, and a plain
 * vacuum clears none of these. Visitors wait 0.6 s for 100,000 rows.
 *
 * A plain vacuum writes pages to the log, a full one writes a copy of the
 * table; either takes up to the table's size, until the next checkpoint.
 */
async function vacuum(
  sql: PGlite,
  kind: "full" | "",
  tables: string[],
): Promise<void> {
  try {
    for (const name of tables) {
      await sql.exec("checkpoint");
      await sql.exec(`vacuum ${kind} ${name}`);
    }
    // The checkpoint then removes every log file but the new one.
    await sql.exec("select pg_switch_wal()");
    await sql.exec("checkpoint");
  } catch (error) {
    endOnSystemError(error as Error);
    throw error;
  }
}
