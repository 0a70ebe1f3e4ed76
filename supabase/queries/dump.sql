-- Writes every form's table as an SQL script, for psql to load into another database.
--
-- The script adds the rows that are missing, says how many these were, and
-- changes no existing row, so it may be loaded twice. With psql:
--   psql <this database> -Atf dump.sql | psql <the other one> -q -v ON_ERROR_STOP=1
--
-- npm run queries writes this file.
with rows as (
  select 1 as part, null as id
  -- in batches: where $1::int is null
  union all
  (
    select 2, id from public.beta_signups
    -- in batches: where $1 < 2 or $1 = 2 and id > $2::uuid
    order by id
    -- in batches: limit 500
  )
  union all
  (
    select 3, id from public.contact_messages
    -- in batches: where $1 < 3 or $1 = 3 and id > $2::uuid
    order by id
    -- in batches: limit 20
  )
  union all
  select 4, null
  -- in batches: where $1 < 4
),
statements as (
  select *,
    (row_number() over (partition by part order by id) - 1)
      / case part when 2 then 500 else 20 end as number
  from rows
  -- in batches: where part = (select min(part) from rows)
)
select
  -- in batches: part as "$1", max(id::text) as "$2",
  case part
    when 1 then format('-- beta_signups: %s, contact_messages: %s',
      (select count(*) from public.beta_signups),
      (select count(*) from public.contact_messages)) || $$
set client_encoding to 'UTF8';
begin;
create temporary table copied_signups (
  id uuid,
  email text,
  signup_source text,
  created_at timestamptz,
  idempotency_key uuid
) on commit drop;
create temporary table copied_messages (
  id uuid,
  name text,
  email text,
  subject text,
  message text,
  created_at timestamptz,
  idempotency_key uuid,
  answered_at timestamptz
) on commit drop;$$
    when 2 then e'insert into copied_signups values\n' || string_agg((
      select format('(%L,%L,%L,%L,%L)',
        id, email, signup_source, created_at, idempotency_key)
      from public.beta_signups where beta_signups.id = statements.id), e',\n' order by id) || ';'
    when 3 then e'insert into copied_messages values\n' || string_agg((
      select format('(%L,%L,%L,%L,%L,%L,%L,%L)',
        id, name, email, subject, message, created_at, idempotency_key, answered_at)
      from public.contact_messages where contact_messages.id = statements.id), e',\n' order by id) || ';'
    else $$
-- These triggers take the idempotency key from the request: here there is none.
alter table public.beta_signups disable trigger skip_repeated_submission;
alter table public.contact_messages disable trigger skip_repeated_submission;
with
signups as (
  insert into public.beta_signups
    (id, email, signup_source, created_at, idempotency_key)
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
  end as script
from statements
group by part, number
order by part, number;
