import type { Table } from "./tables";

const columnsOf = ({ columns }: Table) =>
  columns.map(({ name }) => name).join(", ");

const shortType = (type: string) =>
  type.replace("timestamp with time zone", "timestamptz");

const copied = ({ job }: Table) => `copied_${job.replaceAll("-", "_")}`;

const inserted = ({ job }: Table) => job.replaceAll("-", "_");

/** The first part is the script's beginning, the last one its end. */
export function dump(tables: Table[]): string {
  const last = tables.length + 2;
  const parts = tables.map((table, index) => ({ table, part: index + 2 }));
  const [usual = ""] = parts
    .map(({ table }) => `else ${table.batch.dump}`)
    .slice(-1);
  return `-- Writes every form's table as an SQL script, for psql to load into another database.
--
-- The script adds the rows that are missing, says how many these were, and
-- changes no existing row, so it may be loaded twice. With psql:
--   psql <this database> -Atf dump.sql | psql <the other one> -q -v ON_ERROR_STOP=1
--
-- npm run queries writes this file.
with rows as (
  select 1 as part, null as id
  -- in batches: where $1::int is null
${parts
  .map(
    ({ table, part }) => `  union all
  (
    select ${part}, id from public.${table.name}
    -- in batches: where $1 < ${part} or $1 = ${part} and id > $2::uuid
    order by id
    -- in batches: limit ${table.batch.dump}
  )
`,
  )
  .join("")}  union all
  select ${last}, null
  -- in batches: where $1 < ${last}
),
statements as (
  select *,
    (row_number() over (partition by part order by id) - 1)
      / case part${parts
        .slice(0, -1)
        .map(({ table, part }) => ` when ${part} then ${table.batch.dump}`)
        .join("")} ${usual} end as number
  from rows
  -- in batches: where part = (select min(part) from rows)
)
select
  -- in batches: part as "$1", max(id::text) as "$2",
  case part
    when 1 then format('-- ${tables.map(({ name }) => `${name}: %s`).join(", ")}',
${tables.map(({ name }) => `      (select count(*) from public.${name})`).join(",\n")}) || $$
set client_encoding to 'UTF8';
begin;
${tables
  .map(
    (table) => `create temporary table ${copied(table)} (
${table.columns.map(({ name, type }) => `  ${name} ${shortType(type)}`).join(",\n")}
) on commit drop;`,
  )
  .join("\n")}$$
${parts
  .map(
    ({
      table,
      part,
    }) => `    when ${part} then e'insert into ${copied(table)} values\\n' || string_agg((
      select format('(${table.columns.map(() => "%L").join(",")})',
        ${columnsOf(table)})
      from public.${table.name} where ${table.name}.id = statements.id), e',\\n' order by id) || ';'
`,
  )
  .join("")}    else $$
-- These triggers take the idempotency key from the request: here there is none.
${tables.map(({ name }) => `alter table public.${name} disable trigger skip_repeated_submission;`).join("\n")}
with
${tables
  .map(
    (table) => `${inserted(table)} as (
  insert into public.${table.name}
    (${columnsOf(table)})
  select * from ${copied(table)} on conflict do nothing returning id
)`,
  )
  .join(",\n")}
${tables
  .map(
    (
      table,
      index,
    ) => `select '${table.name}'${index === 0 ? ' as "table"' : ""},
  (select count(*) from ${inserted(table)})${index === 0 ? " as copied" : ""},
  (select count(*) from ${copied(table)}) - (select count(*) from ${inserted(table)})${index === 0 ? " as there_already" : ""}`,
  )
  .join("\nunion all\n")};
${tables.map(({ name }) => `alter table public.${name} enable trigger skip_repeated_submission;`).join("\n")}
commit;$$
  end as script
from statements
group by part, number
order by part, number;
`;
}
