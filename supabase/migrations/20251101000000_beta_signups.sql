-- The waiting list. Runs on a hosted Supabase project, on the embedded database
-- and on a project whose beta_signups table is older than this file: that table
-- is upgraded, and no row is changed or deleted.

create table if not exists public.beta_signups (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  signup_source text not null,
  created_at timestamptz not null default now()
);

-- One row a person, whatever the letter case. Which of two spellings to keep is
-- not ours to decide, so this stops and says how many there are.
do $$
declare
  addresses bigint;
begin
  select count(*) into addresses
  from (
    select 1 from public.beta_signups where email is not null
    group by lower(email) having count(*) > 1
  ) as repeated;
  if addresses > 0 then
    raise exception
      'beta_signups holds % e-mail address(es) more than once when letter case is ignored. Merge them, then run this migration again. Nothing was changed.',
      addresses;
  end if;
end $$;

-- An older row without a time or a source stays without one.
alter table public.beta_signups
  add column if not exists signup_source text,
  add column if not exists created_at timestamptz,
  alter column created_at set default now(),
  -- Which rendered form the row came from. Set by the trigger below.
  add column if not exists idempotency_key uuid;

create unique index if not exists beta_signups_email_lower_key
  on public.beta_signups (lower(email));

-- "not valid" applies to new rows only; if no older row breaks a rule, the rule
-- is validated at once.
alter table public.beta_signups
  drop constraint if exists beta_signups_email_length,
  drop constraint if exists beta_signups_signup_source_known,
  add constraint beta_signups_email_length
    check (email is not null and char_length(email) between 5 and 254) not valid,
  add constraint beta_signups_signup_source_known
    check (signup_source is not null and signup_source in ('hero_section', 'cta_section')) not valid;

do $$
begin
  alter table public.beta_signups validate constraint beta_signups_email_length;
  alter table public.beta_signups validate constraint beta_signups_signup_source_known;
exception when check_violation then
  raise notice 'beta_signups holds older rows outside the rules for new ones; they stay as they are.';
end $$;

-- The anonymous key may add an address and nothing else. Supabase grants more
-- than that on new tables by default, and a plain Postgres nothing at all; this
-- relies on neither.
alter table public.beta_signups enable row level security;
revoke all on public.beta_signups from public, anon;
grant usage on schema public to anon;
grant insert (email, signup_source) on public.beta_signups to anon;

-- An older table may number its rows with its own sequence.
do $$
declare
  numbers text;
begin
  if exists (select from information_schema.columns where table_schema = 'public'
             and table_name = 'beta_signups' and column_name = 'id') then
    numbers := pg_get_serial_sequence('public.beta_signups', 'id');
  end if;
  if numbers is not null then
    execute format('grant usage on sequence %s to anon', numbers);
  end if;
end $$;

drop policy if exists "Anyone may join the waiting list" on public.beta_signups;
create policy "Anyone may join the waiting list"
  on public.beta_signups for insert to anon with check (true);

-- A repeat is not a second submission. The site sends the key of the rendered
-- form as the header Idempotency-Key; PostgREST shows headers to SQL as the
-- setting request.headers. A row that repeats both key and content is skipped,
-- and the insert succeeds as the first one did. The trigger's arguments name
-- the columns that make up the content. Without the header, or a UUID in it,
-- each row is a separate submission.
-- Security definer, because anon may only insert and cannot look for a first one.
create or replace function public.skip_repeated_submission() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  headers text := nullif(current_setting('request.headers', true), '');
  key text := headers::jsonb ->> 'idempotency-key';
  repeated boolean;
begin
  new.idempotency_key := null;
  if key is null or key !~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then
    return new;
  end if;
  new.idempotency_key := key::uuid;

  -- Two posts at once with one key: the second waits until the first is stored.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(key::uuid::text, 0));
  execute pg_catalog.format(
    'select exists (
       select from %I.%I as stored
       where stored.idempotency_key = ($1).idempotency_key
         and (select pg_catalog.bool_and(pg_catalog.to_jsonb(stored) -> name = pg_catalog.to_jsonb($1) -> name)
              from pg_catalog.unnest($2) as name))',
    tg_table_schema, tg_table_name)
  into repeated using new, tg_argv;
  return case when repeated then null else new end;
end $$;

revoke all on function public.skip_repeated_submission() from public, anon;

create index if not exists beta_signups_idempotency_key
  on public.beta_signups (idempotency_key) where idempotency_key is not null;

create or replace trigger skip_repeated_submission
  before insert on public.beta_signups
  for each row execute function
    public.skip_repeated_submission('email', 'signup_source');
