import { tmpdir } from "node:os";
import type { Folders, Queryable } from "#supabase";
import { tryInNewDatabase } from "./backup/trial";
import { describe } from "./catalog";
import type { Description } from "./catalog";

type Difference = { what: string; is: string; should: string };

/** `ok`: it breaks no promise. */
type Verdict = Difference & { state: "WRONG" | "ok" };

/**
 * Describes a new database that has only the migrations.
 *
 * @param temporary the folder in which it is made
 */
export const describeMigrations = (
  folders: Folders,
  temporary = tmpdir(),
): Promise<Description> => tryInNewDatabase(temporary, folders, describe);

type Rule = (difference: Difference) => boolean;

/** The type of a described column, without its schema. */
const typeOf = (is: string) => is.split(" ")[0]?.split(".").at(-1) ?? "";

/** Differences of older tables, and fewer rights than the migrations grant. */
const adopted: Rule[] = [
  ({ what, is }) =>
    what === "column beta_signups.id" &&
    is.includes(" default ") &&
    is.endsWith(" not null"),
  ({ what, is }) =>
    what === "column beta_signups.email" &&
    ["text", "citext"].includes(typeOf(is)),
  ({ what, is }) =>
    what === "column beta_signups.signup_source" && typeOf(is) === "text",
  ({ what, is }) =>
    what === "column beta_signups.created_at" &&
    is.startsWith("timestamp with time zone default now()"),
  ({ what, is }) =>
    what === "grants to authenticated on schema public" && is === "none",
  // An index on plain columns refuses no row.
  ({ what, is, should }) =>
    what.startsWith("index ") &&
    should === "none" &&
    /^CREATE INDEX .* USING \w+ \([^()]*\)(?: INCLUDE \([^()]*\))?$/.test(is),
];

/** Differences that break no promise, by the reason. */
const harmless: Record<string, Rule> = {
  "no row needs it": ({ what, is, should }) =>
    what.startsWith("column ") &&
    should === "none" &&
    (is.includes(" default ") || !is.endsWith(" not null")),
  "older rows break it; new ones cannot": ({ what, is, should }) =>
    what.startsWith("table constraint ") && is === `${should} NOT VALID`,
  "beta_signups_email_lower_key refuses all that it refuses": ({
    what,
    is,
    should,
  }) =>
    should === "none" &&
    (what.endsWith(" on beta_signups")
      ? is === "UNIQUE (email)"
      : is.startsWith("CREATE UNIQUE INDEX ") &&
        is.endsWith(" ON public.beta_signups USING btree (email)")),
  "a webhook posts each row to another server": ({ is, should }) =>
    should === "none" &&
    is.startsWith("CREATE TRIGGER ") &&
    is.includes(" AFTER ") &&
    is.includes(" FUNCTION supabase_functions.http_request("),
};

/**
 * Compares a database with what the migrations make.
 *
 * @returns the differences, those that break a promise first
 */
export async function compare(
  database: Queryable,
  expected: Description,
): Promise<Verdict[]> {
  const names = (kind: RegExp) =>
    [...expected.keys()].flatMap((what) => kind.exec(what)?.[1] ?? []);
  const tables = names(/^table (\S+)$/);
  const found = await describe(database, tables, names(/^function (.*)\(/));
  const key = ({ state, what }: Verdict) => `${state} ${what}`;
  return differencesOf(found, expected)
    .filter((difference) => !adopted.some((applies) => applies(difference)))
    .map(judge)
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

const differencesOf = (found: Description, expected: Description) =>
  [...new Set([...expected.keys(), ...found.keys()])]
    .map((what): Difference => {
      const is = found.get(what) ?? "none";
      // An older table may number its rows by a sequence.
      const isNumbering = what.startsWith("grants to anon on sequence ");
      const should = expected.get(what) ?? (isNumbering ? "USAGE" : "none");
      return { what, is, should };
    })
    .filter(({ is, should }) => is !== should);

function judge(difference: Difference): Verdict {
  const [reason] =
    Object.entries(harmless).find(([, applies]) => applies(difference)) ?? [];
  if (!reason) return { state: "WRONG", ...difference };
  return { state: "ok", ...difference, should: `may stay: ${reason}` };
}
