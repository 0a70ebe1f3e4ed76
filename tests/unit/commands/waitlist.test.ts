import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sqlFolders } from "~/data/sql-folders";
import { toCsv, toTable } from "~/commands/result-format";
import { openEmbeddedSupabase } from "~/embedded-supabase/index.server";
import type { EmbeddedSupabase } from "~/embedded-supabase/index.server";
import {
  databaseFolder,
  temporaryFolder,
} from "../../support/fixtures/supabase";
import { runWaitlist } from "../../support/fixtures/waitlist";

const folder = temporaryFolder();
const dataDir = path.join(folder, "data");
const waitlist = (...args: string[]) =>
  runWaitlist(args, { DATA_DIR: dataDir });

/** A working directory with the same command and its own migrations. */
function copyOfProject() {
  const copy = mkdtempSync(path.join(folder, "project-"));
  cpSync("supabase", path.join(copy, "supabase"), { recursive: true });
  for (const name of ["app", "node_modules", "package.json", "tsconfig.json"]) {
    symlinkSync(path.resolve(name), path.join(copy, name));
  }
  return copy;
}

const rows = `
  insert into beta_signups (email, signup_source, created_at)
    values ('raver@example.com', 'hero_section', '2025-11-01');
  insert into contact_messages (name, email, subject, message)
    values ('Robin, "R"', 'raver@example.com', null, e'=1+1\nHello.');`;

beforeAll(() => void databaseFolder(dataDir));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(["running", "stopped"])("while the site is %s", (site) => {
  let supabase: EmbeddedSupabase | undefined;
  beforeAll(async () => {
    const opened = await openEmbeddedSupabase(dataDir, sqlFolders);
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
    expect(messages.stdout).toMatch(
      /^id,name,email,subject,message,created_at_utc,answered_at_utc\n[-0-9a-f]{36},"Robin, ""R""",raver@example\.com,,"'=1\+1\nHello\.",[- :0-9]{19},\n$/,
    );
  });

  test("a dump is SQL that says what is in it", async () => {
    const { stdout, stderr } = await waitlist("dump");
    expect(stdout).toMatch(/^-- beta_signups: 1, contact_messages: 1\n/);
    expect(stdout).toContain("'raver@example.com'");
    const isNoted = stderr.includes("The site is running");
    expect(stderr).toMatch(/^-- beta_signups: 1, contact_messages: 1\n/);
    expect(isNoted).toBe(site === "running");
  });

  test("migrations lists what was applied, waits, differs or has no file, and applies nothing", async () => {
    const files = readdirSync(sqlFolders.migrations);
    const own = copyOfProject();
    const migrations = path.join(own, sqlFolders.migrations);
    writeFileSync(path.join(migrations, "20991231000000_cities.sql"), "bad");
    appendFileSync(path.join(migrations, files[1] ?? ""), "select 1;");
    rmSync(path.join(migrations, files[2] ?? ""));
    const expected = files.map(
      (file, i) =>
        `${file},${{ 1: "differs", 2: "no file" }[i] ?? "applied"}\n`,
    );
    for (let run = 0; run < 2; run += 1) {
      expect(
        await runWaitlist(["migrations"], { DATA_DIR: dataDir }, own),
      ).toEqual({
        status: 0,
        stdout: `migration,state\n${expected.join("")}20991231000000_cities.sql,waiting\n`,
        stderr: `${files.length + 1} rows\n`,
      });
    }
  });

  test("a failure is one line and status 1", async () => {
    expect(await waitlist("answered", "no-id")).toEqual({
      status: 1,
      stdout: "",
      stderr: 'invalid input syntax for type uuid: "no-id"\n',
    });
  });

  test("erasing is refused without a terminal to ask at, and done with --yes", async () => {
    expect(await waitlist("erase-person", "raver@example.com")).toEqual({
      status: 1,
      stdout: "",
      stderr: "This erases rows: without a terminal, add --yes.\n",
    });
    expect((await waitlist("signups")).stderr).toBe("1 row\n");
    const erased = await waitlist("erase-person", "RAVER@example.com", "--yes");
    expect(erased.stderr).toBe("2 rows erased\n");
    expect(erased.status).toBe(0);
    expect((await waitlist("signups")).stderr).toBe("0 rows\n");
    expect((await waitlist("unanswered")).stderr).toBe("0 rows\n");
  });
});

test("a killed site's socket does not get in the way", async () => {
  const site = spawn(process.execPath, [
    "--import",
    "tsx",
    "tests/support/programs/open-folder.ts",
    dataDir,
  ]);
  await once(site.stdout, "data");
  site.kill("SIGKILL");
  await once(site, "close");
  expect(existsSync(path.join(dataDir, "jobs.sock"))).toBe(true);

  expect((await waitlist("signups")).status).toBe(0);
  const supabase = await openEmbeddedSupabase(dataDir, sqlFolders);
  expect((await waitlist("dump")).stderr).toContain("The site is running");
  await supabase.close();
  expect(existsSync(path.join(dataDir, "jobs.sock"))).toBe(false);
});

test("a job on a stopped site's database says on stderr which migrations it applied", async () => {
  const own = copyOfProject();
  const file = "20991231000000_cities.sql";
  writeFileSync(
    path.join(own, sqlFolders.migrations, file),
    "create table cities (name text);",
  );
  const env = { DATA_DIR: databaseFolder() };
  const { stdout, stderr } = await runWaitlist(["signups"], env, own);
  expect(stdout).toBe("day,source,signups\n");
  expect(stderr).toBe(`Migration applied: ${file}\n0 rows\n`);
  expect((await runWaitlist(["signups"], env, own)).stderr).toBe("0 rows\n");
  rmSync(env.DATA_DIR, { recursive: true });
});

