import type { Queryable } from "#supabase";
import { readAddress } from "~/forms/address.server";
import type { Store } from "./store";
import { idType, readAddresses, utc } from "./tables";
import type { StoredAddress } from "./tables";

/** Reads the addresses of every form's table, and keeps those that match. */
export async function find(
  store: Queryable,
  isMatch: (email: string, created_at: string | null) => boolean,
): Promise<StoredAddress[]> {
  const found: StoredAddress[] = [];
  for await (const stored of readAddresses(store)) {
    const email = readAddress(stored.email);
    if (isMatch(email, stored.created_at)) found.push({ ...stored, email });
  }
  return found;
}

/**
 * The address of the mailbox that probably gets an address's mails. Most providers
 * ignore a plus and what follows, and Gmail's two domains dots as well.
 */
export function mailboxOf(email: string): string {
  const [, name, domain] = /^(.[^+]*).*@(.*)$/s.exec(email) ?? [];
  if (name === undefined) return email;
  return /^(?:gmail|googlemail)\.com$/.test(domain ?? "")
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${domain}`;
}

/**
 * Erases rows in one statement.
 *
 * @returns the table and the time of each
 */
export async function eraseRows(
  store: Pick<Store, "erase">,
  found: StoredAddress[],
): ReturnType<Store["erase"]> {
  const tables = [...new Set(found.map(({ table }) => table))];
  if (tables.length === 0) return { rows: [] };
  const erasures = tables.map(
    (table, index) => `erased${index} as (
      delete from public."${table.name}" where id = any ($${index + 1}::${idType(table)}[])
      returning '${table.name}' as erased_from, ${utc("created_at")} as created_at_utc)`,
  );
  const selections = tables.map((_, index) => `select * from erased${index}`);
  return store.erase(
    `with ${erasures.join()} ${selections.join(" union all ")} order by 1, 2`,
    tables.map((table) =>
      found.filter((row) => row.table === table).map(({ id }) => id),
    ),
  );
}
