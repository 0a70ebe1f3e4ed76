import { readAddress } from "~/forms/address.server";
import type { Options } from "./job";
import type { Filter } from "./tables";

/**
 * Chooses rows by the options --containing, --from and --since, and by ids: all that are
 * given must hold.
 *
 * @param texts the columns that --containing reads
 */
export function chosenBy(
  { containing, from, since }: Options,
  texts: string[] = [],
  ids: string[] = [],
): Filter {
  const parameters: unknown[] = [];
  const value = (of: unknown) => `$${parameters.push(of)}::text`;
  const sql = ["true"];
  if (ids.length > 0) {
    const wanted = ids.map((id) => id.toLowerCase());
    sql.push(`t.id::text = any (${value(wanted)}[])`);
  }
  if (containing !== undefined) {
    const all = texts.map((name) => `t."${name}"::text`).join();
    sql.push(
      `strpos(lower(concat_ws(e'\\n', ${all})), lower(${value(containing)})) > 0`,
    );
  }
  if (from !== undefined) {
    const [, domain] = /^@?([^@]+)$/.exec(from.trim()) ?? [];
    sql.push(
      domain === undefined
        ? `lower(t.email) = ${value(readAddress(from))}`
        : // Waves come from many names of one domain.
          `right('.' || split_part(lower(t.email), '@', 2), ${dotted(domain).length}) = ${value(dotted(domain))}`,
    );
  }
  if (since !== undefined)
    sql.push(`t.created_at >= ${value(readTime(since))}::timestamptz`);
  return { sql: sql.join(" and "), parameters };
}

const dotted = (domain: string) =>
  readAddress(`x@${domain}`).replace("x@", ".");

/** Reads a time as the jobs print it, in UTC. */
function readTime(text: string): string {
  const [, day = "", time = "00:00"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?Z?$/.exec(
      text.trim(),
    ) ?? [];
  const read = new Date(`${day}T${time}Z`);
  if (!Number.isNaN(read.getTime())) return read.toISOString();
  throw new Error(
    `--since takes a day or a time in UTC, such as 2026-01-31 or "2026-01-31 03:10", not ${JSON.stringify(text)}`,
  );
}
