import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import type { Database } from "~/embedded-supabase/database.server";
import type { Job, JobResult } from "~/embedded-supabase/jobs.server";

/** Writes a line to the log of whoever opened the database. */
export type Log = (
  level: "info" | "warn",
  message: string,
  fields: Record<string, string | number>,
) => void;

/** Bytes, on macOS; 107 on Linux. Node cuts off what is longer without a word. */
const longestPath = 103;

/** All that a client sends. Lines of the other kind answer it, in JSON both. */
export interface JobRequest {
  job: string;
  argument: string | undefined;
}
/** The last line is an error or the end; an answer without it broke off. */
export type AnswerLine = JobResult | { error: string } | { isEnd: true };

/** @throws Error with the reason why there can be none */
export function socketIn(dataDir: string): string {
  if (process.platform === "win32") {
    throw new Error("Windows has no Unix sockets");
  }
  const file = path.join(dataDir, "jobs.sock");
  const bytes = Buffer.byteLength(file);
  if (bytes > longestPath) {
    throw new Error(
      `the path DATA_DIR/jobs.sock has ${bytes} bytes, and a socket's may have ${longestPath}`,
    );
  }
  return file;
}

/**
 * Runs the operator's jobs for other processes of the folder's owner: the
 * database has one session, in which two strangers would see each other's
 * transactions. Whoever calls this holds the folder's lock.
 *
 * @returns a function that ends it. The process may also end without.
 */
export async function serveJobs(
  database: Database,
  dataDir: string,
  jobs: Job[],
  log: Log,
): Promise<() => void> {
  // A client ends its side when it has asked.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let asked = "";
    // One that has gone needs no answer, and none keeps the site from ending.
    socket.on("error", () => {}).unref();
    socket.setEncoding("utf8").on("data", (chunk: string) => (asked += chunk));
    socket.on("end", () => {
      pipeline(answer(database, jobs, asked, log), socket).catch(() => {});
    });
  });
  server.unref();
  // Too many open files, say: the site goes on.
  server.on("error", () => {});
  try {
    const file = socketIn(dataDir);
    // Left there by a process that was killed.
    rmSync(file, { force: true });
    // The mode holds from the first moment on.
    const umask = process.umask(0o177);
    server.listen(file);
    process.umask(umask);
    await once(server, "listening");
  } catch (error) {
    const reason = (error as Error).message;
    log("warn", "npm run waitlist works only while the site is stopped", {
      reason,
    });
  }
  return () => void server.close();
}

/**
 * Runs the job no faster than the client reads, and leaves visitors half of
 * the thread: to answer one takes several turns of the event loop, and behind
 * each of them stood a batch.
 */
async function* answer(
  database: Database,
  jobs: Job[],
  asked: string,
  log: Log,
): AsyncGenerator<string> {
  const toLine = (line: AnswerLine) => `${JSON.stringify(line)}\n`;
  let rows = 0;
  try {
    const request = JSON.parse(asked) as JobRequest;
    const job = jobs.find(({ name }) => name === request.job);
    if (!job) throw new Error("The site does not know this job.");
    try {
      let started = performance.now();
      for await (const result of database.runJob(job, request.argument)) {
        const took = performance.now() - started;
        rows += result.rows.length;
        yield toLine(result);
        await setTimeout(took);
        started = performance.now();
      }
    } finally {
      log("info", "Operator's job", { job: job.name, rows });
    }
    yield toLine({ isEnd: true });
  } catch (error) {
    yield toLine({ error: (error as Error).message });
  }
}
