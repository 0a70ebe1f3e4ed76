import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { fstatSync, fsyncSync } from "node:fs";

/** A Postgres, embedded or not. */
export interface Queryable {
  query: (
    sql: string,
    parameters?: unknown[],
  ) => Promise<{ rows: Record<string, unknown>[] }>;
}

/** The part of PGlite's Emscripten module that it does not type. */
interface NodeStreams {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd: number }) => number };
  };
}

/**
 * Emscripten's EIO makes Postgres panic. PGlite swallows an exception from Node
 * and acknowledges the row.
 */
const inputOutputError = 29;

/**
 * PGlite runs Postgres with fsync off, and its NodeFS has none, so a power cut
 * loses acknowledged rows: https://github.com/electric-sql/pglite/issues/1107.
 * Emscripten calls a stream's `fsync` and takes a missing one for success; it
 * never runs fdatasync.
 */
class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS["init"]>) {
    const { emscriptenOpts } = await super.init(...args);
    const addFsync = (module: unknown) => {
      (module as NodeStreams).NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          fsyncSync(nfd);
        } catch {
          return inputOutputError;
        }
        // Postgres never syncs a file that it has removed itself.
        if (fstatSync(nfd).nlink === 0) endProcess("its folder was removed");
        return 0;
      };
    };
    const preRun = [...(emscriptenOpts.preRun ?? []), addFsync];
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort } };
  }
}

const settings = [
  "wal_sync_method=fsync",
  // PGlite's default is 160 MB, all of which it touches at startup.
  "shared_buffers=16MB",
  // Recycled log files would still contain erased rows.
  "wal_recycle=off",
  // Filling each new log file with zeros would block visitors.
  "wal_init_zero=off",
  // A rewritten table is written once, without a copy in the log.
  "wal_level=minimal",
  "max_wal_senders=0",
];

/**
 * Opens the folder's Postgres, creating it if necessary. Acknowledged rows are
 * on the disk. If Postgres panics, as it does when the disk fails or is full,
 * the process exits with status 1.
 *
 * @throws Error with Postgres's reason when it cannot start
 */
export async function openDurablePostgres(folder: string): Promise<PGlite> {
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
 * After a panic PGlite loops at the next statement and blocks the process.
 * Postgres itself exits on a panic and recovers from the log when it restarts.
 */
const onAbort = () => endProcess("Postgres panicked");

/**
 * Exits if the system below Postgres fails: SQLSTATE class 58, or a full disk.
 * The error outlives its cause, because Emscripten's file system keeps the name
 * of a file that could not be created.
 */
export function endOnSystemError(error: { code?: string; message: string }) {
  if (!/^58|^53100$/.test(error.code ?? "")) return;
  endProcess(`${error.code}: ${error.message}`);
}

/** @param reason contains no visitor's data */
export function endProcess(reason: string): never {
  console.error(
    `The embedded database has failed (${reason}); the process ends.`,
  );
  process.exit(1);
}
