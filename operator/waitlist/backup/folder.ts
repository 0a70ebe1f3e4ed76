import { existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { refuseForeignFolder, syncPath } from "#supabase/files";
import { openErasedPeople } from "./erased-people";
import type { Env } from "~/server/check-env.server";

type Settings = Pick<Env, "BACKUP_DIR" | "DATA_DIR">;

const day = 86_400_000;

/** A proven backup. pg_dump writes `.dump` by the manual. */
const fileName = /^kandi-(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z\.(?:ndjson|dump)$/;

/** Days for which backups are kept. */
export const usualDays = 28;

const withoutSetting = ({ DATA_DIR }: Settings) =>
  path.join(DATA_DIR, "backups");

/**
 * The folder of the backups and of the list of erased people.
 *
 * @throws Error with one line if it is another user's, who could read or
 *   replace what is written there
 */
export function backupFolder(env: Settings): string {
  const folder = env.BACKUP_DIR ?? withoutSetting(env);
  const variable = env.BACKUP_DIR ? "BACKUP_DIR" : "DATA_DIR/backups";
  refuseForeignFolder(folder, variable);
  return folder;
}

/** The folder, and the one that is used without BACKUP_DIR. */
export const backupFolders = (env: Settings): string[] => [
  ...new Set([backupFolder(env), withoutSetting(env)]),
];

export interface Backup {
  file: string;
  time: Date;
}

/** The folder's backups, the newest first. */
export function listBackups(folder: string): Backup[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => fileName.test(name))
    .map((name) => ({
      file: path.join(folder, name),
      time: new Date(name.replace(fileName, "$1:$2:$3Z")),
    }))
    .filter(({ file }) => lstatSync(file).isFile())
    .sort((a, b) => b.time.getTime() - a.time.getTime());
}

/** Drops whoever was erased before the oldest backup was written. */
export function forgetErasedPeople(folder: string): void {
  const oldest = listBackups(folder).at(-1)?.time ?? new Date();
  openErasedPeople(folder).forgetOld(oldest);
}

/** Warnings about backups, a line each. */
export function backupWarnings(env: Settings): string[] {
  const [folder = "", former = ""] = backupFolders(env);
  const warnings = oldBackups(folder, usualDays, 0).map(
    ({ file }) =>
      `${JSON.stringify(file)} is older than ${usualDays} days: it stays until a newer backup has been restored on trial.`,
  );
  const left = former && listBackups(former).length;
  if (!left) return warnings;
  return [
    `${JSON.stringify(former)} still has ${left} backups: erase-person does not reach them, so remove them or move them into BACKUP_DIR.`,
    ...warnings,
  ];
}

/** The backups of that age, by their names, but for the newest of all. */
const oldBackups = (folder: string, days: number, kept = 1) =>
  listBackups(folder)
    .slice(kept)
    .filter(({ time }) => Date.now() - time.getTime() >= days * day);

/** @returns how many were removed */
export function removeOldBackups(folder: string, days: number): number {
  const old = oldBackups(folder, days);
  for (const { file } of old) rmSync(file);
  if (old.length > 0) syncPath(folder);
  return old.length;
}

/** Removes what a killed or failed backup left: its file or its trial, with everyone's data. */
export function removeUnfinished(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!/^kandi-(?:trial-\w{6}|[-\dTZ]+\.ndjson\.unfinished)$/.test(name))
      continue;
    const file = path.join(folder, name);
    // Another backup may be in progress.
    if (Date.now() - lstatSync(file).mtimeMs < day / 24) continue;
    rmSync(file, { recursive: true });
  }
}
