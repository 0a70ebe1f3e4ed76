import type { Queryable } from "#supabase";
import { readAddress } from "~/forms/address.server";
import type { Store } from "./store";
import { readAllRows, utc } from "./tables";
import type { Row, Table } from "./tables";

/** A row to erase. */
export interface Found {
  table: Table;
  id: string;
  /** In the spelling that all others are read as. */
  email: string;
  /** In ISO 8601, to the microsecond. */
  created_at: string | null;
}

/** Reads the addresses of every form's table, and keeps those that match. */
export async function find(
  store: Queryable,
  isMatch: (email: string, created_at: string | null) => boolean,
): Promise<Found[]> {
  const found: Found[] = [];
  const selection = `t.id::text as id, t.email, to_json(t.created_at)#>>'{}' as created_at`;
  for await (const { table, row } of readAllRows(store, selection)) {
    const email = readAddress(String(row.email));
    const created_at = row.created_at === null ? null : String(row.created_at);
    if (row.email === null || !isMatch(email, created_at)) continue;
    found.push({ table, id: String(row.id), email, created_at });
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
  found: Found[],
): Promise<Row[]> {
  const tables = [...new Set(found.map(({ table }) => table))];
  if (tables.length === 0) return [];
  const idsOf = (table: Table) =>
    found.filter((row) => row.table === table).map(({ id }) => id);
  const erasures = tables.map(({ name, columns }, index) => {
    const type = columns.find((column) => column.name === "id")?.type;
    return `erased${index} as (
      delete from public."${name}" where id = any ($${index + 1}::${type}[])
      returning '${name}' as erased_from, ${utc("created_at")} as created_at_utc)`;
  });
  const selections = tables.map((_, index) => `select * from erased${index}`);
  const { rows } = await store.erase(
    `with ${erasures.join()} ${selections.join(" union all ")} order by 1, 2`,
    tables.map(idsOf),
  );
  return rows;
}
