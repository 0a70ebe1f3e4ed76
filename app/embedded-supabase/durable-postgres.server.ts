import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { setFlagsFromString } from "node:v8";
import { sync } from "~/embedded-supabase/sync.server";

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
          return 0;
        } catch {
          return inputOutputError;
        }
      };
    };
    const preRun = [...(emscriptenOpts.preRun ?? []), addFsync];
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort: stop } };
  }
}

/**
 * Opens the folder's Postgres, making it where there is none. What it
 * acknowledges is on the disk. Where it panics, as it does when the disk is
 * full or fails, the process ends with status 1.
 */
export function openPostgres(folder: string): Promise<PGlite> {
  // Compiling Postgres a second time, to optimize it, takes a small machine
  // seconds in which visitors wait, and memory. What it gains is a few percent.
  setFlagsFromString("--liftoff-only");
  return PGlite.create({
    fs: new DurableNodeFS(folder),
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
      "-c",
      "wal_sync_method=fsync",
      // PGlite has 160 MB by default, and touches all of it as it starts.
      "-c",
      "shared_buffers=16MB",
    ],
    onStderr: (line) => {
      if (/ PANIC: /.test(line)) console.error(line);
      return true;
    },
  });
}

/**
 * After a panic PGlite never answers the next statement: it loops, and holds
 * up all else in the process. Postgres's own processes end on a panic and
 * recover from the log when they start anew.
 */
function stop(): never {
  console.error("The embedded database has failed; the process ends.");
  process.exit(1);
}
