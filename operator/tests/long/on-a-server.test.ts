import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseFolders } from "~/database/database-folders";
import { openEmbeddedSupabase, openMigratedDatabase } from "#supabase";
import { waitlist } from "#operator/testing";
import {
  freePort,
  insertRow,
  startPostgres,
  temporaryFolder,
} from "#supabase/testing";

// The tests share a server and a folder, so their order counts.

const folder = temporaryFolder();
const dataDir = path.join(folder, "data");
const env = { DATA_DIR: dataDir };
let postgres: ReturnType<typeof startPostgres>;
let port: number;
/** The settings of an operator whose list is on a server. */
const atUrl = (DATABASE_URL: URL) => ({
  DATABASE_URL,
  DATA_DIR: path.join(folder, "none"),
});

const key = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** More than a page. */
const signups = 450;
const message = {
  name: 'O\'Robin \\ "R" :name',
  email: "o'robin@example.com",
  subject: "=1+1",
  message: "\\.\n- 🎪 ; $$ $1 %L ' \\' -- \tend\n\\q",
};

beforeAll(async () => {
  port = await freePort();
  postgres = startPostgres(port);
  const supabase = await openEmbeddedSupabase(dataDir, databaseFolders);
  const insert = async (table: string, row: object, key?: string) => {
    const { status } = await insertRow(supabase, table, row, key);
    if (status !== 201) throw new Error(`A row was answered ${status}.`);
  };
  await Promise.all(
    Array.from({ length: signups }, (_, row) => {
      const email = `raver-${row}@example.com`;
      const signup_source = row % 3 === 0 ? "cta_section" : "hero_section";
      const sent = { email, signup_source };
      return insert("beta_signups", sent, row === 0 ? key : undefined);
    }),
  );
  await insert("contact_messages", message, key);
  await insert("contact_messages", message);
  await supabase.close();
  const database = await openMigratedDatabase(dataDir, databaseFolders);
  await database.sql.exec(`
    update beta_signups set created_at = now() - interval '400 days'
      where email like '%-7@example.com';
    update contact_messages set answered_at = now(), created_at = now() - interval '400 days'
      where idempotency_key is null;
  `);
  await database.close();
});
afterAll(() => {
  postgres.stop();
  rmSync(folder, { recursive: true });
});

/** Every column of every row. */
const everything = `
  select json_build_object(
    'signups', (select json_agg(s order by id) from beta_signups as s),
    'messages', (select json_agg(m order by id) from contact_messages as m)
  )::text as rows`;

const parse = (rows: string) =>
  JSON.parse(rows) as Record<"signups" | "messages", Record<string, unknown>[]>;

async function embeddedRows() {
  const database = await openMigratedDatabase(dataDir, databaseFolders);
  await database.sql.exec("set timezone to 'UTC'");
  const { rows } = await database.sql.query<{ rows: string }>(everything);
  await database.close();
  return parse(rows[0]?.rows ?? "");
}

const movedRows = () =>
  parse(postgres.psql([], `set timezone to 'UTC'; ${everything}`));

test("a backup moves the embedded database to a Postgres server row by row, and a second restore changes nothing", async () => {
  const before = await embeddedRows();
  expect(before.signups).toHaveLength(signups);
  expect(before.messages).toHaveLength(2);
  const file = (await waitlist(["backup"], env)).stdout.trim();
  const restore = async () =>
    (await waitlist(["restore", file], atUrl(postgres.url))).stdout;

  // The other database has a new address and one of the site's.
  postgres.psql(
    [],
    `insert into beta_signups (email, signup_source) values
       ('new@example.com', 'hero_section'), ('raver-5@example.com', 'hero_section')`,
  );
  expect(await restore()).toContain(
    `\nbeta_signups,${signups - 1},1,0\ncontact_messages,2,0,0\n`,
  );
  const moved = movedRows();
  const isOurs = (row: Record<string, unknown>) =>
    !["new@example.com", "raver-5@example.com"].includes(String(row.email));
  expect(moved.signups).toHaveLength(signups + 1);
  expect(moved.signups.filter(isOurs)).toEqual(
    before.signups.filter(({ email }) => email !== "raver-5@example.com"),
  );
  expect(moved.messages).toEqual(before.messages);

  postgres.psql([], "update contact_messages set answered_at = now()");
  const between = movedRows();
  expect(await restore()).toContain(
    `\nbeta_signups,0,${signups},0\ncontact_messages,0,2,0\n`,
  );
  expect(movedRows()).toEqual(between);

  // The backup contains the digest of the key, and restoring leaves the trigger on.
  const repeat = `set request.headers = '{"idempotency-key": "${key}"}';
    set role anon;
    insert into beta_signups (email, signup_source) values ('raver-0@example.com', 'cta_section')`;
  expect(() => postgres.psql([], repeat)).toThrow("repeats a submission");
  expect(movedRows()).toEqual(between);

  const cut = path.join(folder, "cut.ndjson");
  writeFileSync(cut, readFileSync(file, "utf8").replace(/.*\n$/, ""));
  const broken = postgres.createProject();
  const refused = await waitlist(["restore", cut], atUrl(broken.url));
  expect(refused.stderr).toContain("\nNothing was restored.\n");
  expect(broken.psql([], "select count(*) from beta_signups")).toBe("0\n");
});

