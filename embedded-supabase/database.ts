import { chmodSync, existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { openDurablePostgres } from "./durable-postgres";
import type { Queryable } from "./durable-postgres";
import { openErasure } from "./erasure";
import type { Erasure } from "./erasure";
import { cannot, syncPath, takeFolder } from "./files";
import type { Log } from "./files";
import { boundLog } from "./log-size";
import { migrate, supabaseProject } from "./migrations";
import { createPostgres } from "./template";

export interface Folders {
  /** Contains the migrations' files; without it, none is applied. */
  migrations?: string | undefined;
  /** Contains the empty database of `makeTemplate`, which a new folder copies. */
  templates?: string;
}

export interface Store extends Queryable, Erasure {
  sql: PGlite;
  close: () => Promise<void>;
}

/**
 * Opens the folder's database, creating it if necessary, and applies waiting
 * migrations.
 *
 * @param giveBack ends the hold on the folder, which the process has
 * @throws Error with one line, as `takeFolder` does, or when Postgres does not open
 */
export async function openMigratedDatabase(
  dataDir: string,
  { migrations, templates }: Folders,
  log: Log = () => {},
  giveBack = takeFolder(dataDir, "job", log),
): Promise<Store> {
  try {
    const folder = path.join(dataDir, "postgres");
    const sql = await openOrCreatePostgres(folder, templates);
    await sql.exec(supabaseProject);
    if (migrations) await migrate(sql, migrations, log);
    const { stop: stopErasure, ...erasure } = openErasure(sql, dataDir, log);
    const stopChecks = boundLog(sql, folder);
    return {
      sql,
      query: (statement, parameters) => sql.query(statement, parameters),
      ...erasure,
      close: async () => {
        await stopErasure();
        await stopChecks();
        await sql.close();
        giveBack();
      },
    };
  } catch (error) {
    giveBack();
    throw cannot(dataDir, "opened", error);
  }
}

async function openOrCreatePostgres(
  folder: string,
  templates: string | undefined,
) {
  if (!existsSync(folder)) await createPostgres(folder, templates);
  // PGlite would make an empty database in its place.
  if (!existsSync(path.join(folder, "PG_VERSION"))) {
    throw new Error(
      "its folder postgres has no file PG_VERSION, so it is no database any more; put a copy of that folder in its place, or move it away and restore a backup.",
    );
  }
  // The last process may have been killed right after the rename.
  syncPath(path.dirname(folder));
  // PGlite's files are readable by all, so their folder must not be.
  chmodSync(folder, 0o700);
  // The folder has its own lock; a power cut leaves this one empty, and refused.
  rmSync(path.join(folder, "postmaster.pid"), { force: true });
  const sql = await openDurablePostgres(folder);
  await removeLeftovers(sql, folder);
  return sql;
}

/**
 * Removes the files that a killed process leaves: its sorts, and those of tables
 * that it had not finished, such as a copy made by a full vacuum. Postgres
 * clears the sorts in a process that PGlite lacks, and the others never.
 *
 * It runs before anything is created. The catalog is complete then, because
 * opening has recovered it from the log.
 */
async function removeLeftovers(sql: PGlite, folder: string): Promise<void> {
  const base = path.join(folder, "base");
  rmSync(path.join(base, "pgsql_tmp"), { recursive: true, force: true });
  const { rows } = await sql.query<{ database: string; files: string[] }>(`
    select oid::text as database, array(
      select pg_relation_filenode(oid)::text from pg_class
      where pg_relation_filenode(oid) is not null) as files
    from pg_database where datname = current_database()`);
  for (const { database, files } of rows) {
    for (const name of readdirSync(path.join(base, database))) {
      // Further digits and words are the parts of a relation, and t0_ is a
      // temporary one.
      const [, file] =
        /^(?:t\d+_)?(\d+)(?:_[a-z]+)?(?:\.\d+)?$/.exec(name) ?? [];
      if (file === undefined || files.includes(file)) continue;
      rmSync(path.join(base, database, name));
    }
  }
}
