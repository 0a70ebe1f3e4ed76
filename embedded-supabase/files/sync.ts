import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
} from "node:fs";
import path from "node:path";

/** Syncs a folder and its contents. Its own name needs a sync of its parent. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) syncTree(inside);
    else syncPath(inside);
  }
  syncPath(folder);
}

/** Creates a folder that only its owner may use, and its parents, and syncs them. */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  let parent = path.resolve(folder);
  do {
    parent = path.dirname(parent);
    syncPath(parent);
  } while (parent !== path.dirname(path.resolve(first)));
}

/** Syncs a file, or the names in a folder, which creating and renaming change. */
export function syncPath(file: string): void {
  const descriptor = openSync(file, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
