-- Erases everything stored with an e-mail address, in whatever letter case.
with input(email) as (values ('raver@example.com')), -- edit this line
signups as (
  delete from public.beta_signups using input
  where lower(beta_signups.email) = lower(trim(input.email))
  returning created_at
),
messages as (
  delete from public.contact_messages using input
  where lower(contact_messages.email) = lower(trim(input.email))
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
