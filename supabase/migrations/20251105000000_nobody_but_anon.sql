-- The anonymous key may insert the columns that the forms fill in, and the role
-- authenticated may do nothing: on a hosted project, anyone with the key can
-- sign up as a user and take that role.
do $$
declare
  tables constant oid[] := array['public.beta_signups'::regclass, 'public.contact_messages'::regclass];
  -- A plain Postgres has no role authenticated.
  strangers constant text := (
    select concat_ws(', ', 'public', string_agg(quote_ident(rolname), ', '))
    from pg_roles where rolname in ('anon', 'authenticated')
  );
  migrating_role constant text := quote_ident(current_user);
  granted record;
  numbers text;
  policy record;
begin
  -- A revoke undoes what its own role granted, columns included. Another role
  -- may have granted too, if the owner let it.
  for granted in
    select distinct oid::regclass as relation, privilege.grantor::regrole as grantor
    from pg_class
    join pg_attribute on attrelid = oid,
      aclexplode(relacl || attacl) as privilege
    where oid = any (tables) and privilege.grantor <> relowner
  loop
    begin
      execute format('set local role %s', granted.grantor);
      execute format('revoke all on %s from %s cascade', granted.relation, strangers);
      execute format('set local role %s', migrating_role);
    exception when insufficient_privilege then
      raise warning 'Grants by % on % could not be revoked: run supabase/queries/check.sql.',
        granted.grantor, granted.relation;
    end;
  end loop;
  execute format(
    'revoke all on public.beta_signups, public.contact_messages from %s cascade', strangers);
  grant insert (email, signup_source) on public.beta_signups to anon;
  grant insert (name, email, subject, message) on public.contact_messages to anon;

  -- An older table may number its rows by a sequence.
  for numbers in
    select objid::regclass from pg_depend join pg_class on pg_class.oid = objid
    where classid = 'pg_class'::regclass and refobjid = any (tables) and relkind = 'S'
  loop
    execute format('revoke all on sequence %s from %s cascade', numbers, strangers);
    execute format('grant usage on sequence %s to anon', numbers);
  end loop;

  execute format(
    'revoke all on function public.claim_submission(text), public.skip_repeated_signup(), public.skip_repeated_message() from %s cascade',
    strangers);

  -- Another policy may be the project's own, so it stays.
  for policy in
    select * from pg_policies
    where schemaname = 'public' and tablename in ('beta_signups', 'contact_messages')
      and policyname not in ('Anyone may join the waiting list', 'Anyone may write to the team')
  loop
    raise warning 'The policy % on % (% to %) is not part of these migrations. Drop it unless you need it.',
      quote_ident(policy.policyname), policy.tablename, lower(policy.cmd),
      array_to_string(policy.roles, ', ');
  end loop;
end $$;

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

-- New rows hold an address as the forms send it: printable ASCII without blanks
-- or capitals. Another spelling of a stored address would pass the unique index
-- and stay when that person is erased. The cast is for an older column of type
-- citext, whose operators ignore letter case.
alter table public.beta_signups
  drop constraint if exists beta_signups_email_normalized,
  add constraint beta_signups_email_normalized
    check (email::text ~ '^[!-~]+$' and email::text !~ '[A-Z]') not valid;
alter table public.contact_messages
  drop constraint if exists contact_messages_email_normalized,
  add constraint contact_messages_email_normalized
    check (email::text ~ '^[!-~]+$' and email::text !~ '[A-Z]') not valid;

-- Older rows may break the rule and stay as they are. An update of such a row
-- is refused until its address follows the rule.
do $$
begin
  alter table public.beta_signups validate constraint beta_signups_email_normalized;
exception when check_violation then
  raise notice 'beta_signups holds older addresses with blanks, capitals or other characters; they stay as they are.';
end $$;
do $$
begin
  alter table public.contact_messages validate constraint contact_messages_email_normalized;
exception when check_violation then
  raise notice 'contact_messages holds older addresses with blanks, capitals or other characters; they stay as they are.';
end $$;
