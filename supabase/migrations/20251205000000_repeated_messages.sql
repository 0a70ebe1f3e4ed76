-- The same message within a day is a repeat, whatever its key: without a script, Back
-- may render a form with another key, and two tabs have two. The trigger of a table
-- names the time as its argument, and keeps a digest of the content alone.
alter table public.contact_messages add column if not exists content_digest uuid;
create index if not exists contact_messages_content_digest
  on public.contact_messages (content_digest, created_at);

create or replace function public.refuse_repeat() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  headers constant json := nullif(current_setting('request.headers', true), '');
  key constant text := headers ->> 'idempotency-key';
  -- A row without a key, or with one that is no UUID, repeats no other by its key.
  has_key constant boolean :=
    coalesce(key ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$', false);
  content text;
  is_repeat boolean := false;
begin
  -- Without headers, it is no visitor's: a restore brings back every row as it was.
  if headers is null or (not has_key and tg_nargs = 0) then return new; end if;
  content := (
    select jsonb_object_agg(name, value)
    from jsonb_each(to_jsonb(new)) as field (name, value)
    where has_column_privilege('anon', tg_relid, name, 'insert'));

  -- Of two posts at once, the second waits here until the first is stored. All
  -- sessions share the lock table, so a table has few locks, however many rows a
  -- request inserts.
  perform pg_advisory_xact_lock(tg_relid::int, hashtext(content) & 255);
  if has_key then
    new.idempotency_key := md5(lower(key) || content)::uuid;
    execute format(
      'select exists (select from %s where idempotency_key = $1)', tg_relid::regclass)
    into is_repeat using new.idempotency_key;
  end if;
  if tg_nargs > 0 then
    new.content_digest := md5(content)::uuid;
    if not is_repeat then
      execute format(
        'select exists (select from %s where content_digest = $1 and created_at > now() - $2)',
        tg_relid::regclass)
      into is_repeat using new.content_digest, tg_argv[0]::interval;
    end if;
  end if;
  if is_repeat then
    raise exception using
      errcode = 'RPT01', message = 'The row repeats a submission that is stored already.';
  end if;
  return new;
end $$;

create or replace trigger refuse_repeat
  before insert on public.contact_messages
  for each row execute function public.refuse_repeat('1 day');
