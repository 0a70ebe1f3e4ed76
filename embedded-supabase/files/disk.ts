import {
  accessSync,
  constants,
  existsSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

// Postgres panics on a full disk, so each step that writes asks here first.

/** The folder's disk lacks space or inodes, or is mounted read-only. */
export class DiskFullError extends Error {}

/** Megabytes that stay free. A new database takes about 40. */
const reserve = 64;

/** Files that stay free, and that a new database needs, which has about a thousand. */
const [fewFiles, newFiles] = [64, 1500];

/** Megabytes that Postgres's log takes at once. */
const atOnce = 16;

/** @returns megabytes of the folder's disk that this user may fill */
export function freeSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / 1024 / 1024);
}

/**
 * @param more megabytes beyond a reserve for the database
 * @returns what a work lacks on the folder's disk, if anything
 */
export function lackOf(
  folder: string,
  work: string,
  more = 0,
  files = fewFiles,
): string | undefined {
  const [free, needed] = [freeSpace(folder), Math.ceil(more) + reserve];
  if (free < needed) return `${free} MB free, and ${work} needs ${needed} MB`;
  // A file system that makes inodes as it needs them counts none.
  const { ffree, files: all } = statfsSync(folder);
  if (all === 0 || ffree >= files) return undefined;
  return `${ffree} inodes free, and ${work} needs ${files}`;
}

/** A quota shows only when something is written. */
function lackByWriting(folder: string): string | undefined {
  const file = path.join(folder, "room");
  try {
    writeFileSync(file, Buffer.alloc(atOnce * 1024 * 1024), { mode: 0o600 });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // Opening the database reports any other problem.
    if (!["ENOSPC", "EDQUOT"].includes(code)) return undefined;
    return `less than ${atOnce} MB (${code}) free, and its database needs ${atOnce} MB`;
  } finally {
    rmSync(file, { force: true });
  }
  return undefined;
}

/** @returns one line if the disk takes no further rows */
export function diskProblem(
  dataDir: string,
  findLack = () => lackOf(dataDir, "its database"),
): string | undefined {
  if (!existsSync(dataDir)) return undefined;
  if (isReadOnly(dataDir))
    return `DATA_DIR ${JSON.stringify(dataDir)} is on a disk that is mounted read-only; look in the kernel's log for its error and mount it writable, or set DATA_DIR to a folder on another disk.`;
  const lack = findLack();
  return (
    lack &&
    `DATA_DIR ${JSON.stringify(dataDir)} is on a disk with ${lack}; free some, or set DATA_DIR to a folder on another disk.`
  );
}

/** A kernel mounts a disk again like this after an error of it. */
function isReadOnly(dataDir: string): boolean {
  try {
    accessSync(dataDir, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EROFS";
  }
}

/** @throws DiskFullError with one line if the disk lacks room for the work */
export function askForRoom(folder: string, work: string, more = 0): void {
  const lack = lackOf(folder, work, more);
  if (!lack) return;
  throw new DiskFullError(
    `${JSON.stringify(folder)} is on a disk with ${lack}; free some first.`,
  );
}

/** @throws DiskFullError with one line if the disk takes no database */
export function refuseToOpenOnFullDisk(dataDir: string): void {
  const isNew = !existsSync(path.join(dataDir, "postgres"));
  const lack = () =>
    lackOf(dataDir, "its database", 0, isNew ? newFiles : undefined) ??
    lackByWriting(dataDir);
  const problem = diskProblem(dataDir, lack);
  if (problem) throw new DiskFullError(problem);
}
