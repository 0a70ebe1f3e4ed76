-- Erases everything stored with an e-mail address, in any letter case.
--
-- Whitespace, line breaks, control characters and zero-width characters do not
-- count, either here or in what is stored.
--
-- npm run queries writes this file.
with input(email) as (values ('raver@example.com')), -- edit this line
uncounted(characters) as (
  values ('[\s\u0001-\u0020\u007F-\u00A0\u00AD\u1680\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\uFEFF]')
),
person(email) as (
  select lower(regexp_replace(email, characters, '', 'g')) from input, uncounted
),
read_signups as (
  select lower(email) as key, email from public.beta_signups
  -- in batches: where lower(email) > coalesce($2, '')
  -- in batches: order by lower(email) limit 1000
),
read_messages as (
  select id, email from public.contact_messages
  -- in batches: where id > coalesce($3, '00000000-0000-0000-0000-000000000000')::uuid
  -- in batches: order by id limit 100
),
signups as (
  delete from public.beta_signups where lower(email) in (
    select key from read_signups, person, uncounted
    where lower(regexp_replace(read_signups.email, characters, '', 'g')) = person.email
  )
  returning created_at
),
messages as (
  delete from public.contact_messages where id in (
    select id from read_messages, person, uncounted
    where lower(regexp_replace(read_messages.email, characters, '', 'g')) = person.email
  )
  returning created_at
)
select
  -- in batches: (select coalesce(max(key), $2) from read_signups) as "$2",
  -- in batches: (select coalesce(max(id::text), $3) from read_messages) as "$3",
  erased_from,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created_at_utc
from (
  select 'beta_signups' as erased_from, created_at from signups
  union all
  select 'contact_messages', created_at from messages
  -- in batches: union all select null, null where exists (select from read_signups) or exists (select from read_messages)
) as erased
order by erased_from, created_at;
