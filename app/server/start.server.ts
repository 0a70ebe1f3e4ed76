import morgan from "morgan";
import path from "node:path";
import { env } from "~/server/env.server";
import { tryListening } from "~/server/listen.server";
import { exitWithMessage, log } from "~/server/log.server";
import { watchServer } from "~/server/node-server.server";
import { readPublicFiles } from "~/server/public-files.server";

/**
 * Checks what must hold before the first request; else ends with a line each.
 * remix-serve takes a random port where PORT is unset and 3000 is taken, and
 * ends with a stack trace where PORT is set and taken: so it is tried first.
 */
export async function start(
  open: () => Promise<{ close: () => Promise<void> }>,
  finish: (milliseconds: number) => void,
): Promise<void> {
  try {
    // Vite's development server listens elsewhere, and imports this again.
    const isSite = import.meta.env.PROD;
    const { PORT: port, HOST: host } = env;
    if (isSite) await tryListening({ port, host, variable: "PORT" });
    const { close } = await open();
    if (!isSite) return;
    const announce = () => {
      const url = `http://${host ?? "localhost"}:${port}`;
      const store = env.SUPABASE_URL ?? path.resolve(env.DATA_DIR);
      log("info", `The site listens on ${url} and stores in ${store}`);
    };
    // remix-serve logs by morgan, after the public files and with the query. It
    // names the format later, and a format that gives nothing logs nothing.
    morgan.format("tiny", () => null);
    // A log that nobody reads any more ends no site.
    for (const stream of [process.stdout, process.stderr]) {
      stream.on("error", () => {});
    }
    readPublicFiles();
    // A timer of PGlite's would keep the process alive.
    watchServer(announce, (milliseconds) => {
      finish(milliseconds);
      void close();
    });
  } catch (error) {
    exitWithMessage(error);
  }
}
