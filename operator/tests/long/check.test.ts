import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { compare, describeMigrations } from "../../waitlist/check";
import { databaseFolders } from "~/database/database-folders";
import { startPostgres } from "#supabase/testing";

const expected = await describeMigrations(databaseFolders);
const postgres = startPostgres();
afterAll(() => postgres.stop());

const tables = ["beta_signups", "contact_messages"];
const trigger = "returns trigger language plpgsql";
const definer = "language plpgsql security definer";
const hide = "revoke all on function own from public, anon, authenticated";

/** What is wrong | after this SQL, for each table `$t`. */
const breaks = `table $t | alter table $t disable row level security
table $t | alter table $t set unlogged
column $t.id | alter table $t alter id drop default
column $t.created_at | alter table $t alter created_at drop default
column $t.idempotency_key | alter table $t alter idempotency_key set not null
column $t.idempotency_key | alter table $t alter idempotency_key set default gen_random_uuid()
column $t.own | alter table $t add own text not null
column beta_signups.email | alter table beta_signups alter email type varchar
column beta_signups.signup_source | alter table beta_signups alter signup_source type varchar
column contact_messages.name | alter table contact_messages alter name drop not null
column contact_messages.email | alter table contact_messages alter email drop not null
column contact_messages.message | alter table contact_messages alter message drop not null
column contact_messages.subject | alter table contact_messages alter subject set not null
column contact_messages.answered_at | alter table contact_messages alter answered_at set default now()
column contact_messages.content_digest | alter table contact_messages alter content_digest set not null
primary key of $t | alter table $t drop constraint $t_pkey
table constraint $t_email_length on $t | alter table $t drop constraint $t_email_length, add constraint $t_email_length check (true)
table constraint own on $t | alter table $t add constraint own check (false)
table constraint own on others | create table others (id uuid constraint own references $t)
table constraint own on contact_messages | alter table contact_messages add constraint own unique (email)
index own | create unique index own on $t (created_at)
index own | create unique index own on contact_messages (email)
index own | create index own on $t ((1 / char_length(email)))
trigger refuse_repeat on $t | alter table $t disable trigger refuse_repeat
trigger refuse_repeat on $t | drop trigger refuse_repeat on $t
trigger refuse_repeat on $t | create schema own; set local search_path = own, public; create function refuse_repeat() ${trigger} as 'begin end'; create or replace trigger refuse_repeat before insert on $t for each row execute function refuse_repeat()
trigger own on $t | create function own() ${trigger} as 'begin return null; end'; create trigger own before insert on $t for each row execute function own()
policy own on $t | create policy own on $t for select using (true)
rule own on $t | create rule own as on insert to $t do instead nothing
view own | create view own as select email from $t
view own | create materialized view own as select count(*) from $t
own inherits from $t | create table own () inherits ($t)
$t inherits from own | create table own (email text); alter table $t inherit own
publication own | create publication own for table $t
publication own | create publication own for all tables
publication own | create publication own for tables in schema public
grants to anon on $t | grant select on $t to anon
grants to anon on $t | grant select (email) on $t to anon
grants to anon on $t | revoke insert (email) on $t from anon
grants to authenticated on $t | grant references on $t to authenticated
grants to anon on $t, grants to authenticated on $t | grant truncate on $t to public
grants to own on $t | create role own; grant select on $t to own
grants to own on $t | create role own; grant update (email) on $t to own
grants to between on $t, grants to own on $t | create role own; create role between noinherit; grant between to own; grant select on $t to between
grants to authenticated on $t, grants to own on $t | create role own; grant own to authenticated; grant select on $t to own
grants to own on beta_signups, grants to own on contact_messages | create role own noinherit; grant service_role to own
grants to own on beta_signups, grants to own on contact_messages | create role own noinherit; grant pg_read_all_data to own
grants to anon on sequence own, grants to authenticated on sequence own | create sequence own owned by $t.id
grants to anon on sequence own | create sequence own owned by $t.id; revoke all on sequence own from anon, authenticated
grants to anon on schema public | revoke all on schema public from anon, public
grants to anon on schema public | grant create on schema public to anon
grants to authenticated on schema public | grant create on schema public to authenticated
grants to anon on schema public, grants to authenticated on schema public | grant create on schema public to public
way of anon past the policies | alter role anon bypassrls
way of anon past the policies | alter role anon createrole
way of anon past the policies | create role own superuser; grant own to anon
way of authenticated past the policies | create role own bypassrls; grant own to authenticated
way of authenticated past the policies | create role own replication; grant own to authenticated
grants to anon on $t, way of anon past the policies | create role own; grant own to anon; alter table $t owner to own
function refuse_repeat() | create or replace function refuse_repeat() ${trigger} security definer set search_path = '' as 'begin end'
function refuse_repeat() | create role own; alter function refuse_repeat owner to own
security definer function own() | create function own() returns text ${definer} as 'begin return (select email from "public".$t limit 1); end'; ${hide}
security definer function own() | create function own() returns bigint language sql security definer begin atomic select count(*) from $t; end; ${hide}
security definer function own() | create function own() returns trigger ${definer} as 'begin perform from $t; return new; end'; ${hide}
security definer function own.own(text) | create schema own; grant usage on schema own to authenticated; create function own.own(name text) returns void ${definer} as 'begin execute name; end'`;

