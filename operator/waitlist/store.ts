import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { databaseFolders } from "~/database/database-folders";
import { askOwner, openMigratedDatabase } from "#supabase";
import type { Queryable, Store as EmbeddedStore } from "#supabase";
import { FolderInUseError } from "#supabase/files";
import type { Env } from "~/server/check-env.server";
import { connect } from "./postgres";
import type { Postgres } from "./postgres";
import type { Output } from "../output";

/** Settings that say where the list is. */
export interface StoreConfig extends Pick<Output, "stderr"> {
  env: Pick<Env, "DATABASE_URL" | "DATA_DIR" | "SUPABASE_URL">;
  folders: typeof databaseFolders;
}

/** How a job opens the embedded database. */
export interface Opening {
  /** Creates a database in a folder that has none. */
  createsNew?: true;
  /** Does not apply waiting migrations. */
  skipMigrations?: true;
}

/** The database that has the waiting list. */
export interface Store
  extends Queryable, Pick<EmbeddedStore, "erase" | "rewrite"> {
  /** Runs the work in one transaction, unless a site has the database open. */
  transaction: Postgres["transaction"];
  /** The embedded database's folder. */
  folder: string | undefined;
  close: () => Promise<void>;
}

/**
 * Opens the store: the server of DATABASE_URL, or the embedded database.
 *
 * @throws Error with one line if the list is in a Supabase project of which
 *   there is no connection string
 */
export async function openStore(
  config: StoreConfig,
  opening: Opening,
): Promise<Store> {
  const { DATABASE_URL, DATA_DIR, SUPABASE_URL } = config.env;
  if (!DATABASE_URL) {
    if (!SUPABASE_URL) return openEmbedded(config, opening);
    throw new Error(
      "SUPABASE_URL is set, so the list is in that project: set DATABASE_URL to its connection string.",
    );
  }
  if (!SUPABASE_URL && existsSync(path.join(DATA_DIR, "postgres"))) {
    config.stderr.write(
      "DATABASE_URL is set: this is about that database, not about the one in DATA_DIR.\n",
    );
  }
  const server = await connect(DATABASE_URL);
  // The server's autovacuum cleans its files.
  const rewrite = () => Promise.resolve();
  return { ...server, erase: server.query, rewrite, folder: undefined };
}

/** Milliseconds for which a job waits for another one, or for a site that starts. */
const longestWait = 600_000;

async function openEmbedded(
  config: StoreConfig,
  opening: Opening,
  until = performance.now() + longestWait,
  isTold = false,
): Promise<Store> {
  const { env, folders, stderr } = config;
  const folder = env.DATA_DIR;
  const owner = await askOwner(folder);
  if (owner) {
    const transaction = () =>
      Promise.reject(new Error("The site has the database open: stop it."));
    return { ...owner, transaction, folder, close: async () => {} };
  }
  if (!opening.createsNew && !existsSync(path.join(folder, "postgres"))) {
    throw new Error(`DATA_DIR ${JSON.stringify(folder)} contains no database.`);
  }
  try {
    const database = await openMigratedDatabase(
      folder,
      opening.skipMigrations ? {} : folders,
      // Only results go to stdout.
      (_, message, fields) =>
        stderr.write(`${[message, ...Object.values(fields)].join(": ")}\n`),
    );
    return {
      ...database,
      transaction: (work) => database.sql.transaction(work),
      folder,
    };
  } catch (error) {
    const isFreeSoon = error instanceof FolderInUseError;
    if (!isFreeSoon || performance.now() > until) throw error;
    if (!isTold) stderr.write(`${error.message} This job waits for it.\n`);
    await setTimeout(1000);
    return openEmbedded(config, opening, until, true);
  }
}
