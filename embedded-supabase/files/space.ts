import { statfsSync } from "node:fs";

/** Megabytes that stay free. A new database takes about 40. */
const reserve = 64;

/** Files that stay free. */
const fewFiles = 64;

export interface Lack {
  free: string;
  needed: string;
}

/** @returns megabytes of the folder's disk that this user may fill */
export function freeSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / 1024 / 1024);
}

/**
 * @param more megabytes beyond a reserve for the database
 * @returns the space or inodes that the folder's disk lacks, if any
 */
export function lackOf(
  folder: string,
  more = 0,
  files = fewFiles,
): Lack | undefined {
  const [free, needed] = [freeSpace(folder), Math.ceil(more) + reserve];
  if (free < needed) return { free: `${free} MB`, needed: `${needed} MB` };
  // A file system that makes inodes as it needs them counts none.
  const { ffree, files: all } = statfsSync(folder);
  if (all === 0 || ffree >= files) return undefined;
  return { free: `${ffree} inodes`, needed: `${files} inodes` };
}
