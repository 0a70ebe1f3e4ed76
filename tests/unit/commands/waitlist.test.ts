import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toCsv, toTable } from "~/commands/result-format";
import { openDatabase } from "~/embedded-supabase/database.server";
import { openEmbeddedSupabase } from "~/embedded-supabase/index.server";
import type { EmbeddedSupabase } from "~/embedded-supabase/index.server";
import { temporaryFolder } from "../../support/supabase";
import { runWaitlist } from "../../support/waitlist";

const folder = temporaryFolder();
const dataDir = path.join(folder, "data");
const waitlist = (...args: string[]) =>
  runWaitlist(args, { DATA_DIR: dataDir });

const rows = `
  insert into beta_signups (email, signup_source, created_at)
    values ('raver@example.com', 'hero_section', '2025-11-01');
  insert into contact_messages (name, email, subject, message)
    values ('Robin, "R"', 'raver@example.com', null, e'=1+1\nHello.');`;

beforeAll(async () => {
  const database = await openDatabase(dataDir);
  await database.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(["running", "stopped"])("while the site is %s", (site) => {
  let supabase: EmbeddedSupabase | undefined;
  beforeAll(async () => {
    const opened = await openEmbeddedSupabase(dataDir);
    await opened.database.exec(rows);
    if (site === "running") supabase = opened;
    else await opened.close();
  });
  afterAll(() => supabase?.close());

  test("a pipe gets CSV and nothing else, and stderr the number of rows", async () => {
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

  test("a dump is SQL, which says what is in it", async () => {
    const { stdout, stderr } = await waitlist("dump");
    expect(stdout).toMatch(/^-- beta_signups: 1, contact_messages: 1\n/);
    expect(stdout).toContain("'raver@example.com'");
    const isNoted = stderr.includes("The site is running");
    expect(stderr).toMatch(/^-- beta_signups: 1, contact_messages: 1\n/);
    expect(isNoted).toBe(site === "running");
  });

  test("what cannot be done is one line and status 1", async () => {
    expect(await waitlist("answered", "no-id")).toEqual({
      status: 1,
      stdout: "",
      stderr: 'invalid input syntax for type uuid: "no-id"\n',
    });
  });

  test("erasing is refused where nobody can be asked, and done with --yes", async () => {
    expect(await waitlist("erase-person", "raver@example.com")).toEqual({
      status: 1,
      stdout: "",
      stderr: "This erases: add --yes where nobody can be asked.\n",
    });
    expect((await waitlist("signups")).stderr).toBe("1 row\n");
    const erased = await waitlist("erase-person", "RAVER@example.com", "--yes");
    expect(erased.stderr).toBe("2 rows erased\n");
    expect(erased.status).toBe(0);
    expect((await waitlist("signups")).stderr).toBe("0 rows\n");
    expect((await waitlist("unanswered")).stderr).toBe("0 rows\n");
  });
});

test("a killed site's socket is in nobody's way", async () => {
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
  const supabase = await openEmbeddedSupabase(dataDir);
  expect((await waitlist("dump")).stderr).toContain("The site is running");
  await supabase.close();
  expect(existsSync(path.join(dataDir, "jobs.sock"))).toBe(false);
});

test("bare, it lists every file of supabase/queries with what it does", async () => {
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

test("a folder without a database is named, and none is made", async () => {
  const nowhere = path.join(folder, "nowhere");
  expect(await runWaitlist(["signups"], { DATA_DIR: nowhere })).toEqual({
    status: 1,
    stdout: "",
    stderr: `DATA_DIR ${JSON.stringify(nowhere)} holds no database.\n`,
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
  test("what fits is a table, the rest are records", () => {
    expect(toTable(result, 80)).toBe("name  n\n----  --\nä     1\n      20\n");
    expect(toTable(result, 7)).toBe(
      "[1]\nname  ä\nn     1\n\n[2]\nname\nn     20\n",
    );
    const lines = { columns: ["a", "text"], rows: [[1, "one\ntwo"]] };
    expect(toTable(lines, 80)).toBe("[1]\na     1\ntext  one\n      two\n");
    expect(toTable({ columns: ["name"], rows: [] }, 80)).toBe("name\n----\n");
  });
  test("a visitor's text cannot steer the terminal", () => {
    const rows = [["\x1b[2J\r\x9b1m\u202ex"]];
    const text = "\\u001b[2J\\u000d\\u009b1m\\u202ex";
    expect(toTable({ columns: ["a"], rows }, 80)).toBe(
      `a\n${"-".repeat(text.length)}\n${text}\n`,
    );
  });
});

test("CSV quotes what would part a cell or a row", () => {
  const rows = [['a,"b"', "c\nd", "e\rf", null, 1, "g;h"]];
  const columns = ["1", "2", "3", "4", "5", "6"];
  expect(toCsv({ columns, rows })).toBe(
    '1,2,3,4,5,6\n"a,""b""","c\nd","e\rf",,1,g;h\n',
  );
});
