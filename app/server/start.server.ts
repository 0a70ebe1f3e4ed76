import morgan from "morgan";
import path from "node:path";
import { env } from "~/server/env.server";
import { tryListening } from "~/server/listen.server";
import { exitWithMessage, log } from "~/server/log.server";
import { onServer } from "~/server/node-server.server";
import { readPublicFiles } from "~/server/public-files.server";

/** Milliseconds after SIGTERM in which everything has ended. */
const shutdownLimitMs = 9000;

/**
 * Checks what must hold before the first request, or ends with one line. Then
 * remix-serve listens, and SIGTERM ends the site.
 *
 * @param open opens the store
 * @param finish sends what waits to be sent, in the milliseconds that are left
 */
export async function startSite(
  open: () => Promise<{ close: () => Promise<void> }>,
  finish: (milliseconds: number) => void,
): Promise<void> {
  try {
    const { PORT: port, HOST: host } = env;
    // remix-serve takes a random port where PORT is unset and 3000 is taken, and
    // ends with a stack trace where PORT is set and taken.
    await tryListening({ port, host, variable: "PORT" });
    const { close } = await open();
    readPublicFiles();
    // remix-serve logs by morgan, after the public files and with the query. It
    // names the format later, and a format that gives nothing logs nothing.
    morgan.format("tiny", () => null);
    // A closed log pipe does not end the site.
    for (const stream of [process.stdout, process.stderr]) {
      stream.on("error", () => {});
    }
    onServer((server, shutDown) => {
      server.once("listening", announce);
      for (const signal of ["SIGTERM", "SIGINT"]) {
        process.once(signal, () => {
          const end = performance.now() + shutdownLimitMs;
          shutDown();
          // remix-serve closes its server on the same signals.
          server.once("close", () => {
            finish(end - performance.now());
            // A timer of PGlite's would keep the process alive.
            void close();
          });
        });
      }
    });
  } catch (error) {
    exitWithMessage(error);
  }
}

function announce(): void {
  const url = `http://${env.HOST ?? "localhost"}:${env.PORT}`;
  const store = env.SUPABASE_URL ?? path.resolve(env.DATA_DIR);
  log("info", `The site listens on ${url} and stores in ${store}`);
}
