import type { Queryable } from "#supabase";
import { readAddress } from "~/forms/address.server";
import { suggestionFor } from "~/forms/slips.server";
import { mailboxOf } from "./erase";
import { readAddresses } from "./tables";

/** A stored address that looks like a slip. */
type Doubtful = {
  table: string;
  email: string;
  probably_meant: string;
  created_at_utc: string | null;
};

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
  let doubtful = 0;
  const sharing = new Map<string, number>();
  for await (const { table, email } of readAddresses(database, newestRows)) {
    if (suggestionFor(email) !== undefined) doubtful++;
    if (table.name !== "beta_signups") continue;
    const mailbox = mailboxOf(readAddress(email));
    sharing.set(mailbox, (sharing.get(mailbox) ?? 0) + 1);
  }
  const counts = [...sharing.values()].filter((count) => count > 1);
  return { doubtful, sharing: counts.reduce((sum, count) => sum + count, 0) };
}

/** Finds the addresses that a form would ask about today, the oldest first. */
export async function findDoubtful(database: Queryable): Promise<Doubtful[]> {
  const found: Doubtful[] = [];
  for await (const { table, email, created_at } of readAddresses(database)) {
    const probably_meant = suggestionFor(email);
    if (probably_meant === undefined) continue;
    const created_at_utc =
      created_at && created_at.replace(/(?:\.\d+)?Z$/, "").replace("T", " ");
    found.push({ table: table.name, email, probably_meant, created_at_utc });
  }
  const timeOf = ({ created_at_utc }: Doubtful) => created_at_utc ?? "";
  return found.sort((a, b) => timeOf(a).localeCompare(timeOf(b)));
}
