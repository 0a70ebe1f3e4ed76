import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
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
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseFolders } from "~/database/database-folders";
import { openEmbeddedSupabase } from "#supabase";
import type { EmbeddedSupabase } from "#supabase";
import { explain } from "../waitlist/postgres";
import {
  invisible,
  runWaitlist,
  terminal,
  waitlist as call,
} from "#operator/testing";
import { databaseFolder, temporaryFolder } from "#supabase/testing";

const folder = temporaryFolder();
const dataDir = path.join(folder, "data");
const settings = { DATA_DIR: dataDir };
const waitlist = (...args: string[]) => call(args, settings);

const openSite = (DATA_DIR = dataDir) =>
  openEmbeddedSupabase(DATA_DIR, databaseFolders);

const newMigration = "20991231000000_cities.sql";

/** The site's migrations and one more. */
function ownMigrations(sql: string) {
  const migrations = mkdtempSync(path.join(folder, "migrations-"));
  cpSync(databaseFolders.migrations, migrations, { recursive: true });
  writeFileSync(path.join(migrations, newMigration), sql);
  return { ...databaseFolders, migrations };
}

const rows = `
  insert into beta_signups (email, signup_source, created_at)
    values ('raver@example.com', 'hero_section', '2025-11-01');
  insert into contact_messages (name, email, subject, message)
    values ('Robin, "R"', 'raver@example.com', null, e'=1+1\nHello.');`;

beforeAll(() => void databaseFolder(dataDir));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(["running", "stopped"])("while the site is %s", (site) => {
  const env = { ...settings, DATA_DIR: path.join(folder, site) };
  const waitlist = (...args: string[]) => call(args, env);
  let supabase: EmbeddedSupabase | undefined;
  beforeAll(async () => {
    databaseFolder(env.DATA_DIR);
    const opened = await openSite(env.DATA_DIR);
    await opened.database.exec(rows);
    if (site === "running") supabase = opened;
    else await opened.close();
  });
  afterAll(() => supabase?.close());

  test("a pipe gets only CSV, and stderr the number of rows", async () => {
    expect(await waitlist("signups")).toEqual({
      status: 0,
      stdout: "day,source,signups\n2025-11-01,hero_section,1\n",
      stderr: "1 row\n",
    });
    const messages = await waitlist("export-messages");
    // A new field's column comes last, and is empty in older rows.
    expect(messages.stdout).toMatch(
      /^id,name,email,subject,message,created_at_utc,answered_at_utc(,\w+)*\n[-0-9a-f]{36},"Robin, ""R""",raver@example\.com,,"'=1\+1\nHello\.",[- :0-9]{19},+\n$/,
    );
  });

  test("migrations lists what was applied, waits, differs or has no file, and applies nothing", async () => {
    const files = readdirSync(databaseFolders.migrations);
    const folders = ownMigrations("bad");
    appendFileSync(path.join(folders.migrations, files[1] ?? ""), "select 1;");
    rmSync(path.join(folders.migrations, files[2] ?? ""));
    const expected = files.map(
      (file, i) =>
        `${file},${{ 1: "differs", 2: "no file" }[i] ?? "applied"}\n`,
    );
    for (let run = 0; run < 2; run += 1) {
      expect(await call(["migrations"], env, { folders })).toEqual({
        status: 0,
        stdout: `migration,state\n${expected.join("")}${newMigration},waiting\n`,
        stderr: `${files.length + 1} rows\n`,
      });
    }
  });

  test("a failure is one line and status 1", async () => {
    expect(await waitlist("answered", "no-id")).toEqual({
      status: 1,
      stdout: "",
      stderr: `No unanswered message has the id "no-id": "unanswered" lists them.\n`,
    });
    expect(await waitlist("erase-person", "raver", "--yes")).toEqual({
      status: 1,
      stdout: "",
      stderr: 'This is not an e-mail address: "raver"\n',
    });
  });

  test("erasing is refused without a terminal to ask at, and done with --yes", async () => {
    expect(await waitlist("erase-person", "raver@example.com")).toEqual({
      status: 1,
      stdout: "",
      stderr: "This erases rows: without a terminal, add --yes.\n",
    });
    const asked = ["erase-person", "raver@example.com"];
    const { status, stderr } = await call(asked, env, terminal("y\n"));
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /\nemail: raver@example\.com\nErase\? Type yes: Nothing was erased\.\n$/,
    );
    expect((await waitlist("signups")).stderr).toBe("1 row\n");
    const erased = await waitlist("erase-person", "RAVER@example.com", "--yes");
    expect(erased.stderr).toMatch(
      /^2 rows erased\nSearched for raver@example\.com in beta_signups, contact_messages.*\.\nNoted in .*erased-people: restores from backups beside it leave this person out\.\n$/,
    );
    expect(erased.stdout).toMatch(/^beta_signups,2025-11-01 00:00:00\n/m);
    expect(erased.status).toBe(0);
    expect((await waitlist("signups")).stderr).toBe("0 rows\n");
    expect((await waitlist("unanswered")).stderr).toBe("0 rows\n");
  });
});

