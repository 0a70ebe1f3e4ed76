-- Many forms may carry one idempotency key: a cached page gives it to all its
-- readers. A first submission is therefore looked up by key and address, in
-- time that does not grow with the number of rows that share the key, and by a
-- separate statement for each table, which Postgres plans once.

drop index if exists public.beta_signups_idempotency_key;
create index if not exists beta_signups_idempotency_key_email
  on public.beta_signups (idempotency_key, email) where idempotency_key is not null;

drop index if exists public.contact_messages_idempotency_key;
create index if not exists contact_messages_idempotency_key_email
  on public.contact_messages (idempotency_key, email) where idempotency_key is not null;

-- The key of the rendered form, from the header Idempotency-Key. Null without
-- the header or a UUID in it, which makes a separate submission. Of two posts
-- at once with one key and address, the second waits until the first is stored.
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
    pg_catalog.hashtextextended(key::uuid::text || email, 0));
  return key::uuid;
end $$;

-- A repeat is not a second submission: a row that repeats key and content is
-- skipped, and the insert succeeds as the first one did. Security definer,
-- because anon may only insert and cannot look for a first one.
create or replace function public.skip_repeated_signup() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.idempotency_key := public.claim_submission(new.email);
  if new.idempotency_key is not null and exists (
    select from public.beta_signups as stored
    where stored.idempotency_key = new.idempotency_key
      and stored.email = new.email
      and stored.signup_source = new.signup_source
  ) then
    return null;
  end if;
  return new;
end $$;

create or replace function public.skip_repeated_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.idempotency_key := public.claim_submission(new.email);
  if new.idempotency_key is not null and exists (
    select from public.contact_messages as stored
    where stored.idempotency_key = new.idempotency_key
      and stored.email = new.email
      and stored.name = new.name
      and stored.subject is not distinct from new.subject
      and stored.message = new.message
  ) then
    return null;
  end if;
  return new;
end $$;

revoke all on function
  public.claim_submission(text), public.skip_repeated_signup(), public.skip_repeated_message()
  from public, anon;

create or replace trigger skip_repeated_submission
  before insert on public.beta_signups
  for each row execute function public.skip_repeated_signup();

create or replace trigger skip_repeated_submission
  before insert on public.contact_messages
  for each row execute function public.skip_repeated_message();

drop function if exists public.skip_repeated_submission();
