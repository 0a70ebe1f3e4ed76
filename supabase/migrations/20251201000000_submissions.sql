-- What the table of every form shares: two roles and the trigger that refuses
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
-- setting request.headers. This trigger of every form's table stores a digest of
-- key and content, and refuses a digest that is stored already, by an error code
-- of its own. Many forms may carry one key: a cached page gives it to all its
-- readers.
--
-- The content is what the form may insert: an older table may have columns of
-- its own, which the database or the team fills in. Security definer, because
-- anon may only insert and cannot look for the first submission.
create or replace function public.refuse_repeat() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '');
  key constant text := headers ->> 'idempotency-key';
  content jsonb;
  is_repeat boolean;
begin
  -- A row without a key, or with one that is no UUID, is a submission of its own.
  if key is null or key !~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
    return new;
  end if;
  content := (
    select jsonb_object_agg(name, value)
    from jsonb_each(to_jsonb(new)) as field (name, value)
    where has_column_privilege('anon', tg_relid, name, 'insert'));
  new.idempotency_key := md5(lower(key) || content::text)::uuid;

  -- Of two posts at once, the second waits here until the first is stored. All
  -- sessions share the lock table, so a table has few locks, however many rows a
  -- request inserts.
  perform pg_advisory_xact_lock(tg_relid::int, hashtext(new.idempotency_key::text) & 255);
  execute format(
    'select exists (select from %s where idempotency_key = $1)', tg_relid::regclass)
  into is_repeat using new.idempotency_key;
  if is_repeat then
    raise exception using
      errcode = 'RPT01', message = 'The row repeats a submission that is stored already.';
  end if;
  return new;
end $$;

-- Supabase grants new functions to both roles by default.
revoke all on function public.refuse_repeat() from public, anon, authenticated cascade;
