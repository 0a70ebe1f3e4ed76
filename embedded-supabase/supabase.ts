import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { openMigratedDatabase } from "./database";
import type { Folders } from "./database";
import type { Log } from "./migrations";
import { diskProblem } from "./disk";
import { syncPath } from "./durable-postgres";
import { createPostgrest } from "./postgrest";
import type { PostgrestInit } from "./postgrest";
import { serveQueries } from "./query-socket";

export interface EmbeddedSupabase {
  /** The publishable key that `fetch` requires. The folder stores it. */
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
 * @throws Error with one line when the folder is in use or cannot be used;
 *   DiskFullError when its disk is full
 */
export async function openEmbeddedSupabase(
  dataDir: string,
  folders: Folders,
  log: Log = () => {},
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
  const store = await openMigratedDatabase(dataDir, folders, log);
  let anonKey: string;
  try {
    const file = path.join(dataDir, "anon-key");
    anonKey = existsSync(file) ? readKey(file) : makeKey(file);
  } catch (error) {
    await store.close();
    throw error;
  }
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

/** @throws Error with one line when the file is damaged */
function readKey(file: string): string {
  const unusable = (reason: string) =>
    new Error(
      `${JSON.stringify(file)} ${reason}; restore it from a backup, or remove it and the next start makes a new key, which each SUPABASE_ANON_KEY that names the old one then needs.`,
    );
  let key: string;
  try {
    key = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw unusable(`cannot be read (${(error as Error).message})`);
  }
  if (/^sb_publishable_[\w-]{32}$/.test(key)) return key;
  throw unusable("contains no key");
}

function makeKey(file: string): string {
  const key = `sb_publishable_${randomBytes(24).toString("base64url")}`;
  // The rename makes it appear complete, even if the process is killed.
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, `${key}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
  syncPath(path.dirname(file));
  return key;
}
