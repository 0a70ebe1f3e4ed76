import type { Table } from "./tables";

/** The waiting list is read by address, in the order of its unique index. */
const keyOf = ({ key }: Table) =>
  key === "email"
    ? {
        selected: "lower(email) as key, email",
        key: "lower(email)",
        readKey: "key",
        after: (end: string) => `coalesce(${end}, '')`,
        last: "max(key)",
      }
    : {
        selected: "id, email",
        key: "id",
        readKey: "id",
        after: (end: string) =>
          `coalesce(${end}, '00000000-0000-0000-0000-000000000000')::uuid`,
        last: "max(id::text)",
      };

const nameOf = ({ job }: Table) => job.replaceAll("-", "_");

export function erasePerson(tables: Table[]): string {
  const parts = tables.map((table, index) => ({
    ...table,
    ...keyOf(table),
    read: `read_${nameOf(table)}`,
    erased: nameOf(table),
    end: `$${index + 2}`,
  }));
  return `-- Erases everything stored with an e-mail address, in any letter case.
--
-- Whitespace, line breaks, control characters and zero-width characters do not
-- count, either here or in what is stored.
--
-- npm run queries writes this file.
with input(email) as (values ('raver@example.com')), -- edit this line
uncounted(characters) as (
  values ('[\\s\\u0001-\\u0020\\u007F-\\u00A0\\u00AD\\u1680\\u180E\\u2000-\\u200F\\u2028-\\u202F\\u205F-\\u206F\\u3000\\uFEFF]')
),
person(email) as (
  select lower(regexp_replace(email, characters, '', 'g')) from input, uncounted
),
${parts
  .map(
    ({ name, read, selected, key, after, end, batch }) => `${read} as (
  select ${selected} from public.${name}
  -- in batches: where ${key} > ${after(end)}
  -- in batches: order by ${key} limit ${batch.erase}
)`,
  )
  .join(",\n")},
${parts
  .map(
    ({ name, read, erased, key, readKey }) => `${erased} as (
  delete from public.${name} where ${key} in (
    select ${readKey} from ${read}, person, uncounted
    where lower(regexp_replace(${read}.email, characters, '', 'g')) = person.email
  )
  returning created_at
)`,
  )
  .join(",\n")}
select
${parts
  .map(
    ({ last, end, read }) =>
      `  -- in batches: (select coalesce(${last}, ${end}) from ${read}) as "${end}",\n`,
  )
  .join("")}  erased_from,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created_at_utc
from (
${parts
  .map(
    ({ name, erased }, index) =>
      `  select '${name}'${index === 0 ? " as erased_from" : ""}, created_at from ${erased}`,
  )
  .join("\n  union all\n")}
  -- in batches: union all select null, null where ${parts.map(({ read }) => `exists (select from ${read})`).join(" or ")}
) as erased
order by erased_from, created_at;
`;
}
