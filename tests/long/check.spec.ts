import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { databaseFolders } from "~/data/database-folders";
import { broken, check } from "../support/fixtures/check";
import { startPostgres } from "../support/fixtures/postgres";

let postgres: ReturnType<typeof startPostgres>;
test.beforeAll(() => {
  postgres = startPostgres();
});
test.afterAll(() => postgres.stop());

const tables = ["beta_signups", "contact_messages"];
const functions = [
  "claim_submission",
  "skip_repeated_signup",
  "skip_repeated_submission",
];

/** SQL, and everything it breaks. */
type Case = [sql: string, ...promises: string[]];

const constraints = {
  beta_signups: ["email_length", "email_normalized", "signup_source_known"],
  contact_messages: [
    ...["name_length", "email_length", "email_normalized"],
    ...["subject_length", "message_length"],
  ],
};

const column = (name: string, change: string): Case => {
  const [table, only] = name.split(".");
  return [`alter table ${table} alter column ${only} ${change}`, name];
};

/** Something that the migrations create is missing or differs. */
const changed: Case[] = [
  ...tables.flatMap((table): Case[] => [
    [`alter table ${table} disable row level security`, `table ${table}`],
    [`alter table ${table} set unlogged`, `table ${table}`],
    column(`${table}.id`, "drop default"),
    column(`${table}.created_at`, "drop default"),
    column(`${table}.idempotency_key`, "set default gen_random_uuid()"),
    [
      `alter table ${table} drop constraint ${table}_pkey`,
      `primary key of ${table}`,
    ],
    [
      `alter table ${table} disable trigger skip_repeated_submission`,
      `trigger skip_repeated_submission on ${table}`,
    ],
    [
      `create policy "another" on ${table} for select using (true)`,
      `policies on ${table}`,
    ],
    [`grant select (email) on ${table} to anon`, `grants to anon on ${table}`],
    [
      `grant truncate on ${table} to authenticated`,
      `grants to authenticated on ${table}`,
    ],
  ]),
  ...[
    "beta_signups_idempotency_key_email",
    "beta_signups_created_at_email",
    "beta_signups_email_lower_key",
    "contact_messages_idempotency_key_email",
    "contact_messages_created_at_id",
    "contact_messages_unanswered",
  ].map((index): Case => [`drop index ${index}`, `index ${index}`]),
  ...Object.entries(constraints).flatMap(([table, names]) =>
    names.map((name): Case => [
      `alter table ${table} drop constraint ${table}_${name},
           add constraint ${table}_${name} check (true)`,
      `constraint ${table}_${name}`,
    ]),
  ),
  // Postgres stores these rules with the column's type.
  [
    ...column("beta_signups.email", "type varchar"),
    "constraint beta_signups_email_length",
    "constraint beta_signups_email_normalized",
    "index beta_signups_email_lower_key",
  ],
  [
    ...column("beta_signups.signup_source", "type varchar"),
    "constraint beta_signups_signup_source_known",
  ],
  column("contact_messages.name", "drop not null"),
  column("contact_messages.email", "drop not null"),
  column("contact_messages.subject", "set not null"),
  column("contact_messages.message", "drop not null"),
  column("contact_messages.answered_at", "set default now()"),
  [
    "revoke all on schema public from anon, public",
    "grants to anon on schema public",
  ],
  [
    "alter function claim_submission security definer",
    "function claim_submission",
  ],
  ...functions
    .slice(1)
    .map((name): Case => [
      `alter function ${name} security invoker`,
      `function ${name}`,
    ]),
  ...functions.flatMap((name) =>
    ["anon", "authenticated"].map((role): Case => [
      `grant execute on function ${name} to ${role}`,
      `grants to ${role} on function ${name}`,
    ]),
  ),
  [
    `create or replace function claim_submission(email text) returns uuid
     language plpgsql set search_path = '' as 'begin return null; end'`,
    "body of function claim_submission",
  ],
  ...functions.slice(1).map((name): Case => [
    `create or replace function ${name}() returns trigger
       language plpgsql security definer set search_path = '' as 'begin return null; end'`,
    `body of function ${name}`,
  ]),
  // Postgres prints no schema for a function that comes first in search_path.
  [
    `create schema hostile;
     create function hostile.skip_repeated_signup() returns trigger
       language plpgsql as 'begin return null; end';
     create or replace trigger skip_repeated_submission before insert on beta_signups
       for each row execute function hostile.skip_repeated_signup();
     set local search_path = hostile, public`,
    "trigger skip_repeated_submission on beta_signups",
  ],
];

