-- Exports the waiting list as CSV.
--
-- A spreadsheet treats a cell that starts with one of = + - @ as a formula, and
-- one that splits cells at semicolons or tabs finds more cells in a text. An
-- apostrophe makes each of them text.
--
-- npm run queries writes this file.
with formula(start) as (
  values (e'^(?=[\t\r\n])|(?:^|(?<=[;\t\r\n]))(?= *[=+\\-@＝＋－＠])')
),
signups as (
  select * from public.beta_signups
  -- in batches: where $1::timestamptz is null or (created_at, email) > ($1, $2)
  order by created_at, email
  -- in batches: limit 1000
)
select
  -- in batches: created_at::text as "$1", signups.email as "$2",
  regexp_replace(email, formula.start, '''', 'g') as email,
  regexp_replace(signup_source, formula.start, '''', 'g') as source,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created_at_utc
from signups, formula
order by created_at, signups.email;
