import { fstatSync, fsyncSync, writeFileSync } from "node:fs";
import { Writable } from "node:stream";
import { exitWithMessage } from "~/server/log.server";

/** A command writes its results to stdout, and everything else to stderr. */
export interface Output {
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable;
}

/** Whether a stream's reader has gone, as after `| head`, which is no error. */
const isLeft = ({ code = "" }: NodeJS.ErrnoException) =>
  ["EPIPE", "ERR_STREAM_DESTROYED"].includes(code);

const ignore = () => {};

/**
 * Writes a result.
 *
 * @returns false if nobody reads on, as after `| head`
 * @throws Error with one line if a disk is full or a device fails
 */
export const write = ({ stdout }: Pick<Output, "stdout">, text: string) =>
  new Promise<boolean>((resolve, reject) => {
    // write() reports the error in its callback. Without a listener, the event ends
    // the process; tsx's own listener raises it again.
    stdout.off("error", ignore).on("error", ignore);
    stdout.write(text, (error) => {
      if (error && !isLeft(error)) reject(cutOff(error));
      else resolve(!error);
    });
  });

const cutOff = (cause: Error) =>
  new Error(`The output is cut off: ${cause.message}`, { cause });

/**
 * Opens this process's standard output. Node's own stream for a file drops the rest
 * of a short write, which a disk that fills up causes.
 */
function openStdout(): Output["stdout"] {
  const found = fstatSync(1);
  const isStream = found.isFIFO() || found.isSocket() || process.stdout.isTTY;
  if (isStream) return process.stdout;
  const attempt = (work: () => void, done: (error?: Error) => void) => {
    try {
      work();
      done();
    } catch (error) {
      done(error as Error);
    }
  };
  return new Writable({
    write: (chunk: Buffer, _encoding, done) =>
      attempt(() => writeFileSync(1, chunk), done),
    // Some disks report that they are full only at fsync.
    final: (done) => attempt(() => found.isFile() && fsyncSync(1), done),
  });
}

const close = (stdout: Writable) =>
  new Promise<void>((resolve, reject) => {
    stdout.once("error", (error) => reject(cutOff(error)));
    stdout.end(resolve);
  });

/**
 * Runs an operator's command. An error, or an output that is cut off, is one line on
 * stderr and status 1.
 *
 * @param command returns the exit status
 */
export async function runCommand(
  command: (output: Output) => Promise<number>,
): Promise<void> {
  const stdout = openStdout();
  const { stderr } = process;
  stderr.on("error", (error) => {
    if (!isLeft(error)) process.exit(1);
  });
  try {
    process.exitCode = await command({ stdout, stderr });
    if (stdout !== process.stdout && !stdout.errored) await close(stdout);
  } catch (error) {
    exitWithMessage(error);
  }
}