/** Somebody created something that the migrations did not. */
const added: Case[] = [
  ...tables.flatMap((table): Case[] => [
    [
      `alter table ${table} add referrer text not null`,
      `other columns of ${table}`,
    ],
    ...[
      `alter table ${table} add constraint never check (false)`,
      `alter table ${table} add unique (created_at)`,
      `create unique index another on ${table} (created_at)`,
      `create index another on ${table} ((1 / char_length(email)))`,
      // An insert into that table tells which ids exist.
      `create table another (id uuid references ${table})`,
    ].map((sql): Case => [sql, `other constraints and indexes of ${table}`]),
    ...[
      `create function another() returns trigger language plpgsql as 'begin return null; end';
       create trigger another before insert on ${table} for each row execute function another()`,
      `create rule another as on insert to ${table} do instead nothing`,
    ].map((sql): Case => [sql, `other triggers and rules on ${table}`]),
    ...[
      `create view another as select email from ${table}`,
      `create view another as select email from ${table};
       revoke all on another from anon, authenticated;
       create view yet_another as select * from another`,
      `create materialized view another as select count(*) from ${table}`,
    ].map((sql): Case => [sql, `views of ${table}`]),
    ...[
      `create table child () inherits (${table})`,
      `create table parent (email text); alter table ${table} inherit parent`,
    ].map((sql): Case => [sql, `inheritance of ${table}`]),
    [
      `create publication another for table ${table}`,
      `publications of ${table}`,
    ],
    ...[
      `grant select on ${table} to another`,
      `grant update (email) on ${table} to another`,
      `create role between noinherit; grant select on ${table} to between; grant between to another`,
    ].map((sql): Case => [
      `create role another; ${sql}`,
      `grants to others on ${table}`,
    ]),
    [
      `create role keeper; grant keeper to anon; alter table ${table} owner to keeper`,
      `grants to anon on ${table}`,
      "ways of anon past the policies",
    ],
  ]),
  ...["for all tables", "for tables in schema public"].map((which): Case => [
    `create publication another ${which}`,
    ...tables.map((table) => `publications of ${table}`),
  ]),
  ...["service_role", "postgres", "pg_read_all_data"].map((role): Case => [
    `create role another noinherit; grant ${role} to another`,
    ...tables.map((table) => `grants to others on ${table}`),
  ]),
  ...["anon", "authenticated", "public"].map((role): Case => [
    `grant create on schema public to ${role}`,
    "create on schema public",
  ]),
  [
    "alter role anon superuser",
    "create on schema public",
    ...tables.map((table) => `grants to anon on ${table}`),
    ...functions.map((name) => `grants to anon on function ${name}`),
    "ways of anon past the policies",
  ],
  ...["anon", "authenticated"].flatMap((role) =>
    [
      `alter role ${role} bypassrls`,
      `create role another bypassrls; grant another to ${role}`,
      `create role another createrole; grant another to ${role}`,
    ].map((sql): Case => [sql, `ways of ${role} past the policies`]),
  ),
  ...[
    `another() returns text language plpgsql security definer as
       'begin return (select email from Beta_Signups limit 1); end'`,
    `another() returns bigint language sql security definer
       begin atomic select count(*) from contact_messages; end`,
    `another() returns trigger language plpgsql security definer as
       'begin perform from contact_messages; return new; end'`,
  ].map((definition): Case => [
    `create function ${definition};
       revoke all on function another from public, anon, authenticated, service_role`,
    "other security definer functions",
  ]),
  // Its body names no table.
  [
    `create schema exposed;
     grant usage on schema exposed to authenticated;
     create function exposed.another(name text) returns bigint language plpgsql security definer as
       'declare found bigint; begin execute ''select count(*) from '' || name into found; return found; end'`,
    "other security definer functions",
  ],
];

