import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { connect } from "../../waitlist/postgres";
import { openSite, waitlist } from "#operator/testing";
import { freePort, startPostgres } from "#supabase/testing";

const port = await freePort();
const postgres = startPostgres(port);
afterAll(() => postgres.stop());

/** Submits a form with a key. */
const submitted = `
  set request.headers = '{"idempotency-key": "0f8fad5b-d9cb-469f-a165-70867728950e"}';
  set role anon;
  insert into beta_signups (email, signup_source) values ('raver-0@example.com', 'cta_section');
  reset role`;
// The signups are more than a page.
const site = await openSite(`
  insert into beta_signups (email, signup_source, created_at)
    select 'raver-' || number || '@example.com', 'hero_section', now() - number * interval '1 hour 1.000001 second'
    from generate_series(1, 450) as number;
  insert into contact_messages (name, email, subject, message, answered_at, created_at)
    select 'O''Robin \\ "R" :name', 'o''robin@example.com', '=1+1',
      e'\\\\.\\n- 🎪 ; $$ $1 %L '' \\\\'' -- \\tend\\n\\\\q', case age when 400 then now() end, now() - age * interval '1 day'
    from (values (1), (400)) as ages (age);
  ${submitted}`);
afterAll(site.end);
const backup = async () => (await site.job("backup")).stdout.trim();

/** The settings of an operator whose list is on a server. */
const atUrl = (DATABASE_URL: URL) => ({
  DATABASE_URL,
  DATA_DIR: path.join(site.folder, "none"),
});

/** Every column of every row but those of two addresses. */
const everything = `
  set timezone to 'UTC';
  select (select jsonb_agg(s order by id) from beta_signups as s
      where email not in ('new@example.com', 'raver-5@example.com'))::text
    || (select jsonb_agg(m order by id) from contact_messages as m)::text as rows`;

test("a backup moves the embedded database to a Postgres server row by row, all of them or none", async () => {
  // The other database has a new address and one of the site's.
  postgres.psql(
    [],
    `insert into beta_signups (email, signup_source) values
       ('new@example.com', 'hero_section'), ('raver-5@example.com', 'hero_section')`,
  );
  const file = await backup();
  const restored = await waitlist(["restore", file], atUrl(postgres.url));
  expect(restored.stdout).toContain(
    "\nbeta_signups,450,1,0\ncontact_messages,2,0,0\n",
  );
  const [, found] = await site.database.exec(everything);
  const moved = postgres.psql([], everything);
  expect(found?.rows).toEqual([{ rows: moved.trimEnd() }]);
  // The backup contains the digest of the key, and restoring leaves the trigger on.
  expect(() => postgres.psql([], submitted)).toThrow("repeats a submission");

  const cut = path.join(site.folder, "cut.ndjson");
  writeFileSync(cut, readFileSync(file, "utf8").replace(/.*\n$/, ""));
  const broken = postgres.createProject();
  const refused = await waitlist(["restore", cut], atUrl(broken.url));
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("\nNothing was restored.\n") as string,
  });
  expect(broken.psql([], "select count(*) from beta_signups")).toBe("0\n");
});

test("restore adds nothing to a project that is not what the migrations make, and names what differs", async () => {
  const { url, psql } = postgres.createProject();
  psql(
    [],
    `alter table beta_signups add column referrer text;
     grant select on contact_messages to anon`,
  );
  expect(await waitlist(["restore", await backup()], atUrl(url))).toEqual({
    status: 1,
    stdout: "",
    stderr:
      'The server is not what the migrations make it: grants to anon on contact_messages, column beta_signups.referrer; "check" says more.\nNothing was restored.\n',
  });
  expect(psql([], "select count(*) from beta_signups")).toBe("0\n");
});

test("every job prints the same with DATABASE_URL as without", async () => {
  const { url } = postgres.createProject();
  await waitlist(["restore", await backup()], atUrl(url));
  const { rows } = await site.database.query<{ id: string }>(
    "select id from contact_messages where answered_at is null",
  );
  const id = String(rows[0]?.id);
  const recent = new Date(Date.now() - 86_400_000).toISOString();
  for (const asked of [
    ["signups"],
    ["unanswered"],
    ["unanswered", "--json"],
    ["export-signups"],
    ["export-messages"],
    ["export-messages", "--raw"],
    ["check"],
    ["unanswered", "--containing", "🎪", "--since", "2020-01-01"],
    ["delete-messages", "--from", "example.com"],
    // Before a message is answered: each database has its own time for that.
    ["person", "o'robin@example.com", "--json"],
    ["answered", id],
    ["answered", id],
    ["export-signups", "--semicolon", "--since", recent],
    ["correct", "raver-8@example.com", "right@example.com"],
    ["erase-person", "Raver-7@Example.COM", "--yes"],
    ["erase-old-messages", "--yes"],
  ]) {
    const byCommand = await site.job(...asked);
    const byUrl = await waitlist(asked, atUrl(url));
    const toText = ({ status, stdout, stderr }: typeof byUrl) =>
      [
        status,
        stdout,
        stderr.replace(/^(?:Noted in|The files of) .*\n/gm, ""),
      ].join("\n");
    expect(toText(byUrl), asked.join(" ")).toBe(toText(byCommand));
  }
});

