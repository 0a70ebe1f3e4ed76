import pg from "pg";
import { expect, test } from "playwright/test";
import { startPostgres } from "#supabase/testing";

let postgres: ReturnType<typeof startPostgres>;
test.beforeAll(() => {
  postgres = startPostgres();
});
test.afterAll(() => postgres.stop());

const rowsOf = (email: string) => ({
  beta_signups: `(email, signup_source) values ('${email}', 'hero_section')`,
  contact_messages: `(name, email, message) values ('A', '${email}', 'B')`,
});
const rows = rowsOf("a@b.co");
type TableName = keyof typeof rows;

/** Every privilege but that of inserting what the forms have. */
const refused = (table: string) => [
  `select from ${table}`,
  `insert into ${table} (id) values (default)`,
  `update ${table} set email = 'a@b.co'`,
  `delete from ${table}`,
  `truncate ${table}`,
  `create trigger hostile before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`,
];

type Project = ReturnType<typeof postgres.createProject>;

async function expectInsertsOnly({ url, psql }: Project) {
  const client = new pg.Client(url.href);
  await client.connect();
  for (const [table, row] of Object.entries(rows)) {
    const insert = `insert into ${table} ${row}`;
    await client.query(`begin; set role anon; ${insert}; rollback`);
    for (const statement of [
      `authenticated; ${insert}`,
      ...refused(table).map((statement) => `authenticated; ${statement}`),
      ...refused(table).map((statement) => `anon; ${statement}`),
    ]) {
      const answer = client.query(`set role ${statement}`);
      await expect(answer, statement).rejects.toThrow("permission denied");
    }
    const security = `select relrowsecurity from pg_class where oid = '${table}'::regclass`;
    expect(psql([], security)).toBe("t\n");
  }
  await client.end();
}

test("on a fresh project authenticated can do nothing and anon can only insert", async () => {
  const project = postgres.createProject();
  expect(project.warnings + project.migrate()).toBe("");
  await expectInsertsOnly(project);
});

/** As a whole database in Turkish has it, where a small I has no dot. */
const turkish = `
  create table beta_signups (id serial primary key, email text collate "tr-x-icu" unique, signup_source text);
  insert into beta_signups (email, signup_source) values ('INFO@Example.com', 'hero_section')`;

test("an address is stored once where the database's language has other small letters", () => {
  const { psql, migrate } = postgres.createProject(turkish);
  expect(psql([], "select lower(email) from beta_signups")).toBe(
    "ınfo@example.com\n",
  );
  const store = `insert into beta_signups ${rowsOf("info@example.com").beta_signups}`;
  expect(() => psql([], store)).toThrow("beta_signups_email_lower_key");
  // Both were stored by a site without this migration.
  psql([], `drop index beta_signups_email_lower_key; ${store}`);
  expect(migrate).toThrow("1 e-mail address(es) more than once");
  expect(psql([], "select count(*) from beta_signups")).toBe("2\n");
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

test("an older table with hostile policies and grants only takes inserts, and its policies are named", async () => {
  const project = postgres.createProject(hostile);
  expect(project.warnings.match(/(?<=The policy ").*(?=" on)/g)).toEqual([
    "everyone may do everything",
    "users may read",
  ]);
  expect(project.migrate()).toBe(project.warnings);
  await expectInsertsOnly(project);
});

/** Sessions of a project, each of which inserts as PostgREST does. */
async function connect({ url }: Project, count: number) {
  const open = async () => {
    const client = new pg.Client(url.href);
    await client.connect();
    return client;
  };
  const clients = await Promise.all(Array.from({ length: count }, open));
  const post = async (
    client: pg.Client,
    table: TableName,
    key: string,
    email = "a@b.co",
  ) => {
    const headers = JSON.stringify({ "idempotency-key": key });
    await client.query(
      `select set_config('request.headers', $1, false), set_config('role', 'anon', false)`,
      [headers],
    );
    return client.query(`insert into ${table} ${rowsOf(email)[table]}`).then(
      () => "stored",
      ({ code, constraint }: pg.DatabaseError) => constraint ?? code ?? "",
    );
  };
  const end = () => Promise.all(clients.map((client) => client.end()));
  const [first = new pg.Client(), ...others] = clients;
  return { first, others, post, end };
}

const posts = 40;
/** Their number, by how they are answered. */
const countEach = (answers: string[]) =>
  Object.fromEntries(
    [...new Set(answers)].map((answer) => [
      answer,
      answers.filter((other) => other === answer).length,
    ]),
  );
const olderTable =
  "create table beta_signups (id serial primary key, email text unique, signup_source text)";

for (const [what, table, older, duplicate] of [
  ["a new waiting list", "beta_signups", "", "beta_signups_email_lower_key"],
  [
    "a list with a unique e-mail of its own",
    "beta_signups",
    olderTable,
    "beta_signups_email_key",
  ],
  // The same message within a day is a repeat, whatever its key.
  ["the messages", "contact_messages", "", "RPT01"],
] as const) {
  test(`${what}: of ${posts} posts of one form at once, one is stored and each other is told that it repeats it; those of forms of their own are duplicates, or one message`, async () => {
    const project = postgres.createProject(older);
    const { first, others, post, end } = await connect(project, posts + 1);
    for (const isOneForm of [true, false]) {
      // Every insert waits for this lock before its trigger runs.
      await first.query(`begin; lock table ${table} in share mode`);
      const keys = others.map(() => crypto.randomUUID());
      const answers = others.map((client, index) =>
        isOneForm
          ? post(client, table, String(keys[0]))
          : post(client, table, String(keys[index]), "b@b.co"),
      );
      const waiting = "select from pg_locks where not granted";
      await expect
        .poll(async () => (await first.query(waiting)).rowCount)
        .toBe(posts);
      await first.query("commit");
      const refusal = isOneForm ? "RPT01" : duplicate;
      expect(countEach(await Promise.all(answers))).toEqual({
        stored: 1,
        [refusal]: posts - 1,
      });
    }
    await end();
  });
}

test("visitors of a cached page, who share its key, do not wait for each other", async () => {
  const { first, others, post, end } = await connect(postgres, posts);
  const key = "0f8fad5b-d9cb-469f-a165-70867728950e";
  for (const table of ["beta_signups", "contact_messages"] as const) {
    await first.query("begin");
    expect(await post(first, table, key)).toBe("stored");
    const answers = others.map((client, index) =>
      post(client, table, key, `raver-${index}@b.co`),
    );
    const stored = await Promise.all(answers);
    expect(countEach(stored)).toEqual({ stored: posts - 1 });
    await first.query("commit");
  }
  await end();
});
