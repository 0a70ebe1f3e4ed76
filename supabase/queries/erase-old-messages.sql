-- Erases the contact messages older than one year, as the privacy policy promises.
delete from public.contact_messages
where created_at < now() - interval '1 year'
  -- in batches: and id in (select id from public.contact_messages where created_at < now() - interval '1 year' order by created_at limit 50)
returning id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as created_at_utc;
