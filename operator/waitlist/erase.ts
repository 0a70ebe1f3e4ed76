import type { Queryable } from "#supabase";
import { readAddress } from "~/forms/address.server";
import type { Store } from "./store";
import { readAddresses, utc } from "./tables";
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
 * Erases rows in one statement.
 *
 * @returns the table and the time of each
 */
export async function eraseRows(
  store: Pick<Store, "erase">,
  found: StoredAddress[],
): Promise<Awaited<ReturnType<Store["erase"]>>> {
  const tables = [...new Set(found.map(({ table }) => table))];
  if (tables.length === 0) return { rows: [], untilNight: [] };
  const erasures = tables.map(({ name, columns }, index) => {
    const type = columns.find((column) => column.name === "id")?.type;
    return `erased${index} as (
      delete from public."${name}" where id = any ($${index + 1}::${type}[])
      returning '${name}' as erased_from, ${utc("created_at")} as created_at_utc)`;
  });
  const selections = tables.map((_, index) => `select * from erased${index}`);
  return store.erase(
    `with ${erasures.join()} ${selections.join(" union all ")} order by 1, 2`,
    tables.map((table) =>
      found.filter((row) => row.table === table).map(({ id }) => id),
    ),
  );
}
