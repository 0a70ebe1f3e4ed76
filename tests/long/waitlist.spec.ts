import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { databaseFolders } from "~/data/database-folders";
import { openDatabase } from "~/embedded-supabase/database.server";
import { openEmbeddedSupabase } from "~/embedded-supabase/index.server";
import { readJobs } from "~/embedded-supabase/jobs.server";
import { runInTerminal } from "../../tools/auditor";
import { insertRow } from "../support/fixtures/insert-signup";
import { startPostgres } from "../support/fixtures/postgres";
import { freePort } from "../support/fixtures/site";
import { temporaryFolder } from "../support/fixtures/supabase";
import {
  terminal,
  waitlist,
  waitlistArguments,
} from "../support/fixtures/waitlist";

// The tests share a server and a folder: the first copies, the last erases.
test.describe.configure({ mode: "serial" });

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

/** More than one statement of the dump takes. */
const signups = 1_100;
const message = {
  name: 'O\'Robin \\ "R" :name',
  email: "o'robin@example.com",
  subject: "=1+1",
  message: "\\.\n- 🎪 ; $$ $1 %L ' \\' -- \tend\n\\q",
};

test.beforeAll(async () => {
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
  const database = await openDatabase(dataDir, databaseFolders);
  await database.sql.exec(`
    update beta_signups set created_at = now() - interval '400 days'
      where email like '%-7@example.com';
    update contact_messages set answered_at = now(), created_at = now() - interval '400 days'
      where idempotency_key is null;
  `);
  await database.close();
});
test.afterAll(() => {
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
  const database = await openDatabase(dataDir, databaseFolders);
  await database.sql.exec("set timezone to 'UTC'");
  const { rows } = await database.sql.query<{ rows: string }>(everything);
  await database.close();
  return parse(rows[0]?.rows ?? "");
}

const movedRows = () =>
  parse(postgres.psql([], `set timezone to 'UTC'; ${everything}`));

test("the embedded database moves into a Postgres server row by row, and a second run changes nothing", async () => {
  const before = await embeddedRows();
  expect(before.signups).toHaveLength(signups);
  expect(before.messages).toHaveLength(2);
  const { stdout, stderr } = await waitlist(["dump"], env);
  expect(stderr).toBe(`-- beta_signups: ${signups}, contact_messages: 2\n`);
  const script = path.join(folder, "kandi.sql");
  writeFileSync(script, stdout);

  // The other database has a new address and one of the site's.
  postgres.psql(
    [],
    `insert into beta_signups (email, signup_source) values
       ('new@example.com', 'hero_section'), ('raver-5@example.com', 'hero_section')`,
  );
  expect(postgres.psql(["-f", script])).toBe(
    `beta_signups|${signups - 1}|1\ncontact_messages|2|0\n`,
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
  expect(postgres.psql(["-f", script])).toBe(
    `beta_signups|0|${signups}\ncontact_messages|0|2\n`,
  );
  expect(movedRows()).toEqual(between);

  // The dump contains the key, and leaves the trigger on.
  postgres.psql(
    [],
    `set request.headers = '{"idempotency-key": "${key}"}';
     set role anon;
     insert into beta_signups (email, signup_source) values ('raver-0@example.com', 'cta_section')`,
  );
  expect(movedRows()).toEqual(between);
});

test("a dump that fails halfway leaves the other database as it was", async () => {
  const before = movedRows();
  const { stdout } = await waitlist(["dump"], env);
  const broken = stdout.replace("\ncommit;", "\nselect 1/0;\ncommit;");
  expect(() => postgres.psql([], broken)).toThrow();
  expect(movedRows()).toEqual(before);
  expect(
    postgres.psql(
      [],
      "select distinct tgenabled from pg_trigger where tgname = 'skip_repeated_submission'",
    ),
  ).toBe("O\n");
});

test("psql and the command with DATABASE_URL return the same for every file as the command without", async () => {
  // psql prints formulas and invisible characters as stored.
  const database = await openDatabase(dataDir, databaseFolders);
  await database.sql.exec(
    `update contact_messages set subject = 'Hi', message = e'"a", b\n🎪'`,
  );
  await database.close();
  postgres.psql([], "truncate beta_signups, contact_messages");
  postgres.psql([], (await waitlist(["dump"], env)).stdout);
  const open = (await embeddedRows()).messages.find(
    ({ answered_at }) => answered_at === null,
  );
  const values: Record<string, string | undefined> = {
    "erase-person": "Raver-7@Example.COM",
    answered: String(open?.id),
  };
  const examples: Record<string, string> = {
    "erase-person": "raver@example.com",
    answered: "00000000-0000-0000-0000-000000000000",
  };
  // The command runs where psql ran before: the rows are the same again.
  const byUrl = postgres.createProject();
  byUrl.psql([], (await waitlist(["dump"], env)).stdout);
  // Reading comes first, because the other jobs change the rows.
  const jobs = readJobs(databaseFolders.queries)
    // The command compares what this one finds with the files.
    .filter(({ name }) => name !== "migrations")
    .sort((a, b) => Number(Boolean(a.change)) - Number(Boolean(b.change)));
  for (const { name, file, change } of jobs) {
    const value = values[name];
    const edited = path.join(folder, "edited.sql");
    // An operator edits this one line.
    const sql = readFileSync(file, "utf8");
    writeFileSync(
      edited,
      value ? sql.replace(examples[name] ?? "", value) : sql,
    );
    const byPsql =
      name === "dump"
        ? postgres.psql(["-f", edited])
        : postgres.psql(["--csv", "-P", "tuples_only=off", "-f", edited]);
    const asked = [
      name,
      ...(value ? [value] : []),
      ...(change === "erased" ? ["--yes"] : []),
    ];
    const byCommand = await waitlist(asked, env);
    expect(await waitlist(asked, atUrl(byUrl.url)), name).toEqual(byCommand);
    expect(byCommand.status, name).toBe(0);
    expect(byPsql, name).toBe(byCommand.stdout);
    if (change)
      expect(byCommand.stderr, name).toMatch(/^1 row (updated|erased)\n$/);
  }
  expect(movedRows()).toMatchObject({
    ...(await embeddedRows()),
    messages: [{ id: open?.id }],
  });
});

test("a role like Supabase's postgres restores what psql loads, backs it up and erases", async () => {
  const { stdout } = await waitlist(["dump"], env);
  const script = path.join(folder, "restored.sql");
  writeFileSync(script, stdout);
  const byPsql = postgres.createProject();
  const loaded = byPsql.psql(["-f", script]);

  const { url, psql } = postgres.createProject();
  psql(
    [],
    `create role admin login bypassrls;
     alter table beta_signups owner to admin;
     alter table contact_messages owner to admin`,
  );
  url.username = "admin";
  const restore = () => waitlist(["restore", script], atUrl(url));
  const counts = (stdout: string) =>
    stdout.split("\n").slice(1).join("\n").replaceAll(",", "|");
  expect(counts((await restore()).stdout)).toBe(
    loaded.replaceAll(/$(?<=\d)/gm, "|0"),
  );
  const rows = (project: Pick<typeof postgres, "psql">) =>
    parse(project.psql([], `set timezone to 'UTC'; ${everything}`));
  expect(rows({ psql })).toEqual(rows(byPsql));
  expect((await restore()).stdout).toContain(",0,1,0\n");

  const backup = await waitlist(["backup"], atUrl(url));
  expect(backup.stderr).toMatch(/^Written: (.*)\nRestored on trial: \1\n/);
  const erase = ["erase-person", "RAVER-3@example.com", "--yes"];
  expect((await waitlist(erase, atUrl(url))).stderr).toBe("1 row erased\n");
  expect((await restore()).stdout).toMatch(/^beta_signups,0,\d+,1$/m);
  const stats = await waitlist(["stats", "--json"], atUrl(url));
  expect(JSON.parse(stats.stdout)).toMatchObject({
    signups: rows({ psql }).signups.length,
    messages_waiting: 0,
  });
  const lines = (await waitlist(["signups", "--json"], atUrl(url))).stdout;
  expect(lines).toMatch(
    /^\{"day":"[-\d]+","source":"cta_section","signups":\d+\}$/m,
  );
});

const hasJq = spawnSync("jq", ["--version"]).status === 0;

test("the documented lines write the file that listmonk imports, and filter the log", async () => {
  test.skip(!hasJq, "jq is not installed");
  const blocks = readFileSync("docs/operating.md", "utf8").split("```");
  const jq = (mark: string, input: string) => {
    const block = blocks.find((text) => text.includes(mark)) ?? "";
    const [, options, filter = ""] = /jq (-\S+) '([^']+)'/.exec(block) ?? [];
    return spawnSync("jq", [options ?? "", filter], {
      input,
      encoding: "utf8",
    });
  };
  const { url, psql } = postgres.createProject();
  psql(
    [],
    `insert into beta_signups (email, signup_source, created_at) values
       ('o''robin@example.com', 'hero_section', '2025-11-01 10:00:00+00'),
       ('=1+1@example.com', 'cta_section', '2025-11-02 10:00:00+00')`,
  );
  const { stdout } = await waitlist(["export-signups", "--json"], atUrl(url));
  // listmonk reads these two columns by name, and the second as JSON.
  expect(jq("listmonk.csv", stdout).stdout).toBe(
    [
      '"email","attributes"',
      `"o'robin@example.com","{""source"":""hero_section"",""created_at_utc"":""2025-11-01 10:00:00""}"`,
      `"=1+1@example.com","{""source"":""cta_section"",""created_at_utc"":""2025-11-02 10:00:00""}"`,
      "",
    ].join("\n"),
  );

  const log = 'started\n{"level":"info"}\n{"level":"error","message":"x"}\n';
  expect(jq("journalctl", log).stdout).toBe(
    '{"level":"error","message":"x"}\n',
  );
});

