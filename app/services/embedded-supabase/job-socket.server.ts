import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { Socket } from "node:net";
import path from "node:path";
import { json } from "node:stream/consumers";
import type { PGlite } from "@electric-sql/pglite";
import { refuseForeignFolder } from "~/services/embedded-supabase/folder-owner.server";
import { readJobs, runJob } from "~/services/embedded-supabase/jobs.server";
import type { JobResult } from "~/services/embedded-supabase/jobs.server";
import { log } from "~/services/log.server";

/** Milliseconds in which a client has to send its request or read on. */
const patience = 10_000;

/** Characters: a job's name and an e-mail address, with room to spare. */
const longestRequest = 2000;

/** Bytes, on macOS; 107 on Linux. Node cuts off what is longer without a word. */
const longestPath = 103;

/** One line of JSON, to which the other is the answer. */
interface JobRequest {
  job: string;
  argument: string | undefined;
}
type Answer = { result: JobResult } | { error: string };

/** @throws Error with the reason why there can be none */
function socketIn(dataDir: string): string {
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
  database: PGlite,
  dataDir: string,
): Promise<() => void> {
  const server = createServer((socket) => serveClient(database, socket));
  server.unref();
  // Too many open files, say: the site goes on.
  server.on("error", () => {});
  try {
    const file = socketIn(dataDir);
    // Left there by a process that was killed.
    rmSync(file, { force: true });
    // From its first moment on only the owner can use it.
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

function serveClient(database: PGlite, socket: Socket): void {
  let request = "";
  // One that has gone needs no answer.
  socket.on("error", () => {});
  socket.setTimeout(patience, () => socket.destroy());
  socket.setEncoding("utf8").unref();
  socket.on("data", (chunk: string) => {
    request += chunk;
    if (request.length > longestRequest) socket.destroy();
    else if (request.endsWith("\n")) answerOnce();
  });
  const answerOnce = () => {
    socket.removeAllListeners("data").resume();
    // It waits for the database now, not the other way round.
    socket.setTimeout(0);
    void answer(database, request).then((answered) => {
      socket.setTimeout(patience);
      socket.end(answered);
    });
  };
}

async function answer(database: PGlite, text: string): Promise<string> {
  const say = (answered: Answer) => JSON.stringify(answered);
  try {
    const request = JSON.parse(text) as JobRequest;
    const job = readJobs().find(({ name }) => name === request.job);
    if (!job) return say({ error: "The site does not know this job." });
    const result = await runJob(database, job, request.argument);
    log("info", "Operator's job", { job: job.name, rows: result.rows.length });
    return say({ result });
  } catch (error) {
    return say({ error: (error as Error).message });
  }
}

/**
 * Has a job run by the process that holds the folder.
 *
 * @returns undefined where none listens
 * @throws Error with one line when it could not be run
 */
export async function askForJob(
  dataDir: string,
  request: JobRequest,
): Promise<JobResult | undefined> {
  refuseForeignFolder(dataDir);
  let socket: Socket;
  try {
    socket = connect(socketIn(dataDir));
    await once(socket, "connect");
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    // No socket, or one that was left behind: the lock decides.
    if (["", "ENOENT", "ECONNREFUSED"].includes(code)) return undefined;
    throw new Error(`The site cannot be asked: ${message}`);
  }
  socket.write(`${JSON.stringify(request)}\n`);
  const answered = await (json(socket) as Promise<Answer>).catch(() => {
    throw new Error(
      "The site has ended without an answer; run the job again to be sure.",
    );
  });
  if ("error" in answered) throw new Error(answered.error);
  return answered.result;
}