test("check.sql finds each broken promise, and no other", () => {
  const project = postgres.createProject();
  const cases = [...changed, ...added];
  for (const [sql, ...promises] of cases) {
    const found = broken(project, sql).map(({ promise }) => promise);
    expect(found, sql).toEqual(promises.sort());
  }
  // A missing table is a finding, not an error.
  expect(broken(project, "drop schema public cascade")).toContainEqual({
    promise: "table beta_signups",
    amiss: "missing: with row-level security",
  });
  // The cases cover every line of check.sql.
  const broke = new Set(cases.flatMap(([, ...promises]) => promises));
  expect(check(project).map(({ promise }) => promise)).toEqual(
    [...broke].sort(),
  );
});

/** Created by Supabase itself, or by a project that has its own tables. */
const hosted = `
  create role supabase_admin superuser;
  create role supabase_storage_admin createrole noinherit;
  create role supabase_read_only_user;
  grant pg_read_all_data to supabase_read_only_user;
  create role authenticator noinherit login;
  grant anon, authenticated, service_role to authenticator;
  grant authenticator to supabase_storage_admin;
  create role dashboard_user createrole replication;
  create role cli_login_postgres noinherit;
  grant postgres to cli_login_postgres;
  create publication supabase_realtime;
  create schema realtime authorization supabase_admin;
  grant usage on schema realtime to anon, authenticated;
  create function realtime.send() returns void language sql security definer as 'select';
  alter function realtime.send owner to supabase_admin;
  create function rls_auto_enable() returns event_trigger language plpgsql security definer as 'begin end';
  create table profiles (id uuid primary key, name text unique);
  create view names as select name from profiles;
  create function new_profile() returns trigger language plpgsql security definer as
    'begin insert into public.profiles values (new.id); return new; end';
  create function own_name() returns text language sql as 'select name from public.profiles';
  alter publication supabase_realtime add table profiles;
  grant select on profiles to supabase_read_only_user`;

test("what Supabase and a project's own tables add is no finding, nor are Windows line endings", () => {
  const project = postgres.createProject(hosted);
  const all = { state: "ok", amiss: "" };
  const expectAllOk = () => {
    for (const line of check(project)) expect(line).toMatchObject(all);
  };
  expectAllOk();
  for (const file of readdirSync(databaseFolders.migrations).sort()) {
    const sql = readFileSync(
      path.join(databaseFolders.migrations, file),
      "utf8",
    );
    project.psql([], sql.replaceAll("\n", "\r\n"));
  }
  expectAllOk();
});

test("what breaks no promise is named, and ok: an older table's extra columns and a webhook", () => {
  const project = postgres.createProject(`
    create table beta_signups (
      id uuid primary key default gen_random_uuid(),
      email text not null unique,
      signup_source text not null,
      created_at timestamptz not null default now(),
      referrer text,
      locale text not null default 'en'
    );
    create unique index by_email on beta_signups (email);
    create schema supabase_functions;
    create function supabase_functions.http_request() returns trigger
      language plpgsql security definer as 'begin return new; end'`);
  const named = check(
    project,
    `create trigger chat after insert on contact_messages
       for each row execute function supabase_functions.http_request('https://chat.example')`,
  ).filter(({ amiss }) => amiss);
  const refuses =
    "is not ours: beta_signups_email_lower_key refuses all that it refuses.";
  const leaves =
    "is not ours: the site leaves it as it is by default, and dump leaves it out.";
  expect(named).toEqual([
    {
      promise: "other columns of beta_signups",
      state: "ok",
      amiss: `locale ${leaves} referrer ${leaves}`,
    },
    {
      promise: "other constraints and indexes of beta_signups",
      state: "ok",
      amiss: `beta_signups_email_key on beta_signups ${refuses} by_email ${refuses}`,
    },
    {
      promise: "other triggers and rules on contact_messages",
      state: "ok",
      amiss:
        "trigger chat is not ours: a webhook posts each row to another server.",
    },
  ]);
});
