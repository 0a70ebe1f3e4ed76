import { createRequire } from "node:module";
import path from "node:path";
import { env } from "~/server/env.server";
import { envWarnings } from "~/server/env-warnings.server";
import { exitWithMessage, log } from "~/server/log.server";
import { replaceCreateServer } from "~/server/node-server.server";
import { readPublicFiles } from "~/server/middleware/public-files.server";

/** Open requests have this long to finish after SIGTERM, and mails this long. */
const [requestGraceMs, mailGraceMs] = [8000, 9000];

const development =
  "Development differs from the built site: Vite serves files unminified and uncached, and slow connections have no time limit";

/** The process exits within this time after SIGTERM, whatever is still to do. */
const shutdownLimitMs = 9500;

/**
 * Prepares the site for remix-serve to listen, or exits with one line. Sets up
 * the shutdown. In development Vite listens, and ends the process.
 *
 * @param take takes the store's folder for this process
 * @param open opens the store, once the site listens
 * @param finish sends pending mails within the given milliseconds
 */
export async function startSite(
  take: () => void,
  open: () => Promise<{ close: () => Promise<void> }>,
  finish: (milliseconds: number) => Promise<void>,
): Promise<void> {
  try {
    if (import.meta.env.DEV) {
      await open();
      readPublicFiles("public");
      return log("info", development);
    }
    take();
    readPublicFiles();
    silenceMorgan();
    // Log rotations may send it. By itself Node opens its inspector, which runs
    // any code for any user of the machine.
    process.on("SIGUSR1", () => {});
    // A closed log pipe must not end the site.
    for (const stream of [process.stdout, process.stderr]) {
      stream.on("error", () => {});
    }
    replaceCreateServer((server) => {
      // Pages need no database, so they are served while it opens.
      let closeStore = () => Promise.resolve();
      // Node would exit with a stack trace.
      server.once("error", refuseToListen);
      server.once("listening", () => {
        server.off("error", refuseToListen);
        announce();
        open().catch(exitWithMessage);
        // Another one may have taken its place meanwhile.
        closeStore = async () => (await open()).close();
      });
      let isEnding = false;
      const shutDown = () => {
        // Ctrl-C comes from the terminal, and again through npm.
        if (isEnding) return;
        isEnding = true;
        const deadline = performance.now() + mailGraceMs;
        // A log's reader that stands still would keep the process alive.
        setTimeout(() => process.exit(), shutdownLimitMs).unref();
        const closeAll = () => server.closeAllConnections();
        setTimeout(closeAll, requestGraceMs).unref();
        // A connection that was busy is kept for further requests.
        setInterval(() => server.closeIdleConnections(), 100).unref();
        server.prependListener("request", (_request, response) => {
          response.setHeader("Connection", "close");
        });
        server.once("close", () => {
          void finish(deadline - performance.now());
          // PGlite's timer would keep the process alive.
          void closeStore();
        });
        // This closes idle connections, and waits for those that have sent nothing
        // yet, too.
        server.close();
        // remix-serve closes it on two of these signals, and logs that it is closed.
        server.close = () => server;
      };
      // A terminal that closes sends SIGHUP.
      for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
        process.on(signal, shutDown);
      }
    });
  } catch (error) {
    exitWithMessage(error);
  }
}

/** Exits with one line that names the variable. */
function refuseToListen({ code, message }: NodeJS.ErrnoException): never {
  exitWithMessage(
    code === "EADDRINUSE"
      ? `PORT ${env.PORT} is taken by another process; stop that one, or set PORT to a free port.`
      : code === "EACCES"
        ? `PORT ${env.PORT} may not be used by this user; set PORT to a port above 1023.`
        : `HOST ${JSON.stringify(env.HOST)} cannot be listened on (${message}); it should be an address of this machine.`,
  );
}

/**
 * remix-serve's morgan logs queries, and no public files. remix-serve looks up
 * the format "tiny" later, in its own copy; one that returns null logs nothing.
 */
function silenceMorgan(): void {
  const serve = createRequire(import.meta.url).resolve(
    "@remix-run/serve/package.json",
  );
  const morgan = createRequire(serve)("morgan") as {
    format: (name: string, format: () => null) => void;
  };
  morgan.format("tiny", () => null);
}

function announce(): void {
  const url = `http://${env.HOST ?? "localhost"}:${env.PORT}`;
  const store = env.SUPABASE_URL ?? path.resolve(env.DATA_DIR);
  log(
    "info",
    `Kandi ${import.meta.env.RELEASE} listens on ${url} and stores in ${store}`,
  );
  for (const { name, text } of envWarnings(env.SITE_URL)) {
    log("warn", `${name} ${text}`);
  }
}
