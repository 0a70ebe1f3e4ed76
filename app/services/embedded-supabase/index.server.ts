import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { openDatabase } from "~/services/embedded-supabase/database.server";
import { createPostgrest } from "~/services/embedded-supabase/postgrest.server";

export interface EmbeddedSupabase {
  /** The publishable key that its answers ask for; kept in the folder. */
  anonKey: string;
  fetch: typeof globalThis.fetch;
  database: PGlite;
  close: () => Promise<void>;
}

/**
 * A Supabase project in a folder: what supabase-js sends to its `fetch` is
 * answered from PGlite, so that the site above cannot tell the difference.
 *
 * @throws Error with one line when the folder is in use or cannot be used
 */
export async function openEmbeddedSupabase(
  dataDir: string,
): Promise<EmbeddedSupabase> {
  const database = await openDatabase(dataDir);
  const anonKey = readOrMakeKey(path.join(dataDir, "anon-key"));
  const postgrest = await createPostgrest(database.sql, anonKey);
  return {
    anonKey,
    fetch: (input, init) => postgrest(new Request(input, init)),
    database: database.sql,
    close: database.close,
  };
}

function readOrMakeKey(file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    const key = `sb_publishable_${randomBytes(24).toString("base64url")}`;
    writeFileSync(file, `${key}\n`, { mode: 0o600 });
    return key;
  }
}
