-- Checks that the database is what the migrations make it: a line for each promise, ok or WRONG.
--
-- It compares the catalogs of Postgres with this list, in which % stands for
-- anything. It reads no row, and a missing table is a finding, not an error.
-- The lines that say WRONG come first.
with expected(promise, definition) as (
  values
    ('table beta_signups', 'with row-level security'),
    ('beta_signups.id', '% default %not null'),
    ('beta_signups.email', 'text%'),
    ('beta_signups.signup_source', 'text%'),
    ('beta_signups.created_at', 'timestamp with time zone default now()%'),
    ('beta_signups.idempotency_key', 'uuid'),
    ('primary key of beta_signups', 'PRIMARY KEY (id)'),
    ('constraint beta_signups_email_length', 'CHECK (((email IS NOT NULL) AND ((char_length(email) >= 5) AND (char_length(email) <= 254))))%'),
    ('constraint beta_signups_email_normalized', 'CHECK (((email ~ ''^[!-~]+$''::text) AND (email !~ ''[A-Z]''::text)))%'),
    ('constraint beta_signups_signup_source_known', 'CHECK (((signup_source IS NOT NULL) AND (signup_source = ANY (ARRAY[''hero_section''::text, ''cta_section''::text]))))%'),
    ('index beta_signups_email_lower_key', 'CREATE UNIQUE INDEX beta_signups_email_lower_key ON public.beta_signups USING btree (lower(email))'),
    ('index beta_signups_idempotency_key_email', 'CREATE INDEX beta_signups_idempotency_key_email ON public.beta_signups USING btree (idempotency_key, email) WHERE (idempotency_key IS NOT NULL)'),
    ('trigger skip_repeated_submission on beta_signups', 'CREATE TRIGGER skip_repeated_submission BEFORE INSERT ON public.beta_signups FOR EACH ROW EXECUTE FUNCTION %skip_repeated_signup()'),
    ('policies on beta_signups', '"Anyone may join the waiting list" (permissive insert to anon, check true)'),
    ('grants to anon on beta_signups', 'INSERT (email), INSERT (signup_source)'),
    ('grants to authenticated on beta_signups', 'none'),
    ('table contact_messages', 'with row-level security'),
    ('contact_messages.id', 'uuid default gen_random_uuid() not null'),
    ('contact_messages.name', 'text not null'),
    ('contact_messages.email', 'text not null'),
    ('contact_messages.subject', 'text'),
    ('contact_messages.message', 'text not null'),
    ('contact_messages.created_at', 'timestamp with time zone default now() not null'),
    ('contact_messages.idempotency_key', 'uuid'),
    ('contact_messages.answered_at', 'timestamp with time zone'),
    ('primary key of contact_messages', 'PRIMARY KEY (id)'),
    ('constraint contact_messages_name_length', 'CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))'),
    ('constraint contact_messages_email_length', 'CHECK (((char_length(email) >= 5) AND (char_length(email) <= 254)))'),
    ('constraint contact_messages_email_normalized', 'CHECK (((email ~ ''^[!-~]+$''::text) AND (email !~ ''[A-Z]''::text)))%'),
    ('constraint contact_messages_subject_length', 'CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 200)))'),
    ('constraint contact_messages_message_length', 'CHECK (((char_length(message) >= 1) AND (char_length(message) <= 5000)))'),
    ('index contact_messages_idempotency_key_email', 'CREATE INDEX contact_messages_idempotency_key_email ON public.contact_messages USING btree (idempotency_key, email) WHERE (idempotency_key IS NOT NULL)'),
    ('trigger skip_repeated_submission on contact_messages', 'CREATE TRIGGER skip_repeated_submission BEFORE INSERT ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION %skip_repeated_message()'),
    ('policies on contact_messages', '"Anyone may write to the team" (permissive insert to anon, check true)'),
    ('grants to anon on contact_messages', 'INSERT (email), INSERT (message), INSERT (name), INSERT (subject)'),
    ('grants to authenticated on contact_messages', 'none'),
    ('grants to anon on schema public', '%USAGE%'),
    ('function claim_submission', 'security invoker, search_path=""'),
    ('grants to anon on function claim_submission', 'none'),
    ('grants to authenticated on function claim_submission', 'none'),
    ('function skip_repeated_signup', 'security definer, search_path=""'),
    ('grants to anon on function skip_repeated_signup', 'none'),
    ('grants to authenticated on function skip_repeated_signup', 'none'),
    ('function skip_repeated_message', 'security definer, search_path=""'),
    ('grants to anon on function skip_repeated_message', 'none'),
    ('grants to authenticated on function skip_repeated_message', 'none')
),
tables as (
  select * from pg_class
  where oid in (to_regclass('public.beta_signups'), to_regclass('public.contact_messages'))
),
functions as (
  select * from pg_proc
  where oid in (
    to_regprocedure('public.claim_submission(text)'),
    to_regprocedure('public.skip_repeated_signup()'),
    to_regprocedure('public.skip_repeated_message()')
  )
),
-- Without an access list, the defaults of Postgres hold.
objects(name, acl) as (
  select relname::text, coalesce(relacl, acldefault('r', relowner)) from tables
  union all
  select 'function ' || proname, coalesce(proacl, acldefault('f', proowner)) from functions
  union all
  select 'schema ' || nspname, coalesce(nspacl, acldefault('n', nspowner))
  from pg_namespace where nspname = 'public'
),
granted(name, grantee, privilege) as (
  select name, grantee, privilege_type from objects, aclexplode(acl)
  union all
  select relname, grantee, format('%s (%s)', privilege_type, attname)
  from tables join pg_attribute on attrelid = tables.oid, aclexplode(attacl)
),
found(promise, definition) as (
  select
    'table ' || relname,
    case when relrowsecurity then 'with' else 'without' end || ' row-level security'
  from tables
  union all
  select
    format('%s.%s', relname, attname),
    concat_ws(' ',
      format_type(atttypid, atttypmod),
      'default ' || coalesce(pg_get_expr(adbin, adrelid), case when attidentity <> '' then 'identity' end),
      case when attnotnull then 'not null' end)
  from tables
  join pg_attribute on attrelid = tables.oid
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all
  select
    case contype when 'p' then 'primary key of ' || relname else 'constraint ' || conname end,
    pg_get_constraintdef(pg_constraint.oid)
  from tables join pg_constraint on conrelid = tables.oid
  union all
  select
    'index ' || indexes.relname,
    pg_get_indexdef(indexrelid) || case when indisvalid then '' else ' (invalid)' end
  from tables
  join pg_index on indrelid = tables.oid
  join pg_class as indexes on indexes.oid = indexrelid
  union all
  select
    format('trigger %s on %s', tgname, relname),
    pg_get_triggerdef(pg_trigger.oid) || case when tgenabled in ('O', 'A') then '' else ' (disabled)' end
  from tables join pg_trigger on tgrelid = tables.oid
  union all
  select
    'policies on ' || relname,
    coalesce(
      string_agg(
        format('"%s" (%s %s to %s%s%s)', policyname, lower(permissive), lower(cmd),
          array_to_string(roles, ' and '), ', using ' || qual, ', check ' || with_check),
        ', ' order by policyname),
      'none')
  from tables left join pg_policies on schemaname = 'public' and tablename = relname
  group by relname
  union all
  select
    'function ' || proname,
    concat_ws(', ',
      case when prosecdef then 'security definer' else 'security invoker' end,
      array_to_string(proconfig, ', '))
  from functions
  union all
  -- A role also has what PUBLIC has, and the roles that it is a member of.
  select
    format('grants to %s on %s', role, objects.name),
    coalesce(string_agg(distinct privilege collate "C", ', ' order by privilege collate "C"), 'none')
  from (values ('anon'), ('authenticated')) as roles(role)
  cross join objects
  left join pg_roles on rolname = role
  left join granted
    on granted.name = objects.name
    and (grantee = 0 or pg_has_role(pg_roles.oid, grantee, 'usage'))
  group by role, objects.name
)
select
  promise,
  case when found.definition like expected.definition then 'ok' else 'WRONG' end as state,
  case
    when found.definition is null then 'missing: ' || expected.definition
    when found.definition not like expected.definition
      then format('%s, should be %s', found.definition, expected.definition)
    when found.definition like '% NOT VALID' then 'Older rows break it. New ones cannot.'
    else ''
  end as amiss
from expected left join found using (promise)
order by found.definition like expected.definition nulls first, promise collate "C";
