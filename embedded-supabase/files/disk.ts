import {
  accessSync,
  constants,
  existsSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { lackOf } from "./space";
import type { Lack } from "./space";

// Postgres panics on a full disk, so each step that writes asks here first.

/** The folder's disk lacks space or inodes, or is mounted read-only. */
export class DiskFullError extends Error {}

/** Files that a new database needs. It has about a thousand. */
const newFiles = 1500;

/** Megabytes that Postgres's log takes at once. */
const atOnce = 16;

/** A quota shows only when something is written. */
function lackByWriting(folder: string): Lack | undefined {
  const file = path.join(folder, "room");
  try {
    writeFileSync(file, Buffer.alloc(atOnce * 1024 * 1024), { mode: 0o600 });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // Opening the database reports any other problem.
    if (!["ENOSPC", "EDQUOT"].includes(code)) return undefined;
    return { free: `less than ${atOnce} MB (${code})`, needed: `${atOnce} MB` };
  } finally {
    rmSync(file, { force: true });
  }
  return undefined;
}

const sentenceOf = (
  dataDir: string,
  { free, needed }: Lack,
  work = "its database",
  advice = "free some, or set DATA_DIR to a folder on another disk",
) =>
  `DATA_DIR ${JSON.stringify(dataDir)} is on a disk with ${free} free, and ${work} needs ${needed}; ${advice}.`;

/** @returns one line if the disk takes no further rows */
export function diskProblem(
  dataDir: string,
  findLack = () => lackOf(dataDir),
): string | undefined {
  if (!existsSync(dataDir)) return undefined;
  if (isReadOnly(dataDir))
    return `DATA_DIR ${JSON.stringify(dataDir)} is on a disk that is mounted read-only; look in the kernel's log for its error and mount it writable, or set DATA_DIR to a folder on another disk.`;
  const lack = findLack();
  return lack && sentenceOf(dataDir, lack);
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
export function refuseFullDisk(
  dataDir: string,
  more: number,
  work: string,
  advice: string,
): void {
  const lack = lackOf(dataDir, more);
  if (lack) throw new DiskFullError(sentenceOf(dataDir, lack, work, advice));
}

/** @throws DiskFullError with one line if the disk takes no database */
export function refuseToOpenOnFullDisk(dataDir: string): void {
  const isNew = !existsSync(path.join(dataDir, "postgres"));
  const lack = () =>
    lackOf(dataDir, 0, isNew ? newFiles : undefined) ?? lackByWriting(dataDir);
  const problem = diskProblem(dataDir, lack);
  if (problem) throw new DiskFullError(problem);
}
