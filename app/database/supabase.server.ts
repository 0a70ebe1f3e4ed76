import { existsSync, readFileSync } from "node:fs";
import { databaseFolders } from "~/database/database-folders";
import { httpFetch } from "~/database/http-fetch.server";
import { env } from "~/server/env.server";
import { exitWithMessage, log } from "~/server/log.server";
import { DiskFullError, FolderInUseError, takeFolder } from "#supabase/files";

// One client per process. In development each change imports the modules
// again, and the embedded database must not be opened twice.
const shared = globalThis as { kandiSupabase?: ReturnType<typeof connect> };

/** Gives the folder back that this process has taken. */
let giveBack: (() => void) | undefined;

/**
 * Takes the embedded database's folder, before the site listens: a second site on it
 * would get visitors' requests and end.
 *
 * @throws Error with one line when the folder cannot be used
 */
export function takeDataFolder(): void {
  if (env.SUPABASE_URL) return;
  refuseOldProcessor();
  try {
    giveBack = takeFolder(env.DATA_DIR, "site", log);
  } catch (error) {
    if (!isPassing(error)) throw error;
  }
}

/** Without SSE4.1, V8's baseline compiler ends the process as it compiles Postgres. */
function refuseOldProcessor(): void {
  const file = "/proc/cpuinfo";
  const found = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (!/^flags\b(?!.*\bsse4_1\b)/m.test(found)) return;
  throw new Error(
    "The embedded database needs a processor with SSE4.1, which this machine lacks: give the virtual machine a newer one (QEMU: -cpu host), or use Supabase.",
  );
}

const isPassing = (error: unknown): error is Error =>
  error instanceof DiskFullError ||
  (error instanceof FolderInUseError && error.holder === "job");

/** Milliseconds between tries to open the database. */
const pause = 2000;

let hasWaited = false;

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
 * On a full or read-only disk, or behind a job, Postgres could not start. Pages without
 * a database serve visitors better: their forms answer 503 and keep the input. Once
 * there is room, the database opens.
 */
async function openEmbedded() {
  // A site with a Supabase project loads no Postgres.
  const { openEmbeddedSupabase } = await import("#supabase");
  try {
    const opened = await openEmbeddedSupabase(
      env.DATA_DIR,
      databaseFolders,
      log,
      giveBack,
    );
    if (hasWaited) log("info", "DATA_DIR can be used again");
    hasWaited = false;
    return opened;
  } catch (error) {
    if (!isPassing(error)) throw error;
    const { message } = error;
    if (!hasWaited) log("error", message);
    hasWaited = true;
    giveBack = undefined;
    setTimeout(() => {
      shared.kandiSupabase = connect();
      shared.kandiSupabase.catch(exitWithMessage);
    }, pause).unref();
    // PostgREST has this code while its database starts. A post waits for that.
    const code = error instanceof DiskFullError ? "53100" : "PGRST002";
    return {
      anonKey: "none",
      fetch: () =>
        Promise.resolve(Response.json({ code, message }, { status: 503 })),
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
