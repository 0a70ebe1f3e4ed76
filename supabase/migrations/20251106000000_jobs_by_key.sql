-- The operator's jobs read both tables in the order of time, a batch at a time.
-- Without these indexes every batch sorts its whole table.
--
-- The order of joining is what a waiting list is, so it has an index; an order
-- by id or address would need none. Times only grow, so a new row goes to the
-- index's last page, for about a thirtieth of what a signup costs the site.
--
-- Making an index lets nobody write to its table: for a second or so where the
-- table has a million rows. Where that is too long, make each by hand first,
-- with "create index concurrently" and the same name.
create index if not exists beta_signups_created_at_email
  on public.beta_signups (created_at, email);
create index if not exists contact_messages_created_at_id
  on public.contact_messages (created_at, id);

-- Most messages are answered, and the list of the others reads none of them.
create index if not exists contact_messages_unanswered
  on public.contact_messages (created_at, id) where answered_at is null;
