import { databaseFolders } from "~/database/database-folders";
import { httpFetch } from "~/database/http-fetch.server";
import { env } from "~/server/env.server";
import { exitWithMessage, log } from "~/server/log.server";

// One client per process. In development each change imports the modules
// again, and the embedded database must not be opened twice.
const shared = globalThis as { kandiSupabase?: ReturnType<typeof connect> };

/**
 * Opens the embedded database if SUPABASE_URL is not set.
 *
 * @throws Error with one line when its folder cannot be used
 */
export const openSupabase = () => (shared.kandiSupabase ??= connect());

/**
 * Whether inserts can be stored now, not only once the embedded database has
 * opened.
 */
export async function canServe(): Promise<boolean> {
  const opened = await Promise.race([openSupabase(), undefined]);
  return opened?.canStore() ?? false;
}

/**
 * On a full or read-only disk Postgres could not start. Pages without a database serve
 * visitors better: their forms answer 503 and keep the input. Once there is room,
 * the database opens.
 */
async function openEmbedded() {
  // A site with a Supabase project loads no Postgres.
  const { DiskFullError, onSpace, openEmbeddedSupabase } =
    await import("#supabase");
  try {
    return await openEmbeddedSupabase(env.DATA_DIR, databaseFolders, log);
  } catch (error) {
    if (!(error instanceof DiskFullError)) throw error;
    log("error", error.message);
    const { message } = error;
    onSpace(env.DATA_DIR, () => {
      log("info", "DATA_DIR can be written again");
      shared.kandiSupabase = connect();
      shared.kandiSupabase.catch(exitWithMessage);
    });
    return {
      anonKey: "none",
      fetch: () =>
        Promise.resolve(
          Response.json({ code: "53100", message }, { status: 503 }),
        ),
      canStore: () => false,
      close: () => {},
    };
  }
}

async function connect() {
  // The site serves pages meanwhile.
  const { createClient } = await import("@supabase/supabase-js");
  const embedded = env.SUPABASE_URL ? undefined : await openEmbedded();
  const client = createClient(
    env.SUPABASE_URL ?? "http://embedded.invalid",
    env.SUPABASE_ANON_KEY ?? embedded?.anonKey ?? "",
    {
      auth: { persistSession: false, autoRefreshToken: false },
      // createClient throws without a WebSocket, which Node 20 lacks.
      realtime: { transport: Object as unknown as typeof WebSocket },
      global: { fetch: (embedded?.fetch ?? httpFetch) as typeof fetch },
    },
  );
  return {
    client,
    canStore: () => embedded?.canStore() ?? true,
    close: async () => embedded?.close(),
  };
}
