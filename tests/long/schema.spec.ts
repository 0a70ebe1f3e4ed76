import { expect, test } from "playwright/test";
import { startPostgres } from "../support/fixtures/postgres";

let postgres: ReturnType<typeof startPostgres>;
test.beforeAll(() => {
  postgres = startPostgres();
});
test.afterAll(() => postgres.stop());

type Project = ReturnType<typeof postgres.createProject>;

/** Each privilege has its statement but REFERENCES, which check.sql sees. */
const statements = (table: string) => [
  `select from ${table}`,
  `select email from ${table}`,
  `insert into ${table} (email) values ('a@b.co')`,
  `update ${table} set email = 'a@b.co'`,
  `delete from ${table}`,
  `truncate ${table}`,
  `create trigger hostile before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
];

function expectNobody({ psql }: Project) {
  for (const statement of [
    ...["beta_signups", "contact_messages"].flatMap(statements),
    "select claim_submission('a@b.co')",
  ]) {
    expect(
      () => psql([], `set role authenticated; ${statement}`),
      statement,
    ).toThrow("permission denied");
  }
}

/** The promises that check.sql finds broken, with what is amiss. */
function broken({ psql }: Project, before = "") {
  return psql([], `begin; ${before};\n\\i supabase/queries/check.sql\nrollback`)
    .split("\n")
    .map((line) => line.split("|"))
    .filter(([, state]) => state === "WRONG")
    .map(([promise = "", , amiss = ""]) => ({ promise, amiss }));
}

const ours = {
  signups: "email, signup_source",
  messages: "name, email, message",
};

test("on a fresh project authenticated may do nothing, anon only insert, and every promise holds", () => {
  const project = postgres.createProject();
  expect(project.warnings).toBe("");
  expectNobody(project);
  project.psql(
    [],
    `set role anon;
     insert into beta_signups (${ours.signups}) values ('a@b.co', 'hero_section');
     insert into contact_messages (${ours.messages}) values ('A', 'a@b.co', 'B')`,
  );
  expect(broken(project)).toEqual([]);

  expect(project.migrate()).toBe("");
  expectNobody(project);
  expect(broken(project)).toEqual([]);
});

/** Grants by every way that Postgres has. */
const hostile = `
  create table beta_signups (id serial primary key, email text unique, signup_source text);
  alter table beta_signups enable row level security;
  create policy "everyone may do everything" on beta_signups using (true);
  create policy "users may read" on beta_signups for select to authenticated using (true);
  grant all on beta_signups to public;
  grant select (email), update (email) on beta_signups to authenticated;
  grant all on beta_signups to service_role with grant option;
  grant select on beta_signups to authenticated with grant option;
  set role service_role;
  grant all on beta_signups to authenticated;
  grant update (signup_source) on beta_signups to authenticated;
  set role authenticated;
  grant select on beta_signups to anon;
  grant select (id) on beta_signups to anon;
  reset role;
  insert into beta_signups (email, signup_source) values ('Old@example.com', 'landing');
  -- Anyone with the anonymous key could do this.
  set role authenticated;
  update beta_signups set email = 'Changed@example.com' where email = 'Old@example.com';
  reset role`;

test("an older table with hostile policies and grants is closed to authenticated, the policies are named, and no row changes", () => {
  const project = postgres.createProject(hostile);
  const { psql } = project;
  expect(project.warnings).toContain(
    'WARNING:  The policy "everyone may do everything" on beta_signups (all to public) is not part of these migrations.',
  );
  expect(project.warnings).toContain(
    'WARNING:  The policy "users may read" on beta_signups (select to authenticated) is not part of these migrations.',
  );
  const holds = () => {
    expectNobody(project);
    expect(() =>
      psql([], "set role anon; select id from beta_signups"),
    ).toThrow("permission denied");
    // The serial id asks for its sequence.
    psql(
      [],
      `begin; set role anon;
       insert into beta_signups (${ours.signups}) values ('new@example.com', 'hero_section');
       rollback`,
    );
    expect(psql([], "select email from beta_signups")).toBe(
      "Changed@example.com\n",
    );
    expect(broken(project)).toEqual([
      {
        promise: "policies on beta_signups",
        amiss: expect.stringContaining("everyone may do everything"),
      },
    ]);
  };
  holds();
  expect(project.migrate()).toBe(project.warnings);
  holds();
});

test("check.sql finds each promise broken, and no other with it", () => {
  const project = postgres.createProject();
  const tables = ["beta_signups", "contact_messages"];
  const constraints = {
    beta_signups: ["email_length", "email_normalized", "signup_source_known"],
    contact_messages: [
      ...["name_length", "email_length", "email_normalized"],
      ...["subject_length", "message_length"],
    ],
  };
  const column = (name: string, change: string) => {
    const [table, only] = name.split(".");
    return [name, `alter table ${table} alter column ${only} ${change}`];
  };
  const cases = [
    ...tables.flatMap((table) => [
      [`table ${table}`, `alter table ${table} disable row level security`],
      column(`${table}.id`, "drop default"),
      column(`${table}.created_at`, "drop default"),
      column(`${table}.idempotency_key`, "set default gen_random_uuid()"),
      [
        `primary key of ${table}`,
        `alter table ${table} drop constraint ${table}_pkey`,
      ],
      [
        `index ${table}_idempotency_key_email`,
        `drop index ${table}_idempotency_key_email`,
      ],
      [
        `trigger skip_repeated_submission on ${table}`,
        `alter table ${table} disable trigger skip_repeated_submission`,
      ],
      [
        `policies on ${table}`,
        `create policy "another" on ${table} for select using (true)`,
      ],
      [
        `grants to anon on ${table}`,
        `grant select (email) on ${table} to anon`,
      ],
      [
        `grants to authenticated on ${table}`,
        `grant truncate on ${table} to authenticated`,
      ],
    ]),
    ...Object.entries(constraints).flatMap(([table, names]) =>
      names.map((name) => [
        `constraint ${table}_${name}`,
        `alter table ${table} drop constraint ${table}_${name},
           add constraint ${table}_${name} check (true)`,
      ]),
    ),
    // Postgres keeps these rules in words that name the column's type.
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
      "index beta_signups_email_lower_key",
      "drop index beta_signups_email_lower_key",
    ],
    [
      "grants to anon on schema public",
      "revoke all on schema public from anon, public",
    ],
    [
      "function claim_submission",
      "alter function claim_submission security definer",
    ],
    ...["skip_repeated_signup", "skip_repeated_message"].map((name) => [
      `function ${name}`,
      `alter function ${name} security invoker`,
    ]),
    ...[
      "claim_submission",
      "skip_repeated_signup",
      "skip_repeated_message",
    ].flatMap((name) =>
      ["anon", "authenticated"].map((role) => [
        `grants to ${role} on function ${name}`,
        `grant execute on function ${name} to ${role}`,
      ]),
    ),
  ];
  for (const [promise = "", sql, ...others] of cases) {
    const promises = broken(project, sql).map((line) => line.promise);
    expect(promises, sql).toEqual([promise, ...others].sort());
  }
  // The cases cover every line of check.sql.
  expect(
    broken(project, "drop schema public cascade").map((line) => line.promise),
  ).toEqual(cases.map(([promise = ""]) => promise).sort());
});

const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
const otherKey = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const headers = (idempotencyKey: string) =>
  `set request.headers = '{\\"idempotency-key\\": \\"${idempotencyKey}\\"}';`;

/** Another session's SQL, for a session whose transaction is open. */
const beside = (sql: string, andThen = "") =>
  `\\! psql -XqAtc "set statement_timeout = '20s'; set role anon; ${sql}" 2>&1 ${andThen}`;

for (const { table, columns, values } of [
  { table: "beta_signups", columns: "signup_source", values: "'hero_section'" },
  { table: "contact_messages", columns: "name, message", values: "'A', 'B'" },
]) {
  const insert = `insert into ${table} (email, ${columns})`;

  test(`20,000 rows of ${table} in one insert with a key hold 16 locks, and others insert meanwhile`, () => {
    const { psql } = postgres.createProject();
    const printed = psql(
      [],
      `\\setenv PGDATABASE :DBNAME
       begin;
       ${headers(key).replaceAll("\\", "")}
       set local role anon;
       ${insert} select number || '@example.com', ${values} from generate_series(1, 20000) as number;
       reset role;
       select count(*) from pg_locks where locktype = 'advisory';
       ${beside(`${insert} values ('without-key@example.com', ${values})`)}
       ${beside(`${headers(otherKey)} ${insert} values ('other-key@example.com', ${values})`)}
       commit;
       select count(*) from ${table};`,
    );
    expect(printed).toBe("16\n20002\n");
  });

  test(`a repeat in ${table} at the same time waits for its first and is skipped`, () => {
    const { psql } = postgres.createProject();
    const untilLocks = (which: string) => `
      do $$ begin
        while ${which} loop perform pg_sleep(0.01); end loop;
      end $$;`;
    const row = `values ('a@b.co', ${values})`;
    const printed = psql(
      [],
      `\\setenv PGDATABASE :DBNAME
       set statement_timeout = '20s';
       begin;
       ${headers(key).replaceAll("\\", "")}
       set local role anon;
       ${insert} ${row};
       ${beside(`${headers(key)} ${insert} ${row}`, "&")}
       ${untilLocks("not exists (select from pg_locks where locktype = 'advisory' and not granted)")}
       commit;
       ${untilLocks("exists (select from pg_locks where locktype = 'advisory')")}
       reset role;
       select count(*) from ${table};`,
    );
    expect(printed).toBe("1\n");
  });
}
