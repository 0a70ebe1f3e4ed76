import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { lackOf, lockFolder, refuseForeignFolder } from "#supabase";

/** Megabytes, beyond what the database needs to open. */
const enough = 192;

/** Whether only this user can use the folder, or can create it. */
export function folderProblem(variable: string, folder: string) {
  if (isFolder(folder)) {
    return messageOf(() => refuseForeignFolder(folder, variable));
  }
  const { W_OK, X_OK } = constants;
  return (
    messageOf(() => accessSync(`${nearest(folder)}/.`, W_OK | X_OK)) &&
    `cannot be created by this user; create it, or set ${variable} to another`
  );
}

/** Creates no lock file: that is the site's. */
export const lockProblem = (dataDir: string) =>
  existsSync(path.join(dataDir, "lock")) &&
  messageOf(() => lockFolder(dataDir)());

export function diskProblem(dataDir: string) {
  const lack = lackOf(nearest(dataDir), enough);
  return (
    lack !== undefined &&
    `only ${lack.free} free; free some: on a full disk nothing is stored`
  );
}

const isFolder = (name: string) => existsSync(`${name}/.`);

/** The folder itself, or its nearest parent that exists. */
function nearest(folder: string): string {
  const whole = path.resolve(folder);
  return existsSync(whole) ? whole : nearest(path.dirname(whole));
}

/** The message of the error that the attempt throws. */
function messageOf(attempt: () => void) {
  try {
    attempt();
    return false;
  } catch (error) {
    return (error as Error).message;
  }
}