test("jobs on a server list its migrations as Supabase's CLI recorded them, and check it", async () => {
  const project = postgres.createProject();
  const files = readdirSync(databaseFolders.migrations).sort();
  for (const file of files) {
    const [version = ""] = file.split("_");
    // The CLI splits a file at its semicolons, and leaves them out.
    const statements = readFileSync(
      path.join(databaseFolders.migrations, file),
      "utf8",
    ).split(/;\n(?=\n|[a-z-])/);
    project.psql(
      [
        "-v",
        `version=${version}`,
        "-v",
        `statements=${JSON.stringify(statements)}`,
      ],
      `insert into supabase_migrations.schema_migrations (version, name, statements)
         select :'version', '${file.slice(version.length + 1, -4)}',
           array(select json_array_elements_text(:'statements'::json))`,
    );
  }
  const { stdout } = await waitlist(["migrations"], atUrl(project.url));
  expect(stdout).toBe(
    `migration,state\n${files.map((file) => `${file},applied\n`).join("")}`,
  );

  expect((await waitlist(["check"], atUrl(project.url))).status).toBe(0);
  project.psql([], "alter table beta_signups disable row level security");
  const broken = await waitlist(["check"], atUrl(project.url));
  expect(broken.stdout).toMatch(/^table beta_signups,WRONG,/m);
  expect(broken.status).toBe(1);
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
      'query would be affected by row-level security policy for table "beta_signups"\n',
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
  const refused = {
    untrusted: await job("127.0.0.1", "sslmode=require"),
    "of another name": await job("127.0.0.2", `sslmode=require&${trusted}`),
    "by default": await job("0.0.0.0", ""),
    "of another name by default": await job("0.0.0.0", trusted),
    "another password": await job(
      "127.0.0.1",
      `sslmode=require&${trusted}`,
      "x",
    ),
    "not on TLS": await job("127.0.0.1", ""),
  };
  const why = "The certificate of DATABASE_URL's server is not trusted";
  const end =
    ". Name its authority's file in sslrootcert or NODE_EXTRA_CA_CERTS.\n";
  const untrusted = `${why} (DEPTH_ZERO_SELF_SIGNED_CERT)${end}`;
  const otherName = `${why} (ERR_TLS_CERT_ALTNAME_INVALID)${end}`;
  const login = "DATABASE_URL's server refuses the user or password.\n";
  expect(refused).toEqual({
    untrusted: { status: 1, stdout: "", stderr: untrusted },
    "of another name": { status: 1, stdout: "", stderr: otherName },
    "by default": { status: 1, stdout: "", stderr: untrusted },
    "of another name by default": { status: 1, stdout: "", stderr: otherName },
    "another password": { status: 1, stdout: "", stderr: login },
    "not on TLS": { status: 1, stdout: "", stderr: login },
  });
});

test("a terminal shows the first of a thousand rows", async () => {
  const { stdout, ...rest } = terminal();
  const { stderr } = await waitlist(["export-signups"], env, {
    stdout,
    ...rest,
  });
  expect(stderr).toContain("rows, of which these are the first 1000");
  expect(stdout.text().match(/@example\.com/g)).toHaveLength(1000);
});

test("in a terminal it asks before it erases", async () => {
  const erase = (keys: string) =>
    runInTerminal(
      {
        // The signups take two batches, and this one is in the second.
        command: `${process.execPath} ${waitlistArguments.join(" ")} erase-person raver-999@example.com`,
        env: { DATA_DIR: dataDir },
      },
      { to: "Type yes: ", keys },
    );
  expect(await erase("\u0003")).toContain("Aborted");
  expect(await erase("yes\r")).toMatch(/^beta_signups .*\s+1 row erased/m);
});
