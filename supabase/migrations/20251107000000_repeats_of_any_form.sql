-- One trigger serves the table of any form but the waiting list's, whose own
-- compares two columns and is faster. A field or a form needs no function of its
-- own.

-- A repeat is not a second submission: a row that repeats key and content is
-- skipped, and the insert succeeds as the first one did. The content is every
-- column but those that the database or the team fills in. Security definer,
-- because anon may only insert and cannot look for a first one.
create or replace function public.skip_repeated_submission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  filled_in constant text[] := '{id,created_at,idempotency_key,answered_at}';
  repeated boolean;
begin
  new.idempotency_key := public.claim_submission(new.email);
  if new.idempotency_key is null then
    return new;
  end if;
  execute pg_catalog.format(
    'select exists (
       select from %I.%I as stored
       where stored.idempotency_key = ($1).idempotency_key
         and stored.email = ($1).email
         and pg_catalog.to_jsonb(stored) - $2 = pg_catalog.to_jsonb($1) - $2)',
    tg_table_schema, tg_table_name)
  into repeated using new, filled_in;
  return case when repeated then null else new end;
end $$;

-- Supabase grants new functions to both roles by default.
do $$
begin
  execute 'revoke all on function public.skip_repeated_submission() from ' || (
    select concat_ws(', ', 'public', string_agg(quote_ident(rolname), ', '))
    from pg_roles where rolname in ('anon', 'authenticated'));
end $$;

create or replace trigger skip_repeated_submission
  before insert on public.contact_messages
  for each row execute function public.skip_repeated_submission();

drop function if exists public.skip_repeated_message();
