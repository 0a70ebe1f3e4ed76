import type { Queryable } from "#supabase";
import { readAddress } from "~/forms/address.server";
import { suggestionFor } from "~/forms/slips.server";
import { mailboxOf } from "./erase";
import { readAddresses, readNewestAddresses } from "./tables";

/** A stored address that looks like a slip. */
interface Doubtful {
  table: string;
  email: string;
  probably_meant: string;
  created_at_utc: string | null;
}

/**
 * Each table's newest rows, which the job stats reads: all of a million would take
 * half a minute.
 */
export const newestRows = 1000;

/**
 * Counts what the job doubtful would list of the newest rows, and the signups among
 * them that share a mailbox with another.
 */
export async function countNewest(database: Queryable) {
  const suggest = suggestions();
  const newest = await readNewestAddresses(database, newestRows);
  const mailboxes = newest
    .filter(({ table }) => table.name === "beta_signups")
    .map(({ email }) => mailboxOf(readAddress(email)));
  const once = new Set<string>();
  const often = new Set<string>();
  for (const mailbox of mailboxes)
    (once.has(mailbox) ? often : once).add(mailbox);
  return {
    doubtful: newest.filter(({ email }) => suggest(email) !== undefined).length,
    sharing: mailboxes.filter((mailbox) => often.has(mailbox)).length,
  };
}

/** Finds the addresses that a form would ask about today, the oldest first. */
export async function findDoubtful(database: Queryable): Promise<Doubtful[]> {
  const suggest = suggestions();
  const found: Doubtful[] = [];
  for await (const { table, email, created_at } of readAddresses(database)) {
    const probably_meant = suggest(email);
    if (probably_meant === undefined) continue;
    const created_at_utc =
      created_at && created_at.replace(/(?:\.\d+)?Z$/, "").replace("T", " ");
    found.push({ table: table.name, email, probably_meant, created_at_utc });
  }
  const timeOf = ({ created_at_utc }: Doubtful) => created_at_utc ?? "";
  return found.sort((a, b) => timeOf(a).localeCompare(timeOf(b)));
}

/** Nothing before this @ looks like a slip, so the domain alone decides. */
const plain = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@([a-z0-9.-]+)$/;

/** Domains. Every row may have another. */
const mostDomains = 10_000;

/** @returns suggestionFor, which remembers domains without a suggestion */
function suggestions(): typeof suggestionFor {
  const usual = new Set<string>();
  return (email) => {
    const domain = plain.exec(email)?.[1];
    if (domain === undefined) return suggestionFor(email);
    if (usual.has(domain)) return undefined;
    const suggestion = suggestionFor(email);
    if (suggestion === undefined) {
      if (usual.size === mostDomains) usual.clear();
      usual.add(domain);
    }
    return suggestion;
  };
}
