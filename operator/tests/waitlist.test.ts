import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Writable } from "node:stream";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { databaseFolders } from "~/database/database-folders";
import { writeBackup } from "../waitlist/backup/write";
import { explain } from "../waitlist/postgres";
import { invisible, openSite, waitlist } from "#operator/testing";
import { openMigratedDatabase } from "#supabase";
import { databaseFolder } from "#supabase/testing";

const site = await openSite(`
  insert into beta_signups (email, signup_source, created_at)
    values ('raver@example.com', 'hero_section', '2025-11-01');
  insert into contact_messages (name, email, subject, message)
    values ('Robin, "R"', 'raver@example.com', null, e'=1+1\\nHello.')`);
afterAll(site.end);

const files = readdirSync(databaseFolders.migrations);
const newMigration = "20991231000000_cities.sql";

/** A build that has one migration more, has changed one, and lacks one. */
const migrations = path.join(site.folder, "migrations");
cpSync(databaseFolders.migrations, migrations, { recursive: true });
appendFileSync(path.join(migrations, files[1] ?? ""), "select 1;");
rmSync(path.join(migrations, files[2] ?? ""));
writeFileSync(
  path.join(migrations, newMigration),
  "create table cities (name text)",
);
const otherBuild = { folders: { ...databaseFolders, migrations } };

test("a pipe gets only CSV, and stderr the number of rows", async () => {
  expect(await site.job("signups")).toEqual({
    status: 0,
    stdout: "day,source,signups\n2025-11-01,hero_section,1\n",
    stderr: "1 row\n",
  });
  const messages = await site.job("export-messages");
  // A new field's column comes last, and is empty in older rows.
  expect(messages.stdout).toMatch(
    /^id,name,email,subject,message,created_at_utc,answered_at_utc(,\w+)*\n[-0-9a-f]{36},"Robin, ""R""",raver@example\.com,,"'=1\+1\nHello\.",[- :0-9]{19},+\n$/,
  );
});

test("migrations lists what was applied, waits, differs or has no file, and applies nothing", async () => {
  const expected = files.map(
    (file, i) => `${file},${{ 1: "differs", 2: "no file" }[i] ?? "applied"}\n`,
  );
  for (let run = 0; run < 2; run += 1) {
    expect(await waitlist(["migrations"], site.env, otherBuild)).toEqual({
      status: 0,
      stdout: `migration,state\n${expected.join("")}${newMigration},waiting\n`,
      stderr: `${files.length + 1} rows\n`,
    });
  }
});

test("check exits with 1 if a line says WRONG", async () => {
  const { database } = site;
  await database.exec("alter table beta_signups disable row level security");
  const { status, stdout } = await site.job("check");
  await database.exec("alter table beta_signups enable row level security");
  expect(stdout).toMatch(/^WRONG,table beta_signups,without row-level/m);
  expect(status).toBe(1);
});

test.each([
  [["drop-everything"], "There is no job drop-everything.\n\nnpm run waitlist"],
  [["answered"], "Usage: npm run waitlist -- answered <id>...\n"],
  [["signups", "x"], "Usage: npm run waitlist -- signups\n"],
  [["signups", "--every"], "Unknown option '--every'"],
  [["delete-messages"], "Usage: npm run waitlist -- delete-messages <id>..."],
  [["correct", "a@b.co"], "Usage: npm run waitlist -- correct <old> <new>\n"],
  [["unanswered", "--since", "1 day"], "--since takes a day or a time in UTC"],
  [["signups", "--raw"], "The job signups has no option --raw.\n"],
  [["answered", "x"], 'No unanswered message has the id "x": '],
  [["erase-person", "x", "--yes"], 'This is not an e-mail address: "x"\n'],
])("%j is refused, and its answer says why", async (args, line) => {
  const { status, stdout, stderr } = await site.job(...args);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr.startsWith(line)).toBe(true);
});

const nowhere = path.join(site.folder, "nowhere");
const SUPABASE_URL = "https://abc.supabase.co";
const atServer = new URL("postgresql://postgres:secret@127.0.0.1:1/x");
const manual =
  'The list is on a server, where pg_dump makes its backups: see "A list on a server" in operator/README.md.';
test.each([
  ["signups", {}, `DATA_DIR ${JSON.stringify(nowhere)} contains no database.`],
  [
    "signups",
    { SUPABASE_URL },
    "SUPABASE_URL is set, so the list is in that project: set DATABASE_URL to its connection string.",
  ],
  ["backup", { SUPABASE_URL }, manual],
  ["backup", { DATABASE_URL: atServer }, manual],
])(
  "%s without a database in DATA_DIR says where the list is, and makes nothing",
  async (job, settings, line) => {
    const env = { DATA_DIR: nowhere, ...settings };
    expect(await waitlist([job], env)).toEqual({
      status: 1,
      stdout: "",
      stderr: `${line}\n`,
    });
    expect(existsSync(nowhere)).toBe(false);
  },
);

const refused = "DATABASE_URL's server refuses the user or password.";
test.each([
  ["28P01", "password authentication failed", refused],
  // Poolers have codes of their own.
  ["08P01", "SASL authentication failed", refused],
  ["XX000", "password authentication failed for secret", refused],
  ["XX000", "no cache of secret", "no cache of ***"],
  [
    "XX000",
    "Tenant or user not found",
    "Tenant or user not found; copy DATABASE_URL from Connect in Supabase's dashboard: a pooler's user is postgres.<project>, and its host is the project's region's.",
  ],
  [
    "XX000",
    "MaxClientsInSessionMode: max clients reached",
    "MaxClientsInSessionMode: max clients reached; all its connections are in use: run this again later, or let DATABASE_URL name the transaction pooler.",
  ],
  [
    "ENETUNREACH",
    "",
    "DATABASE_URL's server cannot be reached (ENETUNREACH). Supabase's direct address is IPv6 only: use the connection string of its session pooler.",
  ],
])("a server's error %s, %j, is told as its cause", (code, text, line) => {
  const url = new URL("postgresql://me:secret@db.abc.supabase.co:5432/");
  const isServers = !code.startsWith("E");
  const error = isServers ? new pg.DatabaseError(text, 1, "error") : Error();
  expect(explain(Object.assign(error, { code }), url).message).toBe(line);
});