test("check exits with 1 if a line says WRONG", async () => {
  const { database, close } = await openEmbeddedSupabase(dataDir, sqlFolders);
  expect((await waitlist("check")).status).toBe(0);
  await database.exec("alter table beta_signups disable row level security");
  const { status, stdout } = await waitlist("check");
  await database.exec("alter table beta_signups enable row level security");
  await close();
  expect(stdout).toMatch(/^table beta_signups,WRONG,/m);
  expect(status).toBe(1);
});

test("without arguments it lists every file of supabase/queries with what it does", async () => {
  const { status, stdout } = await waitlist();
  expect(status).toBe(0);
  const listed = [...stdout.matchAll(/^ {2}([-a-z]+).* {2}\S.*\.$/gm)];
  expect(listed.map(([, name]) => `${name}.sql`)).toEqual(
    readdirSync("supabase/queries"),
  );
  expect(stdout).toContain("  erase-person <email> [--yes]  ");
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

test("a folder without a database is named, and none is created", async () => {
  const nowhere = path.join(folder, "nowhere");
  expect(await runWaitlist(["signups"], { DATA_DIR: nowhere })).toEqual({
    status: 1,
    stdout: "",
    stderr: `DATA_DIR ${JSON.stringify(nowhere)} contains no database.\n`,
  });
  expect(existsSync(nowhere)).toBe(false);
});

test("with Supabase set it says where to run the file", async () => {
  const { status, stderr } = await runWaitlist(
    ["erase-old-messages", "--yes"],
    {
      DATA_DIR: dataDir,
      SUPABASE_URL: "https://abc.supabase.co",
      SUPABASE_ANON_KEY: "sb_publishable_x",
      SESSION_SECRET: "only for the tests of this project",
    },
  );
  expect(status).toBe(1);
  expect(stderr).toBe(
    "SUPABASE_URL is set: run supabase/queries/erase-old-messages.sql in that project's SQL editor, or with psql.\n",
  );
});

describe("for a person", () => {
  const result = {
    columns: ["name", "n"],
    rows: [
      ["ä", 1],
      [null, 20],
    ],
  };
  test("what fits is a table, and the rest are records", () => {
    expect(toTable(result, 80)).toBe("name  n\n----  --\nä     1\n      20\n");
    expect(toTable(result, 7)).toBe(
      "[1]\nname  ä\nn     1\n\n[2]\nname\nn     20\n",
    );
    const lines = { columns: ["a", "text"], rows: [[1, "one\ntwo"]] };
    expect(toTable(lines, 80)).toBe("[1]\na     1\ntext  one\n      two\n");
    expect(toTable({ columns: ["name"], rows: [] }, 80)).toBe("name\n----\n");
  });
  test("a visitor's text cannot control the terminal", () => {
    const rows = [["\x1b[2J\r\x9b1m\u202ex"]];
    const text = "\\u001b[2J\\u000d\\u009b1m\\u202ex";
    expect(toTable({ columns: ["a"], rows }, 80)).toBe(
      `a\n${"-".repeat(text.length)}\n${text}\n`,
    );
  });
});

test("CSV quotes what would split a cell or a row", () => {
  const rows = [['a,"b"', "c\nd", null, 1, "g;h"]];
  const columns = ["1", "2", "3", "4", "5"];
  expect(toCsv({ columns, rows }, true)).toBe(
    '1,2,3,4,5\n"a,""b""","c\nd",,1,g;h\n',
  );
  expect(toCsv({ columns, rows: [[1]] }, false)).toBe("1\n");
});

describe("what a visitor wrote", () => {
  const invisible =
    "\t\r\x1b\x7f\x9b\xad\u061c\u180e\u200b\u200d\u200f\u2028\u202e\u2060\u2066\u3164\ufeff\ufff9\u{e0041}";
  const cell = (text: string) =>
    toCsv({ columns: ["a"], rows: [[text]] }, false);

  test.each([...invisible])("shows %j by its number, in a pipe too", (sign) => {
    const number = sign.codePointAt(0)?.toString(16).padStart(4, "0") ?? "";
    const escape = number.length > 4 ? `{${number}}` : number;
    expect(cell(`a${sign}b`)).toBe(`a\\u${escape}b\n`);
    expect(toTable({ columns: ["a"], rows: [[sign]] }, 80)).toContain(escape);
  });

  test("keeps every letter, its line breaks and its emoji", () => {
    const text = "Zoë \u05d0 日本 é e\u0301 🎪 ❤\ufe0f";
    expect(cell(text)).toBe(`${text}\n`);
    expect(cell("a\n b")).toBe('"a\n b"\n');
  });

  test.each([
    ["=1+1", "'=1+1"],
    ["   @SUM(1)", "'   @SUM(1)"],
    ["x;-1", "x;'-1"],
    ["＝1", "'＝1"],
    ["'=1+1", "'=1+1"],
    ["a=b; c-d", "a=b; c-d"],
  ])("is not a formula: %j", (text, expected) => {
    expect(cell(text)).toBe(`${expected}\n`);
    expect(toTable({ columns: ["a"], rows: [[text]] }, 80)).toContain(
      `\n${expected}\n`,
    );
  });

  test("is harmless in every job's output and errors, and whole in a dump", async () => {
    const text = `=1+1${invisible}`;
    const { database, close } = await openEmbeddedSupabase(dataDir, sqlFolders);
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

    expect((await waitlist("dump")).stdout.split(`'${text}'`)).toHaveLength(6);
    const harmful = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u3164|(^|,)"?=/mu;
    for (const job of [
      ["unanswered"],
      ["answered", String(row?.id)],
      ["export-messages"],
      ["export-signups"],
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
});
