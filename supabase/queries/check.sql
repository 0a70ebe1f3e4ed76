-- Checks that the database is what the migrations make it: a line for each promise, ok or WRONG.
--
-- It compares Postgres's catalogs with this list, in which % stands for
-- anything. It reads no row, and a missing table is a finding, not an error.
-- The lines that say WRONG come first.
--
-- Run the migrations again to fix what is missing or differs. Where a line
-- should be none, drop what it names, or revoke its rights: the migrations did
-- not create it, and it can show, change, refuse or lose rows. An older table
-- may keep extra columns that no row needs: such a line is ok, and names them.
-- The catalogs do not show copies of the rows.
--
-- npm run queries renews this list after a new migration.
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
    ('index beta_signups_created_at_email', 'CREATE INDEX beta_signups_created_at_email ON public.beta_signups USING btree (created_at, email)'),
    ('index beta_signups_email_lower_key', 'CREATE UNIQUE INDEX beta_signups_email_lower_key ON public.beta_signups USING btree (lower(email))'),
    ('index beta_signups_idempotency_key_email', 'CREATE INDEX beta_signups_idempotency_key_email ON public.beta_signups USING btree (idempotency_key, email) WHERE (idempotency_key IS NOT NULL)'),
    ('trigger skip_repeated_submission on beta_signups', 'CREATE TRIGGER skip_repeated_submission BEFORE INSERT ON public.beta_signups FOR EACH ROW EXECUTE FUNCTION %skip_repeated_signup()'),
    ('policies on beta_signups', '"Anyone may join the waiting list" (permissive insert to anon, check true)'),
    ('grants to anon on beta_signups', 'INSERT (email), INSERT (signup_source)'),
    ('grants to authenticated on beta_signups', 'none'),
    ('grants to others on beta_signups', 'none'),
    ('other columns of beta_signups', 'none'),
    ('other constraints and indexes of beta_signups', 'none'),
    ('other triggers and rules on beta_signups', 'none'),
    ('views of beta_signups', 'none'),
    ('inheritance of beta_signups', 'none'),
    ('publications of beta_signups', 'none'),
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
    ('constraint contact_messages_email_length', 'CHECK (((char_length(email) >= 5) AND (char_length(email) <= 254)))'),
    ('constraint contact_messages_email_normalized', 'CHECK (((email ~ ''^[!-~]+$''::text) AND (email !~ ''[A-Z]''::text)))%'),
    ('constraint contact_messages_message_length', 'CHECK (((char_length(message) >= 1) AND (char_length(message) <= 5000)))'),
    ('constraint contact_messages_name_length', 'CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))'),
    ('constraint contact_messages_subject_length', 'CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 200)))'),
    ('index contact_messages_created_at_id', 'CREATE INDEX contact_messages_created_at_id ON public.contact_messages USING btree (created_at, id)'),
    ('index contact_messages_idempotency_key_email', 'CREATE INDEX contact_messages_idempotency_key_email ON public.contact_messages USING btree (idempotency_key, email) WHERE (idempotency_key IS NOT NULL)'),
    ('index contact_messages_unanswered', 'CREATE INDEX contact_messages_unanswered ON public.contact_messages USING btree (created_at, id) WHERE (answered_at IS NULL)'),
    ('trigger skip_repeated_submission on contact_messages', 'CREATE TRIGGER skip_repeated_submission BEFORE INSERT ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION %skip_repeated_submission()'),
    ('policies on contact_messages', '"Anyone may write to the team" (permissive insert to anon, check true)'),
    ('grants to anon on contact_messages', 'INSERT (email), INSERT (message), INSERT (name), INSERT (subject)'),
    ('grants to authenticated on contact_messages', 'none'),
    ('grants to others on contact_messages', 'none'),
    ('other columns of contact_messages', 'none'),
    ('other constraints and indexes of contact_messages', 'none'),
    ('other triggers and rules on contact_messages', 'none'),
    ('views of contact_messages', 'none'),
    ('inheritance of contact_messages', 'none'),
    ('publications of contact_messages', 'none'),
    ('grants to anon on schema public', '%USAGE%'),
    ('create on schema public', 'none'),
    ('ways of anon past the policies', 'none'),
    ('ways of authenticated past the policies', 'none'),
    ('other security definer functions', 'none'),
    ('function claim_submission', 'security invoker, search_path=""'),
    ('body of function claim_submission', 'plpgsql, md5 6e1e82cce3b4b68bd22a1bcd832f62fb'),
    ('grants to anon on function claim_submission', 'none'),
    ('grants to authenticated on function claim_submission', 'none'),
    ('function skip_repeated_submission', 'security definer, search_path=""'),
    ('body of function skip_repeated_submission', 'plpgsql, md5 22b73fa84c01db88e5bebb207e7df3c4'),
    ('grants to anon on function skip_repeated_submission', 'none'),
    ('grants to authenticated on function skip_repeated_submission', 'none'),
    ('function skip_repeated_signup', 'security definer, search_path=""'),
    ('body of function skip_repeated_signup', 'plpgsql, md5 50e6de6016bdf431ab6c9bc96030e2de'),
    ('grants to anon on function skip_repeated_signup', 'none'),
    ('grants to authenticated on function skip_repeated_signup', 'none')
),
tables as (
  select * from pg_class
  where oid in (select to_regclass('public.' || substring(promise from '^table (.*)')) from expected)
),
functions as (
  select * from pg_proc
  where pronamespace = to_regnamespace('public')
    and 'function ' || proname in (select promise from expected)
),
-- Without an access list, Postgres's defaults apply.
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
  union all
  select relname, pg_roles.oid, rolname
  from tables join pg_roles on rolname in ('pg_read_all_data', 'pg_write_all_data')
),
strangers as (
  select role, pg_roles.oid
  from (values ('anon'), ('authenticated')) as roles(role)
  left join pg_roles on rolname = role
),
-- Postgres's and Supabase's own roles.
platform as (
  select * from pg_roles
  where rolsuper
    or rolname in ('postgres', 'service_role', 'authenticator', 'dashboard_user', 'pgbouncer')
    or rolname like any (array['pg\_%', 'supabase\_%', 'cli\_login\_%'])
),
-- Roles that bypass policies, or that can become such a role.
privileged as (
  select
    oid, rolname,
    concat_ws(', ',
      case when rolsuper then 'superuser' end,
      case when rolbypassrls then 'bypassrls' end,
      case when rolcreaterole then 'createrole' end,
      case when rolreplication then 'replication' end,
      case when oid in (select relowner from tables) then 'owner' end) as rights
  from pg_roles
  where rolsuper or rolbypassrls or rolcreaterole or rolreplication
    or oid in (select relowner from tables)
),
-- What the migrations did not create. A note says why it breaks no promise.
others(oid, kind, thing, note) as (
  select
    tables.oid, 'other columns of', quote_ident(attname),
    case when not attnotnull or atthasdef or attidentity <> ''
      then 'the site leaves it as it is by default, and dump leaves it out' end
  from tables join pg_attribute on attrelid = tables.oid
  where attnum > 0 and not attisdropped
    and format('%s.%s', relname, attname) not in (select promise from expected)
  union all
  select
    tables.oid, 'other constraints and indexes of',
    format('%s on %s', conname, conrelid::regclass),
    case when relname = 'beta_signups' and pg_get_constraintdef(pg_constraint.oid) = 'UNIQUE (email)'
      then 'beta_signups_email_lower_key refuses all that it refuses' end
  from tables join pg_constraint on tables.oid in (conrelid, confrelid)
  -- Trigger and not-null constraints have their own lines.
  where contype not in ('p', 't', 'n')
    and (conrelid <> tables.oid or 'constraint ' || conname not in (select promise from expected))
  union all
  select
    tables.oid, 'other constraints and indexes of', indexes.relname,
    case when pg_get_indexdef(indexrelid) like 'CREATE UNIQUE INDEX % ON public.beta_signups USING btree (email)'
      then 'beta_signups_email_lower_key refuses all that it refuses' end
  from tables
  join pg_index on indrelid = tables.oid
  join pg_class as indexes on indexes.oid = indexrelid
  -- Any other index on plain columns refuses no row.
  where (indisunique or indexprs is not null or indpred is not null)
    and 'index ' || indexes.relname not in (select promise from expected)
    and not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select
    tables.oid, 'other triggers and rules on', 'trigger ' || tgname,
    case when tgfoid = to_regproc('supabase_functions.http_request') and tgtype & 66 = 0
      then 'a webhook posts each row to another server' end
  from tables join pg_trigger on tgrelid = tables.oid
  where not tgisinternal
    and format('trigger %s on %s', tgname, relname) not in (select promise from expected)
  union all
  select tables.oid, 'other triggers and rules on', 'rule ' || rulename, null
  from tables join pg_rewrite on ev_class = tables.oid
  union all
  select distinct
    tables.oid, 'views of', ev_class::regclass::text, null
  from tables
  join pg_depend on refclassid = 'pg_class'::regclass and refobjid = tables.oid
  join pg_rewrite on classid = 'pg_rewrite'::regclass and objid = pg_rewrite.oid
  where ev_class <> tables.oid
  union all
  select
    tables.oid, 'inheritance of',
    case tables.oid when inhparent then 'child ' || inhrelid::regclass else 'parent ' || inhparent::regclass end,
    null
  from tables join pg_inherits on tables.oid in (inhparent, inhrelid)
  union all
  select tables.oid, 'publications of', pubname, null
  from tables join pg_publication_tables on schemaname = 'public' and tablename = relname
  union all
  select
    tables.oid, 'grants to others on',
    format('%s (%s)', rolname, string_agg(distinct privilege collate "C", ', ' order by privilege collate "C")),
    null
  from tables
  join granted on granted.name = relname
  join pg_roles on pg_has_role(pg_roles.oid, grantee, 'member')
  where grantee <> 0 and pg_roles.oid <> relowner
    and not exists (select from strangers where strangers.oid in (grantee, pg_roles.oid))
    and not exists (select from platform where platform.oid = pg_roles.oid)
  group by tables.oid, rolname
),
found(promise, definition) as (
  select
    'table ' || relname,
    case when relrowsecurity then 'with' else 'without' end || ' row-level security'
      || case relpersistence when 'u' then ', unlogged' else '' end
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
    pg_get_triggerdef(pg_trigger.oid)
      || case when tgenabled in ('O', 'A') then '' else ' (disabled)' end
      || case when tgfoid in (select oid from functions) then '' else ' (of another schema)' end
  from tables join pg_trigger on tgrelid = tables.oid
  union all
  select
    'policies on ' || relname,
    coalesce(
      string_agg(
        format('"%s" (%s %s to %s%s%s)', policyname, lower(permissive), lower(cmd),
          array_to_string(roles, ' and '), ', using ' || qual, ', check ' || with_check),
        ', ' order by policyname) filter (where policyname is not null),
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
  select
    'body of function ' || proname,
    -- An editor may use Windows line endings.
    format('%s, md5 %s', lanname, md5(replace(prosrc, e'\r', '')))
  from functions join pg_language on pg_language.oid = prolang
  union all
  -- A role also has the rights of PUBLIC and of the roles that it belongs to.
  select
    format('grants to %s on %s', role, objects.name),
    coalesce(string_agg(distinct privilege collate "C", ', ' order by privilege collate "C"), 'none')
  from strangers
  cross join objects
  left join granted
    on granted.name = objects.name
    and (grantee = 0 or pg_has_role(strangers.oid, grantee, 'usage'))
  group by role, objects.name
  union all
  select
    'create on schema public',
    coalesce(string_agg(role, ', ' order by role), 'none')
  from strangers
  where has_schema_privilege(oid, to_regnamespace('public'), 'create')
  union all
  select
    format('ways of %s past the policies', role),
    coalesce(string_agg(rolname || format(' (%s)', rights), ', ' order by rolname), 'none')
  from strangers left join privileged on pg_has_role(strangers.oid, privileged.oid, 'member')
  group by role
  union all
  select
    'other security definer functions',
    coalesce(string_agg(pg_proc.oid::regprocedure::text, ', ' order by pg_proc.oid::regprocedure::text), 'none')
  from pg_proc
  where prosecdef and pg_proc.oid not in (select oid from functions) and (
    -- A body is text, or an expression with dependencies.
    prosrc ~* (select string_agg(relname, '|') from tables)
    or exists (
      select from pg_depend
      where classid = 'pg_proc'::regclass and objid = pg_proc.oid
        and refclassid = 'pg_class'::regclass and refobjid in (select oid from tables)
    )
    -- What strangers may call can read with dynamic SQL.
    or prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      and exists (
        select from strangers
        where has_function_privilege(strangers.oid, pg_proc.oid, 'execute')
          and has_schema_privilege(strangers.oid, pronamespace, 'usage')
      )
      and pg_get_userbyid(proowner) not like 'supabase\_%'
      and not exists (
        select from pg_depend
        where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'
      )
  )
  union all
  select
    format('%s %s', kind, relname),
    coalesce(string_agg(thing, ', ' order by thing) filter (where note is null), 'none')
  from tables
  cross join (
    values
      ('other columns of'), ('other constraints and indexes of'),
      ('other triggers and rules on'), ('views of'), ('inheritance of'),
      ('publications of'), ('grants to others on')
  ) as kinds(kind)
  left join others using (oid, kind)
  group by kind, relname
),
lines as (
  select
    promise,
    case when found.definition like expected.definition then 'ok' else 'WRONG' end as state,
    case
      when found.definition is null then 'missing: ' || expected.definition
      when found.definition not like expected.definition
        then format('%s, should be %s', found.definition, expected.definition)
      when found.definition like '% NOT VALID' then 'Older rows break it. New ones cannot.'
      else coalesce(
        (select string_agg(format('%s is not ours: %s.', thing, note), ' ' order by thing)
         from others join tables using (oid)
         where promise = format('%s %s', kind, relname)),
        '')
    end as amiss
  from expected left join found using (promise)
)
select * from lines
order by state = 'ok', amiss = '', promise collate "C";
