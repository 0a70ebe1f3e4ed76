import { tmpdir } from "node:os";
import type { Folders, Queryable } from "#supabase";
import { tryInNewDatabase } from "./backup/trial";
import { describe } from "./catalog";
import type { Description } from "./catalog";

export interface Difference {
  /** `ok`: it breaks no promise. */
  state: "WRONG" | "ok";
  what: string;
  is: string;
  should: string;
}

/**
 * Compares a database with a new one that has only the migrations.
 *
 * @param temporary the folder in which the new one is made
 */
export const check = async (
  database: Queryable,
  folders: Folders,
  temporary: string,
) => compare(database, await describeMigrations(folders, temporary));

export const describeMigrations = (
  folders: Folders,
  temporary = tmpdir(),
): Promise<Description> => tryInNewDatabase(temporary, folders, describe);

type Rule = (difference: Pick<Difference, "what" | "is" | "should">) => boolean;

/** The type of a described column, without its schema. */
const typeOf = (is: string) => is.split(" ")[0]?.split(".").at(-1) ?? "";

/** An older table is adopted as it is, and a role may have fewer rights. */
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

/** Why these break no promise. */
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
    const applies = (rule: Rule) => rule({ what, is, should });
    if (is === should || adopted.some(applies)) continue;
    const [reason] =
      Object.entries(harmless).find(([, rule]) => applies(rule)) ?? [];
    differences.push(
      reason
        ? { state: "ok", what, is, should: `may stay: ${reason}` }
        : { state: "WRONG", what, is, should },
    );
  }
  const key = ({ state, what }: Difference) => `${state} ${what}`;
  return differences.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
