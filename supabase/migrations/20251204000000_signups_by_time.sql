-- The operator's jobs read the list in the order of joining, a page at a time,
-- and tell rows of one time apart by id. Without this index every page sorts
-- the whole table. Times only grow, so a new row goes to the index's last page,
-- for about a thirtieth of a signup's cost.
--
-- Creating an index blocks writes to its table, for a second or so with a
-- million rows. If that is too long, create it by hand first, with "create
-- index concurrently" and the same name.

do $$
begin
  if not exists (
    select from pg_attribute
    where attrelid = 'public.beta_signups'::regclass and attname = 'id' and not attisdropped
  ) then
    raise exception
      'beta_signups has no column id, by which the jobs tell its rows apart. Add one, for example with: alter table public.beta_signups add column id uuid primary key default gen_random_uuid(); then run this migration again. Nothing was changed.';
  end if;
end $$;

create index if not exists beta_signups_created_at_id
  on public.beta_signups (created_at, id);
drop index if exists public.beta_signups_created_at_email;
