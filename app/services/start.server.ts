import { env } from "~/services/env.server";
import { tryListening } from "~/services/listen.server";
import { handle } from "~/services/middleware.server";
import { watchServer } from "~/services/server-life.server";
import { stop } from "~/services/stop.server";
import { openSupabase } from "~/data/supabase.server";

/**
 * What must hold before the first request; else the process ends with one line.
 * remix-serve takes a random port where PORT is unset and 3000 is taken, and
 * ends with a stack trace where PORT is set and taken: so it is tried first.
 */
export async function start(): Promise<void> {
  try {
    // Vite's development server listens elsewhere, and imports this again.
    const isSite = import.meta.env.PROD;
    if (isSite) await tryListening({ ...env, variable: "PORT" });
    const { close } = await openSupabase();
    if (!isSite) return;
    // A timer of PGlite's would keep the process alive.
    watchServer(handle, () => void close());
  } catch (error) {
    stop(error);
  }
}
