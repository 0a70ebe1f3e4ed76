-- What the table of every form shares: two roles and the triggers that skip
-- repeats. All migrations run on a hosted Supabase project, on the embedded
-- database and on a plain Postgres, and may run twice.

-- Only a plain Postgres lacks these roles.
do $$
begin
  if to_regrole('anon') is null then create role anon nologin; end if;
  if to_regrole('authenticated') is null then create role authenticated nologin; end if;
end $$;
grant usage on schema public to anon;

-- A repeat is not a second submission. The site sends the key of the rendered
-- form as the header Idempotency-Key; PostgREST shows headers to SQL as the
-- setting request.headers. A row that repeats both key and content is skipped,
-- and the insert succeeds as the first one did. Many forms may carry one key: a
-- cached page gives it to all its readers. A first submission is therefore
-- looked up by key and address.

-- The key of the rendered form. Null without the header or a UUID in it, which
-- makes a separate submission. Of two posts at once with one key and address,
-- the second waits until the first is stored.
--
-- A key has 16 locks, and an address belongs to one of them. A request has one
-- key and so holds 16 locks at most, however many rows it inserts: a lock per
-- row would fill the lock table, which all sessions share. One lock per key
-- would make the visitors of one cached page wait for each other.
create or replace function public.claim_submission(email text) returns uuid
language plpgsql set search_path = '' as $$
declare
  headers text := nullif(current_setting('request.headers', true), '');
  key text := headers::json ->> 'idempotency-key';
begin
  if key is null or key !~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
    return null;
  end if;
  perform pg_catalog.pg_advisory_xact_lock(
    pg_catalog.hashtextextended(key::uuid::text, pg_catalog.hashtext(email) & 15));
  return key::uuid;
end $$;

-- The trigger of any form's table. The content is every column but those that
-- the database or the team fills in. Security definer, because anon may only
-- insert and cannot look for a first submission.
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
revoke all on function public.claim_submission(text), public.skip_repeated_submission()
  from public, anon, authenticated cascade;
