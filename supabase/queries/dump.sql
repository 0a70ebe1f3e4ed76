-- Writes both tables as an SQL script, for psql to load into another database.
--
-- The script adds what that database lacks, says how many rows these were, and
-- changes none that is there: so it may be loaded twice. By psql:
--   psql <this database> -Atf dump.sql | psql <the other one> -q -v ON_ERROR_STOP=1
with signup_batches as (
  select string_agg(
    format('(%L,%L,%L,%L,%L)', id, email, signup_source, created_at, idempotency_key),
    e',\n' order by number) as tuples
  from (
    select *, row_number() over (order by created_at, id) - 1 as number
    from public.beta_signups
  ) as numbered
  group by number / 500
),
message_batches as (
  select string_agg(
    format('(%L,%L,%L,%L,%L,%L,%L,%L)',
      id, name, email, subject, message, created_at, idempotency_key, answered_at),
    e',\n' order by number) as tuples
  from (
    select *, row_number() over (order by created_at, id) - 1 as number
    from public.contact_messages
  ) as numbered
  group by number / 500
)
select statements as script from (
  select 1, format('-- beta_signups: %s, contact_messages: %s',
    (select count(*) from public.beta_signups),
    (select count(*) from public.contact_messages))
  union all
  select 2, $$
set client_encoding to 'UTF8';
begin;
create temporary table copied_signups (
  id uuid, email text, signup_source text, created_at timestamptz, idempotency_key uuid
) on commit drop;
create temporary table copied_messages (
  id uuid, name text, email text, subject text, message text,
  created_at timestamptz, idempotency_key uuid, answered_at timestamptz
) on commit drop;$$
  union all
  select 3, e'insert into copied_signups values\n' || tuples || ';' from signup_batches
  union all
  select 4, e'insert into copied_messages values\n' || tuples || ';' from message_batches
  union all
  select 5, $$
-- These triggers take the idempotency key from the request: here there is none.
alter table public.beta_signups disable trigger skip_repeated_submission;
alter table public.contact_messages disable trigger skip_repeated_submission;
with signups as (
  insert into public.beta_signups (id, email, signup_source, created_at, idempotency_key)
  select * from copied_signups on conflict do nothing returning id
),
messages as (
  insert into public.contact_messages
    (id, name, email, subject, message, created_at, idempotency_key, answered_at)
  select * from copied_messages on conflict do nothing returning id
)
select 'beta_signups' as "table",
  (select count(*) from signups) as copied,
  (select count(*) from copied_signups) - (select count(*) from signups) as there_already
union all
select 'contact_messages',
  (select count(*) from messages),
  (select count(*) from copied_messages) - (select count(*) from messages);
alter table public.beta_signups enable trigger skip_repeated_submission;
alter table public.contact_messages enable trigger skip_repeated_submission;
commit;$$
) as parts(position, statements)
order by position;
