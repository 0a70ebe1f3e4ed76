import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { databaseFolders } from "~/data/database-folders";
import { askOwner, openMigratedDatabase } from "#supabase";
import type { Queryable } from "#supabase";
import type { Env } from "~/server/check-env.server";
import { connect } from "./postgres";
import type { Postgres } from "./postgres";
import type { Output } from "../output";

type Settings = Pick<
  Env,
  "DATABASE_URL" | "DATA_DIR" | "SUPABASE_ANON_KEY" | "SUPABASE_URL"
>;

/** Where a command looks for the list. */
interface Surroundings extends Pick<Output, "stderr"> {
  env: Settings;
  folders: typeof databaseFolders;
}

/** How a job opens the embedded database. */
export interface Opening {
  /** A folder without a database gets one. */
  createsNew?: true;
  /** The site is stopped. */
  isExclusive?: true;
  /** Waiting migrations stay. */
  isUnmigrated?: true;
}

/** The database that has the waiting list. */
export interface Store extends Queryable {
  /** Runs a statement that deletes the rows that it returns. */
  erase: Queryable["query"];
  /** Runs the work in one transaction. The job needs the database alone. */
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
  io: Surroundings,
  opening: Opening,
): Promise<Store> {
  const { DATABASE_URL, DATA_DIR, SUPABASE_URL } = io.env;
  if (!DATABASE_URL) {
    if (!SUPABASE_URL || isEmbedded(io.env)) {
      return openEmbedded(io, opening);
    }
    throw new Error(
      "SUPABASE_URL is set, so the list is in that project: set DATABASE_URL to its connection string.",
    );
  }
  if (!SUPABASE_URL && existsSync(path.join(DATA_DIR, "postgres"))) {
    io.stderr.write(
      "DATABASE_URL is set: this is about that database, not about the one in DATA_DIR.\n",
    );
  }
  const server = await connect(DATABASE_URL);
  return { ...server, erase: server.query, folder: undefined };
}

/** `npm run supabase:local` serves DATA_DIR by its key. */
function isEmbedded({ DATA_DIR, SUPABASE_ANON_KEY }: Settings): boolean {
  const file = path.join(DATA_DIR, "anon-key");
  return (
    existsSync(file) && readFileSync(file, "utf8").trim() === SUPABASE_ANON_KEY
  );
}

async function openEmbedded(
  { env: { DATA_DIR: folder }, folders, stderr }: Surroundings,
  opening: Opening,
): Promise<Store> {
  const owner = opening.isExclusive ? undefined : await askOwner(folder);
  if (owner) {
    const transaction = () =>
      Promise.reject(new Error("The site has the database open: stop it."));
    return { ...owner, transaction, folder, close: async () => {} };
  }
  if (!opening.createsNew && !existsSync(path.join(folder, "postgres"))) {
    throw new Error(`DATA_DIR ${JSON.stringify(folder)} contains no database.`);
  }
  const database = await openMigratedDatabase(
    folder,
    opening.isUnmigrated ? {} : folders,
    // Only results go to stdout.
    (_, message, fields) =>
      stderr.write(`${[message, ...Object.values(fields)].join(": ")}\n`),
  );
  return {
    ...database,
    transaction: (work) => database.sql.transaction(work),
    folder,
  };
}
