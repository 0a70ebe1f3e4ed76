import { statfsSync } from "node:fs";

/** Megabytes. A new database takes about 40, and its log 16 at once. */
const needed = 64;

/** The disk of the folder has too little space for a database to be opened. */
export class DiskFullError extends Error {}

/** @returns megabytes of the folder's disk that this user may fill */
function freeSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / 1024 / 1024);
}

/** @returns megabytes that are free beyond what the database needs */
export const spareSpace = (folder: string) => freeSpace(folder) - needed;

/**
 * Postgres panics where its disk is full. What is free here keeps a database
 * that was just opened from doing so at once.
 *
 * @throws DiskFullError with one line that says what to do
 */
export function refuseFullDisk(dataDir: string): void {
  const free = freeSpace(dataDir);
  if (free >= needed) return;
  throw new DiskFullError(
    `DATA_DIR ${JSON.stringify(dataDir)} is on a disk with ${free} MB free, and its database needs ${needed}; free some, or set DATA_DIR to a folder on another disk.`,
  );
}

/** Calls back once a database can be opened. */
export function onSpace(dataDir: string, callback: () => void): void {
  const timer = setInterval(() => {
    if (spareSpace(dataDir) < 0) return;
    clearInterval(timer);
    callback();
  }, 5000).unref();
}
