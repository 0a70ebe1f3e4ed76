import type { Table } from "./tables";

function shown({ name, type }: Table["columns"][number], as = name): string {
  if (type === "timestamp with time zone") {
    return `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as ${as}_utc`;
  }
  if (type !== "text") return name === as ? name : `${name} as ${as}`;
  return `regexp_replace(${name}, formula.start, '''', 'g') as ${as}`;
}

/** A table as CSV. */
export function exportOf(table: Table): string {
  const { name, job, title, key, columns, unexported, exportedAs, batch } =
    table;
  const rows = job.replaceAll("-", "_");
  // The column of the same name in the result would hide it.
  const unique = key === "id" ? "id" : `${rows}.${key}`;
  return `-- Exports ${title} as CSV.
--
-- A spreadsheet treats a cell that starts with one of = + - @ as a formula, and
-- one that splits cells at semicolons or tabs finds more cells in a text. An
-- apostrophe makes each of them text.
--
-- npm run queries writes this file.
with formula(start) as (
  values (e'^(?=[\\t\\r\\n])|(?:^|(?<=[;\\t\\r\\n]))(?= *[=+\\\\-@＝＋－＠])')
),
${rows} as (
  select * from public.${name}
  -- in batches: where $1::timestamptz is null or (created_at, ${key}) > ($1, $2)
  order by created_at, ${key}
  -- in batches: limit ${batch.export}
)
select
  -- in batches: created_at::text as "$1", ${unique} as "$2",
${columns
  .filter((column) => !unexported.includes(column.name))
  .map((column) => `  ${shown(column, exportedAs[column.name])}`)
  .join(",\n")}
from ${rows}, formula
order by created_at, ${unique};
`;
}
