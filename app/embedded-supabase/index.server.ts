import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { openDatabase } from "~/embedded-supabase/database.server";
import { serveJobs } from "~/embedded-supabase/job-socket.server";
import type { Log } from "~/embedded-supabase/job-socket.server";
import { readJobs } from "~/embedded-supabase/jobs.server";
import { createPostgrest } from "~/embedded-supabase/postgrest.server";
import type { PostgrestInit } from "~/embedded-supabase/postgrest-request.server";
import { syncFolder } from "~/embedded-supabase/sync.server";

export interface EmbeddedSupabase {
  /** The publishable key that its answers ask for; kept in the folder. */
  anonKey: string;
  fetch: (url: string | URL, init: PostgrestInit) => Promise<Response>;
  database: PGlite;
  close: () => Promise<void>;
}

/**
 * A Supabase project in a folder: what supabase-js sends to its `fetch` is
 * answered from PGlite, so that the site above cannot tell the difference. An
 * operator's jobs come by a socket in the folder.
 *
 * @param sqlFolders the folders of the migrations' files and of the jobs'
 * @throws Error with one line when the folder is in use or cannot be used
 */
export async function openEmbeddedSupabase(
  dataDir: string,
  sqlFolders: { migrations: string; queries: string },
  log: Log = () => {},
): Promise<EmbeddedSupabase> {
  const database = await openDatabase(dataDir, sqlFolders.migrations);
  const anonKey = readOrMakeKey(path.join(dataDir, "anon-key"));
  const postgrest = await createPostgrest(database.sql, anonKey);
  const stopJobs = await serveJobs(
    database.sql,
    dataDir,
    readJobs(sqlFolders.queries),
    log,
  );
  return {
    anonKey,
    fetch: (url, init) => {
      const answer = postgrest(url, init);
      const { signal } = init;
      return signal ? Promise.race([answer, aborted(signal)]) : answer;
    },
    database: database.sql,
    close: () => {
      stopJobs();
      return database.close();
    },
  };
}

function readOrMakeKey(file: string): string {
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const key = `sb_publishable_${randomBytes(24).toString("base64url")}`;
  // Whole or not at all, also for whoever is killed just now.
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, `${key}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
  syncFolder(path.dirname(file));
  return key;
}

/** PGlite knows no timeout: the caller's signal ends the waiting. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), {
      once: true,
    });
  });
