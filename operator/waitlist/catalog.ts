import type { Queryable } from "#supabase";

/** Definitions by name: of tables, columns, rules, functions and grants. */
export type Description = Map<string, string>;

/**
 * Describes these tables and functions, and all that can show, change,
 * refuse or lose rows of the tables. It reads no row, and a table need not be
 * there.
 *
 * @param tables by default all of the schema public, and so the functions
 */
export async function describe(
  database: Queryable,
  tables?: string[],
  functions?: string[],
): Promise<Description> {
  const { rows } = await database.query(catalogQuery, [
    tables ?? null,
    functions ?? null,
  ]);
  // A view's definition has several lines.
  const toLine = (text: unknown) => String(text).replace(/\s+/g, " ");
  return new Map(
    rows.map(({ what, definition }) => [toLine(what), toLine(definition)]),
  );
}

/** Parts that several queries below use. */
const shared = `
  tables as (
    select * from pg_class
    where relnamespace = to_regnamespace('public')
      and (relname = any ($1::text[]) or $1::text[] is null and relkind = 'r')
  ),
  functions as (
    select *, format('function %s(%s)', proname, pg_get_function_identity_arguments(oid)) as name
    from pg_proc
    where pronamespace = to_regnamespace('public')
      and (proname = any ($2::text[]) or $2::text[] is null)
  ),
  untrusted_roles as (
    select * from pg_roles where rolname in ('anon', 'authenticated')
  ),
  -- Postgres's and Supabase's own roles.
  platform as (
    select * from pg_roles
    where rolsuper
      or rolname in ('postgres', 'service_role', 'authenticator', 'dashboard_user', 'pgbouncer')
      or rolname like any (array['pg\\_%', 'supabase\\_%', 'cli\\_login\\_%'])
  ),
  dependent as (
    select classid, objid, relname, regexp_replace(type || ' ' || replace(identity, 'public.', ''), '^rule "_RETURN" on', 'view') as name,
      case classid
        when 'pg_constraint'::regclass then pg_get_constraintdef(objid)
        when 'pg_class'::regclass then pg_get_indexdef(objid) || (select case when indisvalid then '' else ' (invalid)' end from pg_index where indexrelid = objid)
        when 'pg_rewrite'::regclass then pg_get_ruledef(objid)
        when 'pg_trigger'::regclass then (
          -- Whether Postgres names the function's schema depends on the session.
          select regexp_replace(pg_get_triggerdef(objid), 'EXECUTE FUNCTION [^(]*',
              format('EXECUTE FUNCTION %s.%s', pronamespace::regnamespace, proname))
            || case when tgenabled in ('O', 'A') then '' else ' (disabled)' end
          from pg_trigger join pg_proc on tgfoid = pg_proc.oid where pg_trigger.oid = objid)
      end as definition
    from tables
    join pg_depend on refclassid = 'pg_class'::regclass and refobjid = tables.oid,
    pg_identify_object(classid, objid, 0)
  )`;