test("restore adds nothing to a project that is not what the migrations make, and names what differs", async () => {
  const { url, psql } = postgres.createProject();
  psql(
    [],
    `alter table beta_signups add column referrer text;
     grant select on contact_messages to anon`,
  );
  const file = (await waitlist(["backup", "--untried"], env)).stdout.trim();
  expect(await waitlist(["restore", file], atUrl(url))).toEqual({
    status: 1,
    stdout: "",
    stderr:
      'The server is not what the migrations make it: grants to anon on contact_messages, column beta_signups.referrer; "check" says more.\nNothing was restored.\n',
  });
  expect(psql([], "select count(*) from beta_signups")).toBe("0\n");
});

test("every job prints the same with DATABASE_URL as without", async () => {
  const { url } = postgres.createProject();
  const file = (await waitlist(["backup"], env)).stdout.trim();
  await waitlist(["restore", file], atUrl(url));
  const open = (await embeddedRows()).messages.find(
    ({ answered_at }) => answered_at === null,
  );
  for (const asked of [
    ["signups"],
    ["unanswered"],
    ["unanswered", "--json"],
    ["export-signups"],
    ["export-messages"],
    ["export-messages", "--raw"],
    ["check"],
    ["answered", String(open?.id)],
    ["answered", String(open?.id)],
    ["erase-person", "Raver-7@Example.COM", "--yes"],
    ["erase-old-messages", "--yes"],
  ]) {
    const byCommand = await waitlist(asked, env);
    const byUrl = await waitlist(asked, atUrl(url));
    const toText = ({ status, stdout, stderr }: typeof byUrl) =>
      [status, stdout, stderr.replace(/^Noted in .*$/m, "")].join("\n");
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

test("a table without an id is refused by name, by every job and by check", async () => {
  const { url, psql } = postgres.createProject();
  psql([], "alter table beta_signups drop column id");
  for (const job of [["export-signups"], ["erase-person", "a@b.co", "--yes"]]) {
    const { status, stderr } = await waitlist(job, atUrl(url));
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^The table beta_signups has no column id/),
    ]);
  }
  const { status, stdout } = await waitlist(["check"], atUrl(url));
  expect(status).toBe(1);
  expect(stdout).toContain("WRONG,column beta_signups.id,none,");
});

test("a server's migrations are listed as Supabase's CLI recorded them", async () => {
  const project = postgres.createProject();
  const files = readdirSync(databaseFolders.migrations).sort();
  for (const file of files) {
    const [version = ""] = file.split("_");
    // The CLI splits a file at its semicolons, and leaves them out.
    const statements = readFileSync(
      path.join(databaseFolders.migrations, file),
      "utf8",
    ).split(/;\n(?=\n|[a-z-])/);
    const texts = `statements=${JSON.stringify(statements)}`;
    project.psql(
      ["-v", `version=${version}`, "-v", texts],
      `insert into supabase_migrations.schema_migrations (version, name, statements)
         select :'version', '${file.slice(version.length + 1, -4)}',
           array(select json_array_elements_text(:'statements'::json))`,
    );
  }
  const { stdout } = await waitlist(["migrations"], atUrl(project.url));
  expect(stdout).toBe(
    `migration,state\n${files.map((file) => `${file},applied\n`).join("")}`,
  );
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
