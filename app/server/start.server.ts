import { env } from "~/server/env.server";
import { tryListening } from "~/server/listen.server";
import { handle } from "~/server/middleware.server";
import { watchServer } from "~/server/node-server.server";
import { stop } from "~/server/stop.server";

/**
 * What must hold before the first request; else the process ends with one line.
 * remix-serve takes a random port where PORT is unset and 3000 is taken, and
 * ends with a stack trace where PORT is set and taken: so it is tried first.
 */
export async function start(
  open: () => Promise<{ close: () => Promise<void> }>,
): Promise<void> {
  try {
    // Vite's development server listens elsewhere, and imports this again.
    const isSite = import.meta.env.PROD;
    if (isSite) await tryListening({ ...env, variable: "PORT" });
    const { close } = await open();
    if (!isSite) return;
    // A timer of PGlite's would keep the process alive.
    watchServer(handle, () => void close());
  } catch (error) {
    stop(error);
  }
}
