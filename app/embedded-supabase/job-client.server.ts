import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { refuseForeignFolder } from "~/embedded-supabase/folder-owner.server";
import { socketIn } from "~/embedded-supabase/job-socket.server";
import type {
  AnswerLine,
  JobRequest,
} from "~/embedded-supabase/job-socket.server";
import type { JobResult } from "~/embedded-supabase/jobs.server";

/**
 * Has a job run by the process that holds the folder.
 *
 * @returns undefined where none listens. Reading the results throws an Error
 *   with one line when the job could not be run to its end.
 * @throws Error with one line when the process cannot be asked
 */
export async function askForJob(
  dataDir: string,
  request: JobRequest,
): Promise<AsyncGenerator<JobResult> | undefined> {
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
  socket.end(JSON.stringify(request));
  return readAnswer(socket);
}

async function* readAnswer(socket: Socket): AsyncGenerator<JobResult> {
  try {
    for await (const text of lines(socket)) {
      const line = JSON.parse(text) as AnswerLine;
      if ("error" in line) throw new Error(line.error);
      if ("isEnd" in line) return;
      yield line;
    }
  } finally {
    socket.destroy();
  }
  throw new Error(
    "The answer broke off: the site has ended. Run the job again to be sure.",
  );
}

/** Node's readline also ends a line at U+2028, which JSON leaves as it is. */
async function* lines(socket: Socket): AsyncGenerator<string> {
  let rest = "";
  try {
    for await (const chunk of socket.setEncoding("utf8")) {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      yield* parts;
    }
  } catch {
    // A connection that is cut ends as one that is closed does.
  }
}