test.each([
  [
    "numbers beyond 2^53 as ids, no time and missing values",
    `create table beta_signups (id bigint generated by default as identity (start 9007199254740993) primary key, email text unique, signup_source text, utm jsonb);
     insert into beta_signups (email, signup_source) values (null, null), ('b@example.com', 'hero_section')`,
  ],
  [
    "addresses of the type citext, in capitals and with blanks",
    `create extension citext;
     create table beta_signups (id serial primary key, email citext not null unique, signup_source text not null, created_at timestamptz default now());
     insert into beta_signups (email, signup_source) values ('A@Example.com', 'hero_section'), (' B@example.com', 'newsletter')`,
  ],
  [
    "a generated column, and columns named value, row and t",
    `create table beta_signups (id uuid primary key default gen_random_uuid(), email text not null unique, signup_source text,
       created_at timestamptz default now(), domain text generated always as (split_part(email, '@', 2)) stored, value int default 7, "row" text, t jsonb);
     insert into beta_signups (email, signup_source) values ('a@example.com', 'hero_section'), ('b@example.com', 'hero_section')`,
  ],
])(
  "an older table with %s is exported, checked and erased from",
  async (_, older) => {
    const { url } = postgres.createProject(older);
    const settings = atUrl(url);
    const exported = await waitlist(["export-signups"], settings);
    expect(exported.stderr).toBe("2 rows\n");
    expect((await waitlist(["check"], settings)).stdout).not.toContain("WRONG");
    const erase = ["erase-person", "b@example.com", "--yes"];
    expect((await waitlist(erase, settings)).stderr).toContain("1 row erased");
  },
);

test("a table without an id is refused by name", async () => {
  const { url, psql } = postgres.createProject();
  psql([], "alter table beta_signups drop column id");
  for (const job of [["export-signups"], ["erase-person", "a@b.co", "--yes"]]) {
    const { status, stderr } = await waitlist(job, atUrl(url));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The table beta_signups has no column id/);
  }
});

test("a role that policies hide rows from gets an error, not an empty list", async () => {
  const { url, psql } = postgres.createProject();
  psql(
    [],
    `create role clerk login;
     grant select on beta_signups to clerk;
     insert into beta_signups (email, signup_source) values ('raver@example.com', 'hero_section')`,
  );
  const asClerk = new URL(url);
  asClerk.username = "clerk";
  expect(await waitlist(["export-signups"], atUrl(asClerk))).toEqual({
    status: 1,
    stdout: "",
    stderr:
      'query would be affected by row-level security policy for table "beta_signups"; let DATABASE_URL name the user that owns the tables.\n',
  });
});

test("a database that is read-only lists and exports; check and the jobs that write say what it is, before a person is noted as erased", async () => {
  const { name, url, psql } = postgres.createProject();
  psql([], `alter database ${name} set default_transaction_read_only to on`);
  const env = { ...atUrl(url), BACKUP_DIR: path.join(site.folder, "nobody") };
  expect((await waitlist(["export-signups"], env)).stderr).toBe("0 rows\n");
  const checked = await waitlist(["check"], env);
  expect(checked.stdout).toMatch(/\nWRONG,transactions,read-only,none\n$/);
  const erase = ["erase-person", "raver@example.com", "--yes"];
  expect(await waitlist(erase, env)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^cannot execute DELETE .*; the database is read-only, .*\.\n$/,
    ) as string,
  });
  expect(existsSync(path.join(env.BACKUP_DIR, "erased-people"))).toBe(false);
});

test("a role that quotes every identifier finds nothing wrong, and one whose connection ends while it waits is told so", async () => {
  const { name, url, psql } = postgres.createProject();
  psql([], `alter database ${name} set quote_all_identifiers to on`);
  expect((await waitlist(["check"], atUrl(url))).stdout).toBe("");
  const { query, close } = await connect(url);
  const [{ pid } = {}] = (await query("select pg_backend_pid() as pid")).rows;
  // While this one waits, the other one's last words are read.
  const ending = await connect(url);
  await ending.query(`select pg_terminate_backend(${Number(pid)}, 10000)`);
  await ending.close();
  await expect(query("select")).rejects.toThrow(
    "terminating connection due to administrator command",
  );
  await close();
});

test("over the network only the server of a trusted certificate gets the password, which nothing prints", async () => {
  const { name, psql } = postgres.createProject();
  const password = "p@ss:w/rd";
  psql([], `create role operator superuser login password '${password}'`);
  const job = async (host: string, query: string, secret = password) => {
    const user = `operator:${encodeURIComponent(secret)}`;
    const url = `postgresql://${user}@${host}:${port}/${name}?${query}`;
    const ended = await waitlist(["signups"], atUrl(new URL(url)));
    expect(ended.stdout + ended.stderr).not.toContain(password);
    expect(ended.stdout + ended.stderr).not.toContain("postgresql://");
    return ended;
  };
  const trusted = `sslrootcert=${postgres.certificate}`;

  const served = await job("127.0.0.1", `sslmode=require&${trusted}`);
  expect(served).toMatchObject({ status: 0, stderr: "0 rows\n" });
  const why = "The certificate of DATABASE_URL's server is not trusted";
  const end =
    ". Name its authority's file in sslrootcert or NODE_EXTRA_CA_CERTS.\n";
  const untrusted = `${why} (DEPTH_ZERO_SELF_SIGNED_CERT)${end}`;
  const otherName = `${why} (ERR_TLS_CERT_ALTNAME_INVALID)${end}`;
  const login = "DATABASE_URL's server refuses the user or password.\n";
  for (const [host, query, stderr, secret] of [
    ["127.0.0.1", "sslmode=require", untrusted],
    ["127.0.0.1", "ssl=true", untrusted],
    ["127.0.0.2", `sslmode=require&${trusted}`, otherName],
    ["0.0.0.0", "", untrusted],
    ["0.0.0.0", trusted, otherName],
    ["127.0.0.1", `sslmode=require&${trusted}`, login, "x"],
    // Without TLS, which an address of this machine does not ask for.
    ["127.0.0.1", "", login],
  ] as const) {
    const refused = { status: 1, stdout: "", stderr };
    expect(await job(host, query, secret), host + query).toEqual(refused);
  }
});
