import { readFileSync } from "node:fs";
import path from "node:path";
import { refuseToOpenOnFullDisk } from "./disk";
import { lockFile } from "./lock";
import { refuseForeignFolder } from "./owner";
import { makeFolder } from "./sync";

/** Writes a line to the caller's log. */
export type Log = (
  level: "info" | "warn",
  message: string,
  fields: Record<string, string | number>,
) => void;

type Holder = "site" | "job";

/** Another process has the folder. A job gives it back by itself. */
export class FolderInUseError extends Error {
  constructor(
    dataDir: string,
    readonly holder: Holder,
  ) {
    super(
      `DATA_DIR ${JSON.stringify(dataDir)} is in use by ${holder === "job" ? "a job, and is free once that has ended" : "another process; stop that one, or set DATA_DIR to another folder"}.`,
    );
  }
}

/**
 * Takes the folder for this process, and creates it if necessary: two processes
 * on one PGlite folder corrupt it silently.
 *
 * @returns a function that gives it back
 * @throws Error with one line when the folder cannot be written or is writable by
 *   another user; FolderInUseError; DiskFullError
 */
export function takeFolder(dataDir: string, holder: Holder, log: Log) {
  const file = path.join(dataDir, "lock");
  try {
    makeFolder(dataDir);
  } catch (error) {
    throw cannot(dataDir, "created", error);
  }
  const mode = refuseForeignFolder(dataDir, "DATA_DIR");
  if (mode) {
    const message = "DATA_DIR was writable by other users and is not any more";
    log("warn", message, { folder: dataDir, mode });
  }
  refuseToOpenOnFullDisk(dataDir);
  try {
    // In these seconds a holder that has just locked it says what it is.
    const unlock = lockFile(file, 0.2, holder);
    if (unlock) return unlock;
  } catch (error) {
    throw cannot(dataDir, "locked", error);
  }
  const isJobs = readFileSync(file, "utf8") === "job";
  throw new FolderInUseError(dataDir, isJobs ? "job" : "site");
}

export const cannot = (dataDir: string, verb: string, error: unknown) =>
  new Error(
    `DATA_DIR ${JSON.stringify(dataDir)} cannot be ${verb}: ${(error as Error).message}`,
  );
