-- Lists the 50 oldest unanswered contact messages. A reply is promised within 24 hours.
--
-- The last column counts the messages that wait behind each one.
with oldest as (
  select * from public.contact_messages
  where answered_at is null
  order by created_at, id
  limit 50
)
select
  id,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created_at_utc,
  floor(extract(epoch from now() - created_at) / 3600)::int as hours_waiting,
  name,
  email,
  subject,
  message,
  (select count(*) from public.contact_messages where answered_at is null)
    - row_number() over (order by created_at, id) as more
from oldest
order by created_at, id;
