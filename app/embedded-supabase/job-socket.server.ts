import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, request as ask } from "node:http";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import type { Log, Store } from "~/embedded-supabase/database.server";
import { refuseForeignFolder } from "~/embedded-supabase/folder.server";
import { rawJob } from "~/embedded-supabase/jobs.server";
import type { Job, JobResult } from "~/embedded-supabase/jobs.server";

/** Bytes on macOS; 107 on Linux. Node silently truncates longer paths. */
const longestPath = 103;

/** Clients post this as JSON. */
interface JobRequest {
  job: string;
  argument: string | undefined;
  /** Texts as they are stored. */
  isRaw?: boolean | undefined;
}

/** The answer has a line of JSON for each batch; an error is its last line. */
type AnswerLine = JobResult | { error: string };

/** @throws Error with the reason if there cannot be one */
function socketIn(dataDir: string): string {
  if (process.platform === "win32") {
    throw new Error("Windows has no Unix sockets");
  }
  const file = path.join(dataDir, "jobs.sock");
  const bytes = Buffer.byteLength(file);
  if (bytes > longestPath) {
    throw new Error(
      `the path DATA_DIR/jobs.sock has ${bytes} bytes, and a socket's path may have ${longestPath}`,
    );
  }
  return file;
}

/**
 * Runs the operator's jobs over HTTP for other processes of the folder's owner.
 * They cannot share the database's one session without seeing each other's
 * transactions. The caller holds the folder's lock.
 *
 * @returns a function that stops it and cuts off the answers in progress
 */
export async function serveJobs(
  store: Store,
  dataDir: string,
  jobs: Job[],
  log: Log,
): Promise<() => void> {
  const server = createServer((request, response) => {
    // A client that has left needs no answer.
    pipeline(answer(store, jobs, request, log), response).catch(() => {});
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
    log("warn", "npm run waitlist works only while the site is stopped", {
      reason,
    });
  }
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/**
 * Runs the job no faster than the client reads, and leaves visitors half of the
 * thread: a visitor's answer takes several turns of the event loop, and would
 * wait for a batch at each.
 */
async function* answer(
  store: Store,
  jobs: Job[],
  request: IncomingMessage,
  log: Log,
): AsyncGenerator<string> {
  const toLine = (line: AnswerLine) => `${JSON.stringify(line)}\n`;
  let rows = 0;
  try {
    const body = JSON.parse(await text(request)) as JobRequest;
    const job = jobs.find(({ name }) => name === body.job);
    if (!job) throw new Error("The site does not know this job.");
    try {
      let started = performance.now();
      const asked = body.isRaw ? rawJob(job) : job;
      for await (const result of store.runJob(asked, body.argument)) {
        const took = performance.now() - started;
        rows += result.rows.length;
        yield toLine(result);
        await setTimeout(took);
        started = performance.now();
      }
    } finally {
      log("info", "Operator's job", { job: job.name, rows });
    }
  } catch (error) {
    yield toLine({ error: (error as Error).message });
  }
}

/**
 * Asks the process that has the folder open to run a job.
 *
 * @returns undefined if none listens. Reading the results throws an Error with
 *   one line if the job did not finish.
 * @throws Error with one line if the process cannot be asked
 */
export async function askForJob(
  dataDir: string,
  job: JobRequest,
): Promise<AsyncGenerator<JobResult> | undefined> {
  refuseForeignFolder(dataDir);
  let response: IncomingMessage;
  try {
    const socketPath = socketIn(dataDir);
    const request = ask({ socketPath, method: "POST", agent: false });
    // Reading an answer that is cut off throws by itself.
    request.on("error", () => {});
    request.end(JSON.stringify(job));
    [response] = (await once(request, "response")) as [IncomingMessage];
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    // There is no socket, or a stale one: the lock decides.
    if (["", "ENOENT", "ECONNREFUSED"].includes(code)) return undefined;
    if (code === "ECONNRESET") throw new Error(brokenOff);
    throw new Error(`The site cannot be asked: ${message}`);
  }
  if (response.statusCode === 200) return readAnswer(response);
  throw new Error(`The site cannot be asked: status ${response.statusCode}`);
}

const brokenOff =
  "The answer broke off: the site has ended. Run the job again to be sure.";

async function* readAnswer(
  response: IncomingMessage,
): AsyncGenerator<JobResult> {
  for await (const text of lines(response)) {
    const line = JSON.parse(text) as AnswerLine;
    if ("error" in line) throw new Error(line.error);
    yield line;
  }
}

/** Node's readline also breaks at U+2028, which JSON does not escape. */
async function* lines(response: IncomingMessage): AsyncGenerator<string> {
  let rest = "";
  try {
    for await (const chunk of response.setEncoding("utf8")) {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      yield* parts;
    }
  } catch {
    throw new Error(brokenOff);
  }
}
