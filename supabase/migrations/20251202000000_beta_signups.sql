-- The waiting list. An existing beta_signups table, older than this file, is
-- upgraded, and no row is changed or deleted.

create table if not exists public.beta_signups (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  signup_source text not null,
  created_at timestamptz not null default now(),
  -- The trigger below fills it in.
  idempotency_key uuid
);

-- Two things only the owner of an older table can mend, so each stops this: how
-- to number rows, and which of two spellings of an address to keep. There is one
-- row a person, whatever the letter case.
do $$
declare
  addresses bigint;
begin
  if not exists (
    select from pg_attribute
    where attrelid = 'public.beta_signups'::regclass and attname = 'id' and not attisdropped
  ) then
    raise exception
      'beta_signups has no column id, by which the jobs tell its rows apart. Add one, for example with: alter table public.beta_signups add column id uuid primary key default gen_random_uuid(); then run this migration again. Nothing was changed.';
  end if;
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

create unique index if not exists beta_signups_email_lower_key
  on public.beta_signups (lower(email));

-- An older row without a time or a source stays without one.
alter table public.beta_signups
  add column if not exists signup_source text,
  add column if not exists created_at timestamptz,
  alter column created_at set default now(),
  add column if not exists idempotency_key uuid;

-- "not valid" applies to new rows only. They hold an address as the forms send
-- it: printable ASCII without blanks or capitals. Another spelling of a stored
-- address would pass the unique index and stay when that person is erased. The
-- cast is for an older column of type citext, whose operators ignore letter case.
alter table public.beta_signups
  drop constraint if exists beta_signups_email_length,
  drop constraint if exists beta_signups_email_normalized,
  drop constraint if exists beta_signups_signup_source_known,
  add constraint beta_signups_email_length
    check (email is not null and char_length(email) between 5 and 254) not valid,
  add constraint beta_signups_email_normalized
    check (email::text ~ '^[!-~]+$' and email::text !~ '[A-Z]') not valid,
  add constraint beta_signups_signup_source_known
    check (signup_source is not null and signup_source in ('hero_section', 'cta_section')) not valid;

-- A rule that no older row breaks is valid for all. Rows that break one stay as
-- they are; an update of such a row is refused until it follows the rule.
do $$
declare
  rule text;
begin
  foreach rule in array array['email_length', 'email_normalized', 'signup_source_known'] loop
    begin
      execute format('alter table public.beta_signups validate constraint %I', 'beta_signups_' || rule);
    exception when check_violation then
      raise notice 'beta_signups holds older rows that break the rule % for new ones; they stay as they are.', rule;
    end;
  end loop;
end $$;

-- The anonymous key may insert what the form has and nothing else. Anyone with
-- that key can sign up as a user of a hosted project and take the role
-- authenticated, which may do nothing.
alter table public.beta_signups enable row level security;
drop policy if exists "Anyone may join the waiting list" on public.beta_signups;
create policy "Anyone may join the waiting list"
  on public.beta_signups for insert to anon with check (true);

do $$
declare
  signups constant regclass := 'public.beta_signups';
  migrating_role constant text := quote_ident(current_user);
  grantor regrole;
  numbers text;
  policy record;
begin
  -- A revoke undoes what its own role granted, columns included. Another role
  -- may have granted too, if the owner let it.
  for grantor in
    select distinct privilege.grantor
    from pg_class
    join pg_attribute on attrelid = oid,
      aclexplode(relacl || attacl) as privilege
    where oid = signups and privilege.grantor <> relowner
  loop
    begin
      execute format('set local role %s', grantor);
      revoke all on public.beta_signups from public, anon, authenticated cascade;
      execute format('set local role %s', migrating_role);
    exception when insufficient_privilege then
      raise warning 'Grants by % on beta_signups could not be revoked: run npm run waitlist -- check.',
        grantor;
    end;
  end loop;
  revoke all on public.beta_signups from public, anon, authenticated cascade;
  grant insert (email, signup_source) on public.beta_signups to anon;

  -- An older table may number its rows by a sequence.
  for numbers in
    select objid::regclass from pg_depend join pg_class on pg_class.oid = objid
    where classid = 'pg_class'::regclass and refobjid = signups and relkind = 'S'
  loop
    execute format('revoke all on sequence %s from public, anon, authenticated cascade', numbers);
    execute format('grant usage on sequence %s to anon', numbers);
  end loop;

  -- Another policy may be the project's own, so it stays.
  for policy in
    select * from pg_policies
    where schemaname = 'public' and tablename = 'beta_signups'
      and policyname <> 'Anyone may join the waiting list'
  loop
    raise warning 'The policy % on beta_signups (% to %) is not part of these migrations. Drop it unless you need it.',
      quote_ident(policy.policyname), lower(policy.cmd), array_to_string(policy.roles, ', ');
  end loop;
end $$;

create index if not exists beta_signups_idempotency_key
  on public.beta_signups (idempotency_key) where idempotency_key is not null;
create or replace trigger refuse_repeat
  before insert on public.beta_signups
  for each row execute function public.refuse_repeat();

-- The operator's jobs read the list in the order of joining, a page at a time,
-- and tell rows of one time apart by id. Without this index every page sorts
-- the whole table. Times only grow, so a new row goes to the index's last page,
-- for about a thirtieth of a signup's cost.
--
-- Creating an index blocks writes to its table, for a second or so with a
-- million rows. If that is too long, create each by hand first, with "create
-- index concurrently" and the same name.
create index if not exists beta_signups_created_at_id
  on public.beta_signups (created_at, id);
