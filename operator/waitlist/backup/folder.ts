import { existsSync, lstatSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { refuseForeignFolder, syncPath } from "#supabase/files";
import { openErasedPeople } from "./erased-people";
import type { Env } from "~/server/check-env.server";

type Settings = Pick<Env, "BACKUP_DIR" | "DATA_DIR">;

const day = 86_400_000;

/** `.unproven`: its trial restore failed. pg_dump writes `.dump` by the manual. */
const fileName =
  /^kandi-(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z\.(?:ndjson(?:\.unproven)?|dump)$/;

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
  isProven: boolean;
}

/** The folder's backups, the newest first. */
export function listBackups(folder: string): Backup[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => fileName.test(name))
    .map((name) => ({
      file: path.join(folder, name),
      time: new Date(name.replace(fileName, "$1:$2:$3Z")),
      isProven: !name.endsWith(".unproven"),
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
  const left = former && listBackups(former).length;
  const warnings = left
    ? [
        `${JSON.stringify(former)} still has ${left} backups: erase-person does not reach them, so remove them or move them into BACKUP_DIR.`,
      ]
    : [];
  for (const backup of listBackups(folder)) {
    const file = JSON.stringify(backup.file);
    if (backup.time.getTime() > Date.now() + day / 24) {
      warnings.push(
        `${file} is dated in the future: a clock was wrong; remove it once another backup is there.`,
      );
    }
    if (isOld(backup, usualDays)) {
      warnings.push(
        `${file} is older than ${usualDays} days: it stays until a newer backup has been restored on trial, or the clock is right.`,
      );
    }
  }
  return warnings;
}

const isOld = ({ time }: Backup, days: number) =>
  Date.now() - time.getTime() >= days * day;

/** A copied file, or one that a wrong clock named, has another time than its name. */
const isDoubtful = ({ file, time }: Backup) =>
  Math.abs(lstatSync(file).mtimeMs - time.getTime()) > day;

/**
 * The backups of that age, but for the newest that was restored on trial, or the
 * newest three if the time of any of them is in doubt.
 */
export function oldBackups(folder: string, days: number): Backup[] {
  const backups = listBackups(folder);
  const newest = backups.slice(0, 3);
  const retained = newest.some(isDoubtful)
    ? newest
    : backups.filter(({ isProven }) => isProven).slice(0, 1);
  return backups.filter(
    (backup) => isOld(backup, days) && !retained.includes(backup),
  );
}

/** @returns how many were removed */
export function removeOldBackups(folder: string, days: number): number {
  const old = oldBackups(folder, days);
  for (const { file } of old) rmSync(file);
  if (old.length > 0) syncPath(folder);
  return old.length;
}

/** Removes what a killed backup left: its file or its trial, with everyone's data. */
export function removeUnfinished(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const isTrial = /^kandi-trial-\w{6}$/.test(name);
    const isFile = fileName.test(name.replace(/\.unfinished$/, ""));
    if (!isTrial && !(isFile && name.endsWith(".unfinished"))) continue;
    const file = path.join(folder, name);
    // Another backup may be in progress.
    if (Date.now() - lstatSync(file).mtimeMs < day / 24) continue;
    rmSync(file, { recursive: true });
  }
}
