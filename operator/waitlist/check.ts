import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openMigratedDatabase } from "#supabase";
import { describe } from "./catalog";
import type { Folders, Queryable } from "#supabase";
import type { Description } from "./catalog";

export interface Difference {
  /** `ok`: it breaks no promise. */
  state: "WRONG" | "ok";
  what: string;
  is: string;
  should: string;
}

/** Compares a database with a new one that has only the migrations. */
export const check = async (database: Queryable, folders: Folders) =>
  compare(database, await describeMigrations(folders));

export async function describeMigrations(
  folders: Folders,
): Promise<Description> {
  const folder = mkdtempSync(path.join(tmpdir(), "kandi-check-"));
  try {
    const database = await openMigratedDatabase(folder, folders);
    try {
      return await describe(database);
    } finally {
      await database.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// These match "what: is → should".

/** An older table is adopted as it is, and a role may have fewer rights. */
const adopted = [
  /^column beta_signups\.id: .* default .*not null → /,
  /^column beta_signups\.email: (?:text|(?:\w+\.)?citext)\b/,
  /^column beta_signups\.signup_source: text\b/,
  /^column beta_signups\.created_at: timestamp with time zone default now\(\)/,
  /^grants to authenticated on schema public: none → /,
  // An index on plain columns refuses no row.
  /^index .*: CREATE INDEX .* USING \w+ \([^()]*\)(?: INCLUDE \([^()]*\))? → none$/,
];

/** Why these break no promise. */
const harmless: Record<string, RegExp> = {
  "no row needs it": /^column .*: (?:.* default .*|.*(?<! not null)) → none$/,
  "older rows break it; new ones cannot":
    /^table constraint .*?: (.*) NOT VALID → \1$/,
  "beta_signups_email_lower_key refuses all that it refuses":
    /: (?:CREATE UNIQUE INDEX .* ON public\.beta_signups USING btree|UNIQUE) \(email\) → none$/,
  "a webhook posts each row to another server":
    /: CREATE TRIGGER .* AFTER .* FUNCTION supabase_functions\.http_request\(.* → none$/,
};

/**
 * @param expected what the migrations make
 * @returns the differences, those that break a promise first
 */
export async function compare(
  database: Queryable,
  expected: Description,
): Promise<Difference[]> {
  const names = (kind: RegExp) =>
    [...expected.keys()].flatMap((what) => kind.exec(what)?.[1] ?? []);
  const tables = names(/^table (\S+)$/);
  const found = await describe(database, tables, names(/^function (.*)\(/));
  const differences: Difference[] = [];
  for (const what of new Set([...expected.keys(), ...found.keys()])) {
    const is = found.get(what) ?? "none";
    // An older table may number its rows by a sequence.
    const isNumbering = what.startsWith("grants to anon on sequence ");
    const should = expected.get(what) ?? (isNumbering ? "USAGE" : "none");
    const matches = (pattern: RegExp) =>
      pattern.test(`${what}: ${is} → ${should}`);
    if (is === should || adopted.some(matches)) continue;
    const [reason] =
      Object.entries(harmless).find(([, pattern]) => matches(pattern)) ?? [];
    differences.push(
      reason
        ? { state: "ok", what, is, should: `may stay: ${reason}` }
        : { state: "WRONG", what, is, should },
    );
  }
  const key = ({ state, what }: Difference) => `${state} ${what}`;
  return differences.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
