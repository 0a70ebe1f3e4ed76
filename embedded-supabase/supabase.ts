import { randomBytes } from "node:crypto";
import type { PGlite } from "@electric-sql/pglite";
import { openMigratedDatabase } from "./database";
import type { Folders } from "./database";
import { diskProblem, takeFolder } from "./files";
import type { Log } from "./files";
import { createPostgrest } from "./postgrest";
import type { PostgrestInit } from "./postgrest";
import { serveQueries } from "./query-socket";

export interface EmbeddedSupabase {
  /** The publishable key that `fetch` requires, a new one each time. */
  anonKey: string;
  fetch: (url: string | URL, init: PostgrestInit) => Promise<Response>;
  /** Whether a row can be stored now. */
  canStore: () => boolean;
  database: PGlite;
  close: () => Promise<void>;
}

/**
 * Opens a Supabase project in a folder. Its `fetch` answers supabase-js from
 * PGlite, and the site cannot tell the difference. The operator's jobs ask
 * through a socket in the folder.
 *
 * @param giveBack ends the hold on the folder, which the process has
 * @throws Error with one line, as `takeFolder` does, or when Postgres does not open
 */
export async function openEmbeddedSupabase(
  dataDir: string,
  folders: Folders,
  log: Log = () => {},
  giveBack = takeFolder(dataDir, "site", log),
): Promise<EmbeddedSupabase> {
  // With V8's optimizing compiler Postgres gains a few percent, but takes 700 MB
  // and blocks visitors of a small machine for seconds. Node 24 ignores the flag
  // once it runs, and NODE_OPTIONS may not have it.
  if (!process.execArgv.includes("--liftoff-only")) {
    log(
      "warn",
      "Node runs without --liftoff-only, so the database takes 700 MB: start the site as npm start does",
      {},
    );
  }
  const store = await openMigratedDatabase(dataDir, folders, log, giveBack);
  const anonKey = `sb_publishable_${randomBytes(24).toString("base64url")}`;
  const { sql } = store;
  const refusal = () => diskProblem(dataDir);
  const postgrest = await createPostgrest(sql, anonKey, refusal);
  const stopQueries = await serveQueries(store, dataDir, log);
  return {
    anonKey,
    fetch: postgrest,
    canStore: () => !sql.closed && !refusal(),
    database: sql,
    close: () => {
      stopQueries();
      return store.close();
    },
  };
}
