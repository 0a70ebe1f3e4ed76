import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { syncFolder } from "~/embedded-supabase/sync.server";

/** @throws Error with one line when the file is damaged */
export function readOrMakeKey(dataDir: string): string {
  const file = path.join(dataDir, "anon-key");
  return existsSync(file) ? readKey(file) : makeKey(file);
}

function readKey(file: string): string {
  const refuse = (reason: string) =>
    new Error(
      `${JSON.stringify(file)} ${reason}; restore it from a backup, or remove it and the next start makes a new key, which each SUPABASE_ANON_KEY that names the old one then needs.`,
    );
  let key: string;
  try {
    key = readFileSync(file, "utf8").trim();
  } catch (error) {
    throw refuse(`cannot be read (${(error as Error).message})`);
  }
  if (!/^sb_publishable_[\w-]{32}$/.test(key)) throw refuse("holds no key");
  return key;
}

function makeKey(file: string): string {
  const key = `sb_publishable_${randomBytes(24).toString("base64url")}`;
  // Whole or not at all, also for whoever is killed just now.
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, `${key}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
  syncFolder(path.dirname(file));
  return key;
}
