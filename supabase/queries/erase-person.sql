-- Erases everything stored with an e-mail address, in whatever letter case.
--
-- Blanks, line ends, control characters and characters without width do not
-- count, neither here nor in what is stored.
with input(email) as (values ('raver@example.com')), -- edit this line
uncounted(characters) as (
  values ('[\s\u0001-\u0020\u007F-\u00A0\u00AD\u1680\u180E\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\uFEFF]')
),
person(email) as (
  select lower(regexp_replace(email, characters, '', 'g')) from input, uncounted
),
signups as (
  delete from public.beta_signups using person, uncounted
  where lower(regexp_replace(beta_signups.email, characters, '', 'g')) = person.email
  returning created_at
),
written(id) as (
  select id from public.contact_messages, person, uncounted
  where lower(regexp_replace(contact_messages.email, characters, '', 'g')) = person.email
  -- in batches: limit 50
),
messages as (
  delete from public.contact_messages where id in (select id from written)
  returning created_at
)
select
  erased_from,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created_at_utc
from (
  select 'beta_signups' as erased_from, created_at from signups
  union all
  select 'contact_messages', created_at from messages
) as erased
order by 1, 2;
