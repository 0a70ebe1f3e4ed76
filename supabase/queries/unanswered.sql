-- Lists the contact messages not yet answered, oldest first. A reply is promised within 24 hours.
select
  id,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created_at_utc,
  floor(extract(epoch from now() - created_at) / 3600)::int as hours_waiting,
  name,
  email,
  subject,
  message
from public.contact_messages
where answered_at is null
order by created_at, id;
