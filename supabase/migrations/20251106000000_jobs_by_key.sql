-- The operator's jobs read both tables in chronological order, a batch at a
-- time. Without these indexes every batch sorts its whole table.
--
-- A waiting list is ordered by time of joining, so this has an index; ordering
-- by id or address would need none. Times only grow, so a new row goes to the
-- index's last page, for about a thirtieth of a signup's cost.
--
-- Creating an index blocks writes to its table, for a second or so with a
-- million rows. If that is too long, create each by hand first, with "create
-- index concurrently" and the same name.
create index if not exists beta_signups_created_at_email
  on public.beta_signups (created_at, email);
create index if not exists contact_messages_created_at_id
  on public.contact_messages (created_at, id);

-- Most messages are answered, and listing the others reads none of those.
create index if not exists contact_messages_unanswered
  on public.contact_messages (created_at, id) where answered_at is null;
