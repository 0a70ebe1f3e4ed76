import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
} from "node:fs";
import path from "node:path";

/**
 * Returns when what the open file or directory holds is on the disk.
 *
 * @throws the error of fsync(2)
 */
export function sync(descriptor: number): void {
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