test("a reader that stops reading ends a job, unless it changes rows", async () => {
  const closed = () =>
    new Writable({
      write: (_chunk, _encoding, done) =>
        done(Object.assign(new Error(), { code: "EPIPE" })),
    });
  const { database, close } = await openSite();
  await database.exec(rows);
  expect(await call(["signups"], settings, { stdout: closed() })).toMatchObject(
    {
      status: 0,
      stderr: "",
    },
  );
  const erase = ["erase-person", "raver@example.com", "--yes"];
  expect(await call(erase, settings, { stdout: closed() })).toMatchObject({
    stderr: expect.stringMatching(/^Searched for/) as string,
  });
  expect((await database.query("select from beta_signups")).rows).toEqual([]);
  await close();
});

test("a job on a stopped site's database says on stderr which migrations it applied", async () => {
  const folders = ownMigrations("create table cities (name text);");
  const own = { ...settings, DATA_DIR: databaseFolder() };
  const { stdout, stderr } = await call(["signups"], own, { folders });
  expect(stdout).toBe("day,source,signups\n");
  expect(stderr).toBe(`Migration applied: ${newMigration}\n0 rows\n`);
  const { stderr: later } = await call(["signups"], own, { folders });
  expect(later).toBe("0 rows\n");
  rmSync(own.DATA_DIR, { recursive: true });
});

test("check exits with 1 if a line says WRONG", async () => {
  const { database, close } = await openSite();
  expect((await waitlist("check")).status).toBe(0);
  await database.exec("alter table beta_signups disable row level security");
  const { status, stdout } = await waitlist("check");
  await database.exec("alter table beta_signups enable row level security");
  await close();
  expect(stdout).toMatch(/^WRONG,table beta_signups,without row-level/m);
  expect(status).toBe(1);
});

test.each([
  [["drop-everything"], "There is no job drop-everything.\n\nnpm run waitlist"],
  [["answered"], "Usage: npm run waitlist -- answered <id>\n"],
  [["signups", "x"], "Usage: npm run waitlist -- signups\n"],
  [["erase-person", "a@b.co", "c@d.co"], "Usage: npm run waitlist -- erase-"],
  [["signups", "--all"], "Unknown option '--all'"],
])("%j is refused", async (args, line) => {
  const { status, stdout, stderr } = await waitlist(...args);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(line);
});

test("a folder without a database is named by the command itself, and none is created", async () => {
  const nowhere = path.join(folder, "nowhere");
  expect(await runWaitlist(["signups"], { DATA_DIR: nowhere })).toEqual({
    status: 1,
    stdout: "",
    stderr: `DATA_DIR ${JSON.stringify(nowhere)} contains no database.\n`,
  });
  expect(existsSync(nowhere)).toBe(false);
});

test("with Supabase set and no connection string it says what to do", async () => {
  const SUPABASE_URL = "https://abc.supabase.co";
  const asked = ["erase-old-messages", "--yes"];
  const { status, stderr } = await call(asked, { ...settings, SUPABASE_URL });
  expect(status).toBe(1);
  expect(stderr).toBe(
    "SUPABASE_URL is set, so the list is in that project: set DATABASE_URL to its connection string.\n",
  );
});

test("backup of a list on a server says where to read, and makes no connection", async () => {
  for (const [name, url] of [
    ["SUPABASE_URL", "https://abc.supabase.co"],
    ["DATABASE_URL", new URL("postgresql://postgres:secret@127.0.0.1:1/x")],
  ] as const) {
    expect(await call(["backup"], { ...settings, [name]: url })).toEqual({
      status: 1,
      stdout: "",
      stderr:
        'The list is on a server, where pg_dump makes its backups: see "A list on a server" in operator/README.md.\n',
    });
  }
});

