import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:http";
import { noteClientAddresses } from "~/services/client-address.server";
import { env } from "~/services/env.server";
import { tryListening } from "~/services/listen.server";
import { stop } from "~/services/stop.server";
import { openSupabase } from "~/services/supabase.server";

/**
 * What must hold before the first request; else the process ends with one line.
 * remix-serve takes a random port where PORT is unset and 3000 is taken, and
 * ends with a stack trace where PORT is set and taken: so it is tried first.
 */
export async function start(): Promise<void> {
  try {
    // Vite's development server listens elsewhere.
    if (import.meta.env.PROD) await tryListening({ ...env, variable: "PORT" });
    noteClientAddresses();
    const { close } = await openSupabase();
    whenServerCloses(() => void close());
  } catch (error) {
    stop(error);
  }
}

/**
 * remix-serve closes its server on SIGTERM and keeps it to itself; Node tells of
 * every server that listens. The embedded database has to be closed after it:
 * a timer of PGlite's would keep the process alive.
 */
function whenServerCloses(close: () => void): void {
  subscribe("tracing:net.server.listen:asyncStart", (message) => {
    const { server } = message as { server: unknown };
    if (server instanceof Server) server.once("close", close);
  });
}