/** A query of each kind of thing. */
const kinds = {
  tables: `select
    'table ' || relname,
    concat_ws(', ',
      case when relrowsecurity then 'with' else 'without' end || ' row-level security',
      case relpersistence when 'u' then 'unlogged' end)
  from tables`,
  columns: `select
    format('column %s.%s', relname, attname),
    concat_ws(' ',
      format_type(atttypid, atttypmod),
      'default ' || coalesce(pg_get_expr(adbin, adrelid), case when attidentity <> '' then 'identity' end),
      case when attnotnull then 'not null' end)
  from tables
  join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = attrelid and adnum = attnum`,
  // Constraints, indexes, rules, views and triggers.
  dependents: `select
    case when definition like 'PRIMARY KEY %' then 'primary key of ' || relname else name end,
    -- A column of type citext is cast.
    regexp_replace(definition, '\\((\\w+)\\)::text', '\\1', 'g')
  from dependent
  -- Columns say whether they are required.
  where definition not like 'NOT NULL %'`,
  policies: `select
    format('policy %I on %s', policyname, relname),
    format('%s %s to %s%s%s', lower(permissive), lower(cmd),
      array_to_string(roles, ' and '), ' using ' || qual, ' check ' || with_check)
  from tables join pg_policies on schemaname = 'public' and tablename = relname`,
  inheritance: `select format('%s inherits from %s', inhrelid::regclass, inhparent::regclass), 'so'
  from tables join pg_inherits on tables.oid in (inhparent, inhrelid)`,
  publications: `select 'publication ' || pubname, 'of ' || string_agg(relname, ', ')
  from tables join pg_publication_tables on schemaname = 'public' and tablename = relname
  group by pubname`,
  functions: `select
    name,
    concat_ws(', ',
      lanname,
      case when prosecdef then 'security definer' else 'security invoker' end,
      array_to_string(proconfig, ', '),
      case when proowner not in (select relowner from tables union all select oid from platform)
        then 'owned by ' || proowner::regrole end,
      -- An editor may use Windows line endings.
      'body ' || md5(replace(prosrc, e'\\r', '')))
  from functions join pg_language on pg_language.oid = prolang`,
  // A role also has the rights of PUBLIC and of the roles that it belongs to. A
  // role of the project's own has no business with the tables. Without an access
  // list, Postgres's defaults apply.
  grants: `with objects(name, owner, acl) as (
    select relname::text, relowner, coalesce(relacl, acldefault('r', relowner)) from tables
    union all
    select name, null, coalesce(proacl, acldefault('f', proowner)) from functions
    union all
    select 'schema public', null, coalesce(nspacl, acldefault('n', nspowner))
    from pg_namespace where nspname = 'public'
    union all
    select 'sequence ' || sequences.relname, null, coalesce(sequences.relacl, acldefault('s', sequences.relowner))
    from pg_depend join pg_class as sequences on sequences.oid = objid and relkind = 'S'
    where classid = 'pg_class'::regclass and refobjid in (select oid from tables)
  ),
  granted(name, grantee, privilege) as (
    select name, grantee, privilege_type from objects, aclexplode(acl)
    union all
    select relname, grantee, format('%s (%s)', privilege_type, attname)
    from tables join pg_attribute on attrelid = tables.oid, aclexplode(attacl)
    union all
    select relname, pg_roles.oid, rolname
    from tables join pg_roles on rolname in ('pg_read_all_data', 'pg_write_all_data')
  )
  select
    format('grants to %s on %s', rolname, objects.name),
    coalesce(string_agg(distinct privilege collate "C", ', ' order by privilege collate "C"), 'none')
  from objects
  join pg_roles on oid in (select oid from untrusted_roles)
    or oid <> owner and oid not in (select oid from platform)
  left join granted
    on granted.name = objects.name
    and case when oid in (select oid from untrusted_roles) then grantee = 0 or pg_has_role(oid, grantee, 'usage')
      else grantee <> 0 and grantee not in (select oid from untrusted_roles) and pg_has_role(oid, grantee, 'member') end
  group by rolname, objects.name`,
  // Ways past the policies.
  bypasses: `select
    format('way of %s past the policies', untrusted_roles.rolname),
    'as ' || string_agg(pg_roles.rolname, ', ' order by pg_roles.rolname)
  from untrusted_roles join pg_roles on pg_has_role(untrusted_roles.oid, pg_roles.oid, 'member')
  where pg_roles.rolsuper or pg_roles.rolbypassrls or pg_roles.rolcreaterole or pg_roles.rolreplication
    or pg_roles.oid in (select relowner from tables)
  group by untrusted_roles.rolname`,
  transactions: `select 'transactions', 'read-only'
  where current_setting('transaction_read_only')::bool`,
  // Functions that run as their owner.
  securityDefiners: `select 'security definer function ' || pg_proc.oid::regprocedure, 'there'
  from pg_proc
  where prosecdef and pg_proc.oid not in (select oid from functions) and (
    -- A body is text, or an expression with dependencies.
    prosrc ~* (select string_agg(relname, '|') from tables)
    or oid in (select objid from dependent where classid = 'pg_proc'::regclass)
    -- One that anon may call can read with dynamic SQL.
    or prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      and exists (
        select from untrusted_roles
        where has_function_privilege(untrusted_roles.oid, pg_proc.oid, 'execute')
          and has_schema_privilege(untrusted_roles.oid, pronamespace, 'usage')
      )
      and proowner::regrole::text not like 'supabase\\_%'
      and not exists (
        select from pg_depend
        where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'
      )
  )`,
};

const catalogQuery = `
  with ${shared}
  select * from (${Object.values(kinds)
    .map((query) => `(${query})`)
    .join(" union all ")}) as found (what, definition)`;