test("a pooler's own codes for a wrong password say so", () => {
  const url = new URL("postgresql://postgres:secret@127.0.0.1:1/x");
  const answer = (code: string, text: string) =>
    explain(
      Object.assign(new pg.DatabaseError(text, text.length, "error"), { code }),
      url,
    ).message;
  for (const [code, text] of [
    ["28P01", "password authentication failed"],
    ["08P01", "SASL authentication failed"],
    ["XX000", "password authentication failed for secret"],
  ] as const) {
    expect(answer(code, text)).toBe(
      "DATABASE_URL's server refuses the user or password.",
    );
  }
  expect(answer("XX000", "cache lookup failed")).toBe("cache lookup failed");
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
  const at = (host: string) =>
    call(["signups"], {
      ...settings,
      SUPABASE_URL: "https://abc.supabase.co",
      DATABASE_URL: new URL(`postgresql://postgres:secret@${host}/postgres`),
    });
  // The system takes this address for itself; the command does not.
  expect(await at(`0.0.0.0:${port}`)).toEqual({
    status: 1,
    stdout: "",
    stderr: "DATABASE_URL's server offers no TLS.\n",
  });
  expect(Buffer.concat(asked).toString("hex")).toBe("0000000804d2162f");
  server.close();
  expect((await at(`0.0.0.0:${port}`)).stderr).toBe(
    "DATABASE_URL's server cannot be reached (ECONNREFUSED). Let it name its host, port, user, password and database.\n",
  );
});

test.each(["ENOTFOUND", "ENETUNREACH"])(
  "Supabase's direct address without IPv6 (%s) leads to the pooler, and not to the password",
  (code) => {
    const url = new URL("postgresql://postgres:x@db.abcdef.supabase.co:5432/");
    const { message } = explain(Object.assign(new Error(), { code }), url);
    expect(message).toBe(
      `DATABASE_URL's server cannot be reached (${code}). Supabase's direct address is IPv6 only: use the connection string of its session pooler.`,
    );
  },
);

test("what a visitor wrote is harmless in every job's output and errors, and whole in a backup", async () => {
  const text = `=1+1${invisible}`;
  const { database, close } = await openSite();
  // A row older than these rules may hold any address.
  await database.exec(`
      alter table beta_signups drop constraint beta_signups_email_normalized;
      alter table contact_messages drop constraint contact_messages_email_normalized;
    `);
  const {
    rows: [row],
  } = await database.query<{ id: string }>(
    `insert into contact_messages (name, email, subject, message, created_at)
       values ($1, $1, $1, $1, '2020-01-01') returning id`,
    [text],
  );
  await database.query(
    "insert into beta_signups (email, signup_source) values ($1, 'hero_section')",
    [text],
  );

  await database.query(
    "insert into beta_signups (email, signup_source) values ($1, 'hero_section')",
    [`=1+1${invisible}@gmial.com`],
  );

  const file = (await waitlist("backup", "--untried")).stdout.trim();
  const stored = JSON.stringify(text);
  expect(readFileSync(file, "utf8").split(stored)).toHaveLength(6);
  const harmful = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u3164|(^|,)"?=/mu;
  for (const job of [
    ["unanswered"],
    ["answered", String(row?.id)],
    ["export-messages"],
    ["export-signups"],
    ["doubtful"],
    ["signups"],
    ["answered", text],
    ["erase-person", text, "--yes"],
    [text],
  ]) {
    const { stdout, stderr } = await waitlist(...job);
    expect(stdout + stderr, job[0]).not.toMatch(harmful);
  }
  await waitlist("erase-old-messages", "--yes");
  await close();
});

describe("an export", () => {
  const text = `=1+1 "ü"\r\n${invisible}\u{1f3aa}`;
  const env = { ...settings, DATA_DIR: path.join(folder, "exported") };
  const exported = async (...options: string[]) =>
    (await call(["export-messages", ...options], env)).stdout;
  beforeAll(async () => {
    databaseFolder(env.DATA_DIR);
    const { database, close } = await openSite(env.DATA_DIR);
    await database.query(
      "insert into contact_messages (name, email, message) values ('Robin', 'robin@example.com', $1)",
      [text],
    );
    await close();
  });

  test("has a byte order mark for spreadsheets with --bom, and the same rows", async () => {
    const plain = await exported();
    expect(await exported("--bom")).toBe(`\ufeff${plain}`);
    expect(plain).toContain("'=1+1");
  });

  test("has every text as it is stored with --raw", async () => {
    expect(await exported("--raw")).toContain(
      `,"${text.replaceAll('"', '""')}",`,
    );
  });

  test("is a line of JSON for each row with --json, whose texts are whole and harmless", async () => {
    const json = await exported("--json");
    expect(json).toMatch(/^\{"id":.*\}\n$/);
    expect(JSON.parse(json)).toMatchObject({
      name: "Robin",
      message: text,
      answered_at_utc: null,
    });
    expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u3164/u);
  });
});
