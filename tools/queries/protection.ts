import type { PGlite } from "@electric-sql/pglite";
import { filledIn } from "./tables";
import type { Table } from "./tables";

/** SQL's like. */
export const isLike = (text: string, pattern: string) =>
  new RegExp(
    `^${pattern
      .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll("%", "[^]*")
      .replaceAll("_", "[^]")}$`,
  ).test(text);

/** Without these a table is open, or its rows cannot be sent twice or listed. */
function neededBy({
  name,
  columns,
  key,
}: Table): [promise: string, definition: string][] {
  const grants = columns
    .map((column) => column.name)
    .filter((column) => !filledIn.includes(column))
    .sort()
    .map((column) => `INSERT (${column})`);
  return [
    [`table ${name}`, "with row-level security"],
    [`constraint ${name}_email_normalized`, "%"],
    [`index ${name}_idempotency_key_email`, "%(idempotency_key, email)%"],
    [`index ${name}_created_at_${key}`, `%(created_at, ${key})`],
    [
      `trigger skip_repeated_submission on ${name}`,
      "% BEFORE INSERT % FOR EACH ROW EXECUTE FUNCTION %skip_repeated_%",
    ],
    [`policies on ${name}`, '"%" (permissive insert to anon, check true)'],
    [`grants to anon on ${name}`, grants.join(", ")],
    [`grants to authenticated on ${name}`, "none"],
  ];
}

/**
 * Finds what a form's table lacks.
 *
 * @param found the definitions that check.sql finds
 */
export async function unprotected(
  sql: PGlite,
  tables: Table[],
  found: Map<string, string>,
): Promise<string[]> {
  const { rows: unlimited } = await sql.query<{ place: string }>(`
    select format('%s.%s', attrelid::regclass, attname) as place
    from pg_attribute
    where attrelid in (select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace)
      and atttypid = 'text'::regtype and not exists (
        select from pg_constraint
        where conrelid = attrelid and contype = 'c' and attnum = any (conkey)
      )`);
  const wrong = tables.flatMap(neededBy).flatMap(([promise, definition]) => {
    const is = found.get(promise);
    if (is !== undefined && isLike(is, definition)) return [];
    const should = definition === "%" ? "" : `, should be ${definition}`;
    return [`${promise}: ${is ?? "missing"}${should}`];
  });
  return [
    ...unlimited.map(
      ({ place }) => `${place} needs a constraint that limits it`,
    ),
    ...wrong,
  ];
}
