-- Exports the contact messages as CSV.
--
-- A spreadsheet treats a cell that starts with one of = + - @ as a formula, and
-- one that splits cells at semicolons or tabs finds more cells in a text. An
-- apostrophe makes each of them text.
--
-- npm run queries writes this file.
with formula(start) as (
  values (e'^(?=[\t\r\n])|(?:^|(?<=[;\t\r\n]))(?= *[=+\\-@＝＋－＠])')
),
messages as (
  select * from public.contact_messages
  -- in batches: where $1::timestamptz is null or (created_at, id) > ($1, $2)
  order by created_at, id
  -- in batches: limit 20
)
select
  -- in batches: created_at::text as "$1", id as "$2",
  id,
  regexp_replace(name, formula.start, '''', 'g') as name,
  regexp_replace(email, formula.start, '''', 'g') as email,
  regexp_replace(subject, formula.start, '''', 'g') as subject,
  regexp_replace(message, formula.start, '''', 'g') as message,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created_at_utc,
  to_char(answered_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as answered_at_utc
from messages, formula
order by created_at, id;
