import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { endOnSystemError } from "./durable-postgres";
import { refuseFullDisk, syncPath, syncTree } from "./files";
import type { Log } from "./files";

/** Milliseconds before the first vacuum, so that visitors come first, and between tries. */
const cleaningDelay = 5000;

/**
 * Megabytes, with indexes. Visitors wait 0.6 s while 100,000 signups are rewritten,
 * and ten while a million are: a larger table waits for the night.
 */
const largestByDay = 32;

/** What a statement erased, and the tables whose files still have it. */
export interface Erased {
  rows: Record<string, unknown>[];
  untilNight: string[];
}

/** @param isNight whether large tables are rewritten at once, too */
export type Erase = (
  sql: string,
  parameters?: unknown[],
  isNight?: boolean,
) => Promise<Erased>;

interface Table {
  name: string;
  megabytes: number;
}

/**
 * Wipes erased rows from the files, and vacuums once after the start, because
 * PGlite has no autovacuum.
 *
 * The file `erasing` exists from before rows are deleted until their tables are
 * rewritten. It names the large ones, which wait for the night; as long as it is
 * empty, any table may have erased rows. A start that finds it rewrites the others
 * as soon as the disk has space.
 *
 * @returns `stop` ends this before the database is closed
 */
export function openErasure(
  sql: PGlite,
  dataDir: string,
  log: Log,
): { erase: Erase; stop: () => Promise<void> } {
  const marker = path.join(dataDir, "erasing");
  let last: Promise<unknown> = Promise.resolve();
  let hasWarned = false;

  /** Runs one work at a time, because all share the marker. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  }

  const mark = (names: string[]) => {
    writeFileSync(marker, names.join("\n"));
    syncPath(marker);
    syncPath(dataDir);
  };

  const readDue = (tables: Table[]): Table[] => {
    if (!existsSync(marker)) return [];
    const names = readFileSync(marker, "utf8");
    return names === ""
      ? tables
      : tables.filter(({ name }) => names.split("\n").includes(name));
  };

  /**
   * Rewrites the small tables, and at night those that are due.
   *
   * @returns the names of the tables that wait for the night
   */
  async function rewrite(
    tables: Table[],
    due: Table[],
    isNight: boolean,
  ): Promise<string[]> {
    const isLarge = ({ megabytes }: Table) => megabytes > largestByDay;
    const late = isNight ? [] : due.filter(isLarge).map(({ name }) => name);
    const now = tables.filter(
      (table) => !isLarge(table) || (isNight && due.includes(table)),
    );
    // The log has the rows of late tables, too.
    await vacuum(sql, "full", now);
    // Postgres does not, and after a power cut btrfs has the old files again.
    syncTree(path.join(dataDir, "postgres", "base"));
    if (late.length > 0) mark(late);
    else rmSync(marker, { force: true });
    return late;
  }

  const erase: Erase = (statement, parameters, isNight = false) =>
    inTurn(async () => {
      const tables = await readTables(sql, dataDir);
      const before = readDue(tables);
      mark([]);
      const { rows, touched } = await sql.transaction(async (transaction) => {
        const erased = await transaction.query<Record<string, unknown>>(
          statement,
          parameters,
        );
        const { rows } = await transaction.query<Pick<Table, "name">>(
          `select relid::regclass::text as name
           from pg_stat_xact_user_tables where n_tup_del > 0`,
        );
        // Until Postgres has flushed them, it also counts those of transactions before.
        const isAny = erased.rows.length + (erased.affectedRows ?? 0) > 0;
        const touched = isAny ? rows.map(({ name }) => name) : [];
        return { rows: erased.rows, touched };
      });
      const due = tables.filter(
        (table) => before.includes(table) || touched.includes(table.name),
      );
      if (due.length === 0) {
        rmSync(marker);
        return { rows, untilNight: [] };
      }
      return { rows, untilNight: await rewrite(tables, due, isNight) };
    });

  const clean = () =>
    inTurn(async () => {
      const tables = await readTables(sql, dataDir);
      const due = readDue(tables);
      if (due.length === 0) await vacuum(sql, "", tables);
      const late = due.length > 0 ? await rewrite(tables, due, false) : [];
      if (late.length > 0 && !hasWarned) {
        log("warn", "Erased rows stay in the files until the night", {
          reason: `erase-old-messages rewrites ${late.join(", ")}`,
        });
      }
      hasWarned = true;
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
 * @throws DiskFullError if the disk lacks the space to vacuum the largest one
 */
async function readTables(sql: PGlite, dataDir: string): Promise<Table[]> {
  const { rows } = await sql.query<Table>(`
    select oid::regclass::text as name,
      ceil(pg_total_relation_size(oid) / 1048576.0)::int as megabytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by oid desc`);
  const largest = Math.max(0, ...rows.map(({ megabytes }) => megabytes));
  refuseFullDisk(dataDir, largest, "cleaning its files", "free some first");
  return rows;
}

/**
 * A full vacuum rewrites the tables. Postgres leaves erased rows readable in
 * the free space of pages, the inner pages of indexes and the log, and a plain
 * vacuum clears none of these.
 *
 * A plain vacuum writes pages to the log, a full one writes a copy of the
 * table; either takes up to the table's size, until the next checkpoint.
 */
async function vacuum(
  sql: PGlite,
  kind: "full" | "",
  tables: Table[],
): Promise<void> {
  try {
    for (const { name } of tables) {
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
