import { chmodSync, existsSync, rmSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import {
  makeFolder,
  openDurablePostgres,
  syncFolder,
} from "./durable-postgres";
import { cleanUp, rewriteFiles } from "./erasure";
import {
  DiskFullError,
  lockFolder,
  refuseForeignFolder,
  refuseFullDisk,
} from "./folder";
import { boundLog } from "./log-size";
import { migrate, supabaseProject } from "./migrations";
import type { Log } from "./migrations";
import { createPostgres } from "./template";

export interface Folders {
  /** The files of the migrations; without them, none is applied. */
  migrations?: string | undefined;
  /** Contains the empty database that `makeTemplate` makes; a new folder copies it. */
  templates?: string;
}

/** A Postgres, embedded or not. */
export interface Queryable {
  query: (
    sql: string,
    parameters?: unknown[],
  ) => Promise<{ rows: Record<string, unknown>[] }>;
}

export interface Store extends Queryable {
  sql: PGlite;
  /**
   * Runs a statement that deletes the rows that it returns, and removes them
   * from the files, too.
   */
  erase: Queryable["query"];
  close: () => Promise<void>;
}

/**
 * Opens the folder's database, creating it if necessary, and applies waiting
 * migrations.
 *
 * @throws Error with one line when the folder is in use, cannot be written, is
 *   writable by another user, or its disk is full
 */
export async function openMigratedDatabase(
  dataDir: string,
  { migrations, templates }: Folders,
  log: Log = () => {},
): Promise<Store> {
  const cannot = (verb: string, error: unknown) =>
    new Error(
      `DATA_DIR ${JSON.stringify(dataDir)} cannot be ${verb}: ${(error as Error).message}`,
    );
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw cannot("created", error);
  }
  refuseForeignFolder(dataDir);
  const unlock = lockFolder(dataDir);
  try {
    refuseFullDisk(dataDir);
    const folder = path.join(dataDir, "postgres");
    const { sql, wasKilled } = await openOrCreatePostgres(folder, templates);
    await sql.exec(supabaseProject);
    if (migrations) await migrate(sql, migrations, log);
    const stopCleaning = cleanUp(sql, wasKilled, log);
    const stopChecks = boundLog(sql, folder);
    return {
      sql,
      query: (statement, parameters) => sql.query(statement, parameters),
      erase: async (statement, parameters) => {
        const erased = await sql.query<Record<string, unknown>>(
          statement,
          parameters,
        );
        if (erased.rows.length > 0) await rewriteFiles(sql);
        return erased;
      },
      close: async () => {
        await stopCleaning();
        await stopChecks();
        await sql.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error instanceof DiskFullError ? error : cannot("opened", error);
  }
}

async function openOrCreatePostgres(
  folder: string,
  templates: string | undefined,
) {
  if (!existsSync(folder)) await createPostgres(folder, templates);
  // The last process may have been killed right after the rename.
  syncFolder(path.dirname(folder));
  // PGlite's files are readable by all, so their folder must not be.
  chmodSync(folder, 0o700);
  // A killed process leaves its sorts here. Postgres clears them in a process
  // that PGlite lacks.
  const temporary = path.join(folder, "base/pgsql_tmp");
  rmSync(temporary, { recursive: true, force: true });
  return openDurablePostgres(folder);
}
