import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { Store } from "./database";
import { refuseForeignFolder } from "./files";
import type { Log } from "./files";

/** Bytes on macOS; 107 on Linux. Node silently truncates longer paths. */
const longestPath = 103;

interface Question {
  sql: string;
  parameters: unknown[];
  /** Whether the statement deletes or changes the rows that it returns. */
  erases: boolean;
  /** Wipes what was erased from the files, in place of a statement. */
  rewrites?: boolean;
}

interface Answer {
  rows?: Record<string, unknown>[];
  error?: string;
  /** How long the site worked, or visitors were served before it. */
  milliseconds?: number;
}

/** @throws Error with the reason if the path is too long */
function socketIn(dataDir: string): string {
  const file = path.join(dataDir, "jobs.sock");
  const bytes = Buffer.byteLength(file);
  if (bytes <= longestPath) return file;
  throw new Error(
    `the path DATA_DIR/jobs.sock has ${bytes} bytes, and a socket's path may have ${longestPath}`,
  );
}

/**
 * Answers the SQL of other processes of the folder's owner, who could read its
 * files as well. The caller holds the folder's lock.
 *
 * @returns a function that stops it and cuts off the answers in progress
 */
export async function serveQueries(
  store: Store,
  dataDir: string,
  log: Log,
): Promise<() => void> {
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    try {
      const question = (await json(request)) as Question;
      const { sql, parameters, erases, rewrites } = question;
      const started = performance.now();
      if (rewrites) await store.rewrite();
      const run = erases ? store.erase : store.query;
      const { rows } = rewrites ? { rows: [] } : await run(sql, parameters);
      return { rows, milliseconds: performance.now() - started };
    } catch (error) {
      return { error: (error as Error).message };
    }
  };
  const server = createServer((request, response) => {
    void answer(request).then((found) => response.end(JSON.stringify(found)));
  });
  // The site goes on after an error such as too many open files.
  server.on("error", () => {});
  try {
    const file = socketIn(dataDir);
    // A killed process leaves its socket.
    rmSync(file, { force: true });
    // A later chmod would leave a moment with the wrong mode.
    const umask = process.umask(0o177);
    server.listen(file);
    process.umask(umask);
    await once(server, "listening");
  } catch (error) {
    const reason = (error as Error).message;
    const message = "npm run waitlist works only while the site is stopped";
    log("warn", message, { reason });
  }
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/**
 * Lets the process that has the folder open run SQL.
 *
 * @returns undefined if none listens
 * @throws Error with one line if the process cannot be asked
 */
export async function askOwner(
  dataDir: string,
): Promise<Pick<Store, "query" | "erase" | "rewrite"> | undefined> {
  refuseForeignFolder(dataDir, "DATA_DIR");
  const post = async (question: Question): Promise<IncomingMessage> => {
    const socketPath = socketIn(dataDir);
    const request = ask({ socketPath, method: "POST", agent: false });
    request.end(JSON.stringify(question));
    const [response] = await once(request, "response");
    return response as IncomingMessage;
  };
  let visitorsUntil = 0;
  const run = async (question: Question) => {
    // PGlite runs on the site's own thread: visitors get half of it.
    await setTimeout(Math.max(0, visitorsUntil - performance.now()));
    const answer = await post(question)
      .then((response) => json(response) as Promise<Answer>)
      .catch(() => {
        throw new Error(
          "The answer broke off: the site has ended. Run the job again to be sure.",
        );
      });
    const { rows = [], milliseconds = 0, error } = answer;
    if (error !== undefined) throw new Error(error);
    visitorsUntil = performance.now() + milliseconds;
    return { rows };
  };
  const nothing = { sql: "select", parameters: [], erases: false };
  try {
    (await post(nothing)).resume();
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    // Without a socket, or with a stale one, the folder's lock decides.
    if (["", "ENOENT", "ECONNREFUSED"].includes(code)) return undefined;
    throw new Error(`The site cannot be asked: ${message}`, { cause: error });
  }
  return {
    query: (sql, parameters = []) => run({ sql, parameters, erases: false }),
    erase: (sql, parameters = []) => run({ sql, parameters, erases: true }),
    rewrite: async () => void (await run({ ...nothing, rewrites: true })),
  };
}
