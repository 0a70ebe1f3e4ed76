import { createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { lockFile, makeFolder, syncPath } from "#supabase/files";
import { readAddress } from "~/forms/address.server";

/** Days for which a backup may be kept, as the privacy page promises. */
export const backupDays = 30;

interface Entry {
  time: string;
  hash: string;
}

/**
 * Opens the list of people who were erased while a backup still contains them. It
 * stands next to the backups, so neither a lost nor a restored database changes it.
 * Its first line is a random key; each other line is the time of an erasure and the
 * keyed hash of an address.
 *
 * @throws Error with one line if the file is damaged
 */
export function openErasedPeople(folder: string) {
  const file = path.join(folder, "erased-people");
  const { key, entries } = readOrStart(file);
  /** When each person was last erased, by hash. A restore looks every row up. */
  const erased = new Map<string, number>();
  for (const { time, hash } of entries) {
    const before = erased.get(hash) ?? -Infinity;
    erased.set(hash, Math.max(before, Date.parse(time)));
  }
  return {
    file,
    add: (emails: string[], at: Date) =>
      change(file, ({ key, entries }) => [
        ...entries,
        ...emails.map((email) => ({
          time: at.toISOString(),
          hash: hashOf(email, key),
        })),
      ]),
    /**
     * Drops those whom no backup contains any more.
     *
     * @param oldest when the oldest backup was written
     */
    forgetOld: (oldest: Date) => {
      // A copy of an older backup may be elsewhere.
      const limit = Date.now() - backupDays * 86_400_000;
      const cutoff = Math.min(limit, oldest.getTime());
      const isRecent = ({ time }: Entry) => Date.parse(time) >= cutoff;
      if (entries.every(isRecent)) return;
      change(file, (list) => list.entries.filter(isRecent));
    },
    /** @param since when the row was stored: a later sign-up stays */
    has: (email: string, since: string | null) => {
      const erasedAt = erased.get(hashOf(email, key));
      const stored = since === null ? -Infinity : Date.parse(since);
      return erasedAt !== undefined && !(stored > erasedAt);
    },
  };
}

const hashOf = (email: string, key: string) =>
  createHmac("sha256", key).update(readAddress(email)).digest("hex");

/** Changes the list in a lock, or two jobs at once would lose entries. */
function change(file: string, update: (list: List) => Entry[]): void {
  const folder = path.dirname(file);
  makeFolder(folder);
  // A change takes milliseconds, not these seconds.
  const unlock = lockFile(`${file}.lock`, 30);
  if (!unlock) throw new Error("another job does not release its lock");
  try {
    const list = readOrStart(file);
    const lines = update(list).map((entry) => `${entry.time} ${entry.hash}\n`);
    // The rename makes it appear complete, even if the process is killed.
    writeFileSync(`${file}.unfinished`, `${list.key}\n${lines.join("")}`, {
      mode: 0o600,
      flush: true,
    });
    renameSync(`${file}.unfinished`, file);
    syncPath(folder);
  } finally {
    unlock();
  }
}

interface List {
  key: string;
  entries: Entry[];
}

const readOrStart = (file: string): List =>
  existsSync(file)
    ? read(file)
    : { key: randomBytes(32).toString("hex"), entries: [] };

function read(file: string): List {
  const [key = "", ...lines] = readFileSync(file, "utf8").trimEnd().split("\n");
  const entries = lines.map((line) => {
    const [, time = "", hash = ""] = /^(\S+Z) ([0-9a-f]{64})$/.exec(line) ?? [];
    return { time, hash };
  });
  if (
    !/^[0-9a-f]{64}$/.test(key) ||
    entries.some(({ time }) => Number.isNaN(Date.parse(time)))
  ) {
    throw new Error(
      `${JSON.stringify(file)} is damaged: restore it from a copy, or remove it, and erase again by hand whoever was erased in the last ${backupDays} days.`,
    );
  }
  return { key, entries };
}
