-- One trigger skips the repeats of every form. The content of a row is what the
-- form may insert: an older table may have columns of its own, which the
-- database or the team fills in.

create or replace function public.skip_repeated_submission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  filled_in text[];
  repeated boolean;
begin
  new.idempotency_key := public.claim_submission(new.email);
  if new.idempotency_key is null then
    return new;
  end if;
  filled_in := array(
    select attname::text from pg_catalog.pg_attribute
    where attrelid = tg_relid and attnum > 0
      and not pg_catalog.has_column_privilege('anon', tg_relid, attnum, 'insert'));
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

create or replace trigger skip_repeated_submission
  before insert on public.beta_signups
  for each row execute function public.skip_repeated_submission();
drop function if exists public.skip_repeated_signup();
