import type { Queryable } from "#supabase";
import { quoted } from "../tables";

/**
 * Inserts rows of a backup that are missing. A row whose id is taken by another
 * person gets a new id.
 *
 * @param lines of the file; Postgres reads them, because JSON.parse rounds
 *   numbers beyond 2^53
 * @returns how many were inserted
 */
export async function insertRows(
  database: Queryable,
  name: string,
  columns: string[],
  lines: string[],
): Promise<number> {
  const table = `public.${quoted(name)}`;
  const insert = async (names: string[], where = "") => {
    const list = names.map(quoted);
    const { rows } = await database.query(
      `insert into ${table} (${list.join()}) overriding system value
       select ${list.map((name) => `row.${name}`).join()} from json_array_elements($1::json) as line,
         json_populate_record(null::${table}, line -> 'row') as row ${where}
       on conflict do nothing returning 1 as copied`,
      [`[${lines.join()}]`],
    );
    return rows.length;
  };
  const copied = await insert(columns);
  const sequence = await readSequence(database, table);
  if (!sequence) return copied;
  // Inserts with ids do not move the sequence, so it would give the same ids to
  // the next visitors.
  await database.query(
    `select setval($1::text::regclass, max(id)) from ${table}
     having max(id) > coalesce(pg_sequence_last_value($1::text::regclass), 0)`,
    [sequence],
  );
  if (copied === lines.length) return copied;
  const renumbered = await insert(
    columns.filter((column) => column !== "id"),
    `where exists (
       select from ${table} as stored
       where stored.id = row.id and lower(stored.email) is distinct from lower(row.email))`,
  );
  return copied + renumbered;
}

/** @returns the sequence of the table's ids, if there is one */
async function readSequence(database: Queryable, table: string) {
  const { rows } = await database.query(
    `select coalesce(
       pg_get_serial_sequence($1, 'id'),
       substring(pg_get_expr(adbin, adrelid) from $$nextval[(]'(.*)'::regclass[)]$$)
     ) as sequence
     from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attrelid = $1::text::regclass and attname = 'id'`,
    [table],
  );
  return rows[0]?.sequence as string | null;
}
