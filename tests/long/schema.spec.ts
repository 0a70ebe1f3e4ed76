import { expect, test } from "playwright/test";
import { broken } from "../support/fixtures/check";
import { startPostgres } from "../support/fixtures/postgres";

let postgres: ReturnType<typeof startPostgres>;
test.beforeAll(() => {
  postgres = startPostgres();
});
test.afterAll(() => postgres.stop());

type Project = ReturnType<typeof postgres.createProject>;

/** A statement for each privilege but REFERENCES, which check.sql checks. */
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

const ours = {
  signups: "email, signup_source",
  messages: "name, email, message",
};

test("on a fresh project authenticated can do nothing, anon can only insert, and every promise holds", () => {
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

/** Grants in every way that Postgres offers. */
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

test("an older table with hostile policies and grants is closed to authenticated, its policies are named, and no row changes", () => {
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
    // The serial id needs its sequence.
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

const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
const otherKey = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const headers = (idempotencyKey: string) =>
  `set request.headers = '{\\"idempotency-key\\": \\"${idempotencyKey}\\"}';`;

/** Another session's SQL, for a session whose transaction is open. */
const inAnotherSession = (sql: string, andThen = "") =>
  `\\! psql -XqAtc "set statement_timeout = '20s'; set role anon; ${sql}" 2>&1 ${andThen}`;

for (const { table, columns, values } of [
  { table: "beta_signups", columns: "signup_source", values: "'hero_section'" },
  { table: "contact_messages", columns: "name, message", values: "'A', 'B'" },
]) {
  const insert = `insert into ${table} (email, ${columns})`;

  test(`20,000 rows of ${table} in one insert with a key hold 16 locks, and others can insert meanwhile`, () => {
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
       ${inAnotherSession(`${insert} values ('without-key@example.com', ${values})`)}
       ${inAnotherSession(`${headers(otherKey)} ${insert} values ('other-key@example.com', ${values})`)}
       commit;
       select count(*) from ${table};`,
    );
    expect(printed).toBe("16\n20002\n");
  });

  test(`a simultaneous repeat in ${table} waits for the first insert and is skipped`, () => {
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
       ${inAnotherSession(`${headers(key)} ${insert} ${row}`, "&")}
       ${untilLocks("not exists (select from pg_locks where locktype = 'advisory' and not granted)")}
       commit;
       ${untilLocks("exists (select from pg_locks where locktype = 'advisory')")}
       reset role;
       select count(*) from ${table};`,
    );
    expect(printed).toBe("1\n");
  });
}