test("a server that is not on this machine is asked for TLS before anything else, and none of its address is printed", async () => {
  const asked: Buffer[] = [];
  const server = createServer((socket) => {
    // Postgres's answer for "no TLS here".
    socket.on("data", (data) => {
      asked.push(data);
      socket.write("N");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  // The system takes this address for itself; the command does not.
  const DATABASE_URL = new URL(`postgresql://postgres:secret@0.0.0.0:${port}/`);
  const env = { DATA_DIR: nowhere, DATABASE_URL };
  expect(await waitlist(["signups"], env)).toEqual({
    status: 1,
    stdout: "",
    stderr: "DATABASE_URL's server offers no TLS.\n",
  });
  expect(Buffer.concat(asked).toString("hex")).toBe("0000000804d2162f");
  server.close();
});

test("a job waits for another one that has the folder, and says so once", async () => {
  const DATA_DIR = databaseFolder();
  const other = await openMigratedDatabase(DATA_DIR, databaseFolders);
  let lines = "";
  const stderr = new Writable({
    write: (chunk, _encoding, done) => {
      lines += chunk;
      void (other.sql.closed ? undefined : other.close());
      done();
    },
  });
  const ended = await waitlist(["signups"], { DATA_DIR }, { stderr });
  expect(ended.status).toBe(0);
  expect(lines).toBe(
    `DATA_DIR ${JSON.stringify(DATA_DIR)} is in use by a job, and is free once that has ended. This job waits for it.\n0 rows\n`,
  );
  rmSync(DATA_DIR, { recursive: true });
});

test("an export has a mark for spreadsheets with --bom, each text as it is stored with --raw, and lines of harmless JSON with --json", async () => {
  const text = `=1+1 "ü"\r\n${invisible}\u{1f3aa}`;
  await site.database.query("update contact_messages set message = $1", [text]);
  const exported = async (...options: string[]) =>
    (await site.job("export-messages", ...options)).stdout;
  const plain = await exported();
  expect(plain).toContain("'=1+1");
  expect(await exported("--bom")).toBe(`\ufeff${plain}`);
  expect(await exported("--semicolon")).toMatch(/^\ufeffid;name;email;/);
  expect(await exported("--raw")).toContain(
    `,"${text.replaceAll('"', '""')}",`,
  );
  const json = await exported("--json");
  expect(json).toMatch(/^\{"id":.*\}\n$/);
  const row = { name: 'Robin, "R"', message: text, answered_at_utc: null };
  expect(JSON.parse(json)).toMatchObject(row);
  expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u3164/u);
});

test("what a visitor wrote is harmless in every job's output and errors, and whole in a backup", async () => {
  const text = `=1+1${invisible}`;
  // A row older than these rules may hold any address.
  await site.database.exec(`
    alter table beta_signups drop constraint beta_signups_email_normalized;
    alter table contact_messages drop constraint contact_messages_email_normalized`);
  const { rows } = await site.database.query<{ id: string }>(
    `insert into contact_messages (name, email, subject, message, created_at)
       values ($1, $1, $1, $1, '2020-01-01') returning id`,
    [text],
  );
  await site.database.query(
    "insert into beta_signups (email, signup_source) values ($1, 'hero_section'), ($1 || '@gmial.com', 'hero_section')",
    [text],
  );
  const { unfinished } = await writeBackup(site.database, site.env.BACKUP_DIR);
  const stored = JSON.stringify(text);
  expect(readFileSync(unfinished, "utf8").split(stored)).toHaveLength(6);
  const harmful = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u3164|(^|,)"?=/mu;
  for (const job of [
    ["unanswered"],
    ["answered", String(rows[0]?.id)],
    ["export-messages"],
    ["export-signups"],
    ["doubtful"],
    ["person", "x@gmial.com"],
    ["delete-messages", "--containing", "1+1"],
    ["unanswered", "--since", text],
    ["correct", text, text],
    ["signups"],
    ["answered", text],
    ["erase-person", text, "--yes"],
    [text],
  ]) {
    const { stdout, stderr } = await site.job(...job);
    expect(stdout + stderr, job[0]).not.toMatch(harmful);
  }
});

test("with the site stopped, each job prints the same, and all but migrations apply what waits", async () => {
  const jobs = [
    [["signups"]],
    [["export-messages", "--json"]],
    [["migrations"], otherBuild],
  ] as const;
  const answers = [];
  for (const [args, replaced] of jobs)
    answers.push(await waitlist([...args], site.env, replaced));
  await site.stop();
  for (const [index, [args, replaced]] of jobs.entries()) {
    const answer = await waitlist([...args], site.env, replaced);
    expect(answer, args[0]).toEqual(answers[index]);
  }
  const erase = ["erase-person", "raver@example.com", "--yes"];
  const { stderr } = await waitlist(erase, site.env, otherBuild);
  expect(stderr).toContain(
    `A changed migration is not applied again: put the change into a new file: ${files[1]}\nMigration applied: ${newMigration}\n2 rows erased\n`,
  );
});
