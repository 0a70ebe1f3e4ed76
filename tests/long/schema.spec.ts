import { expect, test } from "playwright/test";
import { startPostgres } from "../support/fixtures/postgres";

let postgres: ReturnType<typeof startPostgres>;
test.beforeAll(() => {
  postgres = startPostgres();
});
test.afterAll(() => postgres.stop());

const rows = {
  beta_signups: "(email, signup_source) values ('a@b.co', 'hero_section')",
  contact_messages: "(name, email, message) values ('A', 'a@b.co', 'B')",
};

/** Every privilege but that of inserting what the forms have. */
const refused = (table: string) => [
  `select from ${table}`,
  `insert into ${table} (id) values (default)`,
  `update ${table} set email = 'a@b.co'`,
  `delete from ${table}`,
  `truncate ${table}`,
  `create trigger hostile before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
  "select claim_submission('a@b.co')",
];

function expectInsertsOnly({
  psql,
}: ReturnType<typeof postgres.createProject>) {
  for (const [table, row] of Object.entries(rows)) {
    const insert = `insert into ${table} ${row}`;
    psql([], `begin; set role anon; ${insert}; rollback`);
    for (const statement of [
      `authenticated; ${insert}`,
      ...refused(table).map((statement) => `authenticated; ${statement}`),
      ...refused(table).map((statement) => `anon; ${statement}`),
    ]) {
      expect(() => psql([], `set role ${statement}`), statement).toThrow(
        "permission denied",
      );
    }
    const security = `select relrowsecurity from pg_class where oid = '${table}'::regclass`;
    expect(psql([], security)).toBe("t\n");
  }
}

test("on a fresh project authenticated can do nothing and anon can only insert", () => {
  const project = postgres.createProject();
  expect(project.warnings + project.migrate()).toBe("");
  expectInsertsOnly(project);
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
  reset role`;

test("an older table with hostile policies and grants only takes inserts, and its policies are named", () => {
  const project = postgres.createProject(hostile);
  expect(project.warnings.match(/(?<=The policy ").*(?=" on)/g)).toEqual([
    "everyone may do everything",
    "users may read",
  ]);
  expect(project.migrate()).toBe(project.warnings);
  expectInsertsOnly(project);
});

/** Sends rows with an idempotency key, as the site does. */
const send = (insert: string) => `
  set request.headers = '{"idempotency-key": "0f8fad5b-d9cb-469f-a165-70867728950e"}';
  set role anon;
  ${insert};
  reset role;`;
const locks = "from pg_locks where locktype = 'advisory'";

for (const [table, row] of Object.entries(rows)) {
  test(`a simultaneous repeat in ${table} waits for the first insert and is skipped`, () => {
    const insert = send(`insert into ${table} ${row}`);
    const repeat = insert.replaceAll("\n", "").replaceAll('"', '\\"');
    const wait = (until: string) =>
      `do $$ begin while not (${until}) loop perform pg_sleep(0.01); end loop; end $$;`;
    const printed = postgres.createProject().psql(
      [],
      `\\setenv PGDATABASE :DBNAME
       set statement_timeout = '20s';
       begin;
       ${insert}
       \\! psql -XqAtc "set statement_timeout = '20s'; ${repeat}" 2>&1 &
       ${wait(`exists (select ${locks} and not granted)`)}
       commit;
       ${wait(`not exists (select ${locks})`)}
       select count(*) from ${table};`,
    );
    expect(printed).toBe("1\n");
  });
}
