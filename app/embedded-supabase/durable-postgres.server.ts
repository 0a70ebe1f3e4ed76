import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
} from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";

/** The part of PGlite's Emscripten module that it does not type. */
interface NodeStreams {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd: number }) => number };
  };
}

/**
 * Emscripten's EIO, on which Postgres panics. An exception of Node's would not
 * do: PGlite swallows it and acknowledges the row.
 */
const inputOutputError = 29;

/**
 * PGlite runs Postgres with fsync off, and its NodeFS has none:
 * https://github.com/electric-sql/pglite/issues/1107. A power cut takes what
 * it acknowledged. Emscripten asks a stream's operations for `fsync` and takes
 * its absence for success; fdatasync it never carries out.
 */
class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS["init"]>) {
    const { emscriptenOpts } = await super.init(...args);
    const addFsync = (module: unknown) => {
      (module as NodeStreams).NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          sync(nfd);
        } catch {
          return inputOutputError;
        }
        // Postgres syncs no file that it has removed itself.
        if (fstatSync(nfd).nlink === 0) endProcess("its folder was removed");
        return 0;
      };
    };
    const preRun = [...(emscriptenOpts.preRun ?? []), addFsync];
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort } };
  }
}

/** Each is a setting of Postgres's. */
const settings = [
  "wal_sync_method=fsync",
  // PGlite has 160 MB by default, and touches all of it as it starts.
  "shared_buffers=16MB",
  // A file of the log that is used again keeps what it held: it is removed.
  "wal_recycle=off",
  // Filling each new one with zeros would hold up visitors.
  "wal_init_zero=off",
  // A table that is rewritten goes to the disk once, not also into the log.
  "wal_level=minimal",
  "max_wal_senders=0",
];

/**
 * Opens the folder's Postgres, making it where there is none. What it
 * acknowledges is on the disk. Where it panics, as it does when the disk is
 * full or fails, the process ends with status 1.
 *
 * @throws Error with Postgres's reason when it cannot start
 */
export async function openPostgres(folder: string): Promise<PGlite> {
  // Compiling Postgres a second time, to optimize it, takes a small machine
  // seconds in which visitors wait, and memory. What it gains is a few percent.
  setFlagsFromString("--liftoff-only");
  let reason = "";
  try {
    return await PGlite.create({
      fs: new DurableNodeFS(folder),
      startParams: [
        ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
        ...settings.flatMap((setting) => ["-c", setting]),
      ],
      onStderr: (line) => {
        if (/ PANIC: /.test(line)) console.error(line);
        reason = / FATAL: +(.*)/.exec(line)?.[1] ?? reason;
        return true;
      },
    });
  } catch (error) {
    // PGlite's own message only says that it failed.
    throw reason ? new Error(reason) : error;
  }
}

/**
 * After a panic PGlite never answers the next statement: it loops, and holds
 * up all else in the process. Postgres's own processes end on a panic and
 * recover from the log when they start anew.
 */
const onAbort = () => endProcess("Postgres panicked");

/**
 * Ends the process where the system below Postgres fails: SQLSTATE class 58,
 * or a full disk. Such an error outlives its cause, because Emscripten's file
 * system keeps the name of a file that could not be made.
 */
export function endOnSystemError(error: { code?: string; message: string }) {
  if (!/^58|^53100$/.test(error.code ?? "")) return;
  endProcess(`${error.code}: ${error.message}`);
}

/** @param reason has no word of a visitor's */
export function endProcess(reason: string): never {
  console.error(
    `The embedded database has failed (${reason}); the process ends.`,
  );
  process.exit(1);
}

/**
 * Returns when what the open file or directory holds is on the disk.
 *
 * @throws the error of fsync(2)
 */
function sync(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Windows does not flush directories.
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EPERM" && fstatSync(descriptor).isDirectory()) return;
    throw error;
  }
}

/** The names in a folder: what was made, renamed or removed there. */
export function syncFolder(folder: string): void {
  syncPath(folder, "r");
}

/** A folder and all that is in it. Its own name is its parent's to keep. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) syncTree(inside);
    // Windows flushes only what may be written.
    else syncPath(inside, "r+");
  }
  syncFolder(folder);
}

/** Makes a folder that only its owner can use, and those above it, to stay. */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  let parent = path.resolve(folder);
  do {
    parent = path.dirname(parent);
    syncFolder(parent);
  } while (parent !== path.dirname(path.resolve(first)));
}

function syncPath(file: string, flags: "r" | "r+"): void {
  const descriptor = openSync(file, flags);
  try {
    sync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