/** SQL that removes or changes what has such a name in the migrations. */
const changes: [what: RegExp, sql: string][] = [
  [/^table constraint (\S+) on (\S+)$/, "alter table $2 drop constraint $1"],
  [/^(index \S+|policy .*)$/, "drop $1"],
  [/^function (refuse_\S+)$/, "alter function $1 security invoker"],
  [/^grants to (\S+) on (function .*)$/, "grant execute on $2 to $1"],
];

const cases = () => [
  ...new Set(
    tables.flatMap((table) => breaks.replaceAll("$t", table).split("\n")),
  ),
  ...[...expected.keys()].flatMap((what) =>
    changes
      .filter(([name]) => name.test(what))
      .map(([name, sql]) => `${what} | ${what.replace(name, sql)}`),
  ),
];

const namesOf = (found: Awaited<ReturnType<typeof compare>>) =>
  found.filter(({ state }) => state === "WRONG").map(({ what }) => what);

/** Works in a session with a project on the server. */
async function inProject<Result>(
  { url }: { url: URL },
  work: (client: pg.Client) => Promise<Result>,
) {
  const client = new pg.Client(url.href);
  await client.connect();
  return work(client).finally(() => client.end());
}

test("each broken promise is named, and no other", () =>
  inProject(postgres, async (client) => {
    expect(await compare(client, expected)).toEqual([]);
    const broken = new Set<string>();
    for (const line of cases()) {
      const [names = "", sql = ""] = line.split(/ \| (.*)/);
      await client.query(`begin; ${sql}`);
      const found = namesOf(await compare(client, expected));
      expect(found.join(", "), sql).toBe(names);
      await client.query("rollback");
      for (const what of found) broken.add(what);
    }
    // The cases break everything that the migrations make.
    const left = [...expected.keys()].filter((what) => !broken.has(what));
    expect(left).toEqual([]);
    // A missing table is a finding, not an error.
    await client.query("drop schema public cascade");
    const missing = namesOf(await compare(client, expected));
    expect(missing).toContain("table beta_signups");
  }));

/** Created by Supabase itself, or by a project that has its own tables. */
const hosted = `
  create role supabase_admin superuser;
  create role supabase_storage_admin createrole noinherit;
  create role supabase_read_only_user; grant pg_read_all_data to supabase_read_only_user;
  create role authenticator noinherit login; grant anon, authenticated, service_role to authenticator;
  grant authenticator to supabase_storage_admin;
  create role dashboard_user createrole replication;
  create role cli_login_postgres noinherit; grant postgres to cli_login_postgres;
  create schema realtime authorization supabase_admin; grant usage on schema realtime to anon, authenticated;
  create function realtime.send() returns void language sql security definer as 'select';
  alter function realtime.send owner to supabase_admin;
  create function rls_auto_enable() returns event_trigger ${definer} as 'begin end';
  create table profiles (id uuid primary key, name text unique);
  create view names as select name from profiles;
  create publication supabase_realtime for table profiles;
  create function new_profile() ${trigger} security definer as 'begin insert into public.profiles values (new.id); end';
  create function own_name() returns text language sql as 'select name from public.profiles';
  create role reader; grant usage on schema public to reader;
  grant select on profiles to reader, supabase_read_only_user`;

/** A waiting list that is older than the migrations. */
const older = `
  create extension citext;
  create table beta_signups (
    id serial constraint waitlist_pkey primary key, email citext unique,
    signup_source text default 'website', created_at timestamptz default now(),
    referrer text, locale text not null default 'en'
  );
  insert into beta_signups (email, signup_source) values ('an address', 'hero_section');
  create index by_referrer on beta_signups (referrer desc) include (locale);
  create unique index by_email on beta_signups (email);
  create schema supabase_functions;
  create function supabase_functions.http_request() ${trigger} security definer as 'begin end'`;

test("a hosted project with an older table is right, and what breaks no promise is named with the reason", async () => {
  const project = postgres.createProject(`${hosted}; ${older}`);
  // An editor may use Windows line endings.
  for (const file of readdirSync(databaseFolders.migrations).sort()) {
    const migration = path.join(databaseFolders.migrations, file);
    const sql = readFileSync(migration, "utf8").replaceAll("\n", "\r\n");
    project.psql([], sql);
  }
  project.psql(
    [],
    `alter table contact_messages owner to supabase_admin;
     alter function refuse_repeat owner to supabase_admin;
     revoke all on schema public from public, authenticated;
     create trigger chat after insert on contact_messages
       for each row execute function supabase_functions.http_request('https://chat.example')`,
  );
  const found = await inProject(project, (client) => compare(client, expected));
  const refuses = "beta_signups_email_lower_key refuses all that it refuses";
  expect(found.map(({ what, should }) => `${what} ${should}`)).toEqual([
    "column beta_signups.locale may stay: no row needs it",
    "column beta_signups.referrer may stay: no row needs it",
    `index by_email may stay: ${refuses}`,
    `table constraint beta_signups_email_key on beta_signups may stay: ${refuses}`,
    "table constraint beta_signups_email_normalized on beta_signups may stay: older rows break it; new ones cannot",
    "trigger chat on contact_messages may stay: a webhook posts each row to another server",
  ]);
});
