import * as fs from "node:fs";
import path from "node:path";
import {
  freeSpace,
  lockFolder,
  refuseForeignFolder,
} from "~/embedded-supabase/folder.server";
import type { Report } from "./report";

/** Megabytes. A new database takes about 40, and its log as much again. */
const enough = 256;

/** Checks the embedded database's folder and creates nothing in it. */
export function checkFolder(
  dataDir: string,
  isRunning: boolean,
  report: Report,
): void {
  let folder = path.resolve(dataDir);
  const exists = fs.existsSync(folder);
  while (!fs.existsSync(folder)) folder = path.dirname(folder);

  const problem = exists ? folderProblem(folder) : parentProblem(folder);
  const fine = exists
    ? "belongs only to this user"
    : "is created at the first start";
  report("DATA_DIR folder", problem, fine);
  // lockFolder would create the file. A running site holds the lock.
  if (!problem && !isRunning && fs.existsSync(path.join(dataDir, "lock"))) {
    const locked = thrownBy(() => lockFolder(dataDir)());
    report("DATA_DIR lock", locked, "free");
  }
  const free = freeSpace(folder);
  const full = `only ${free} MB free; free some: a site on a full disk exits`;
  report("DATA_DIR disk", free < enough && full, `${free} MB free`);
}

function folderProblem(folder: string): string | false {
  const found = fs.statSync(folder);
  if (!found.isDirectory()) return "is not a folder; set DATA_DIR to one";
  const foreign = thrownBy(() => refuseForeignFolder(folder));
  // Windows has no modes.
  if (foreign || !process.getuid) return foreign;
  const mode = (found.mode & 0o777).toString(8);
  return mode !== "700" && `has mode ${mode}; run chmod 700 on it`;
}

function parentProblem(folder: string): string | false {
  const { W_OK, X_OK } = fs.constants;
  const isRefused = thrownBy(() => fs.accessSync(folder, W_OK | X_OK));
  return (
    isRefused && "cannot be created by this user; create it, or set another"
  );
}

/** @returns the error's message */
function thrownBy(attempt: () => void): string | false {
  try {
    attempt();
    return false;
  } catch (error) {
    return (error as Error).message;
  }
}
