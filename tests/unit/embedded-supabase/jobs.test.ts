import { beforeEach, describe, expect, test } from "vitest";
import { databaseFolders } from "~/data/database-folders";
import { readJobs, runJob } from "~/embedded-supabase/jobs.server";
import type { JobResult } from "~/embedded-supabase/jobs.server";
import { whole } from "../../support/fixtures/waitlist";
import { openOwnSupabase } from "./own-supabase";

// Rows that predate these constraints may contain any address.
const supabase = await openOwnSupabase(`
  alter table beta_signups drop constraint beta_signups_email_normalized;
  alter table contact_messages drop constraint contact_messages_email_normalized;
`);
beforeEach(() =>
  supabase.database.exec("truncate beta_signups, contact_messages"),
);

function jobNamed(name: string) {
  const job = readJobs(databaseFolders.queries).find(
    (known) => known.name === name,
  );
  if (!job) throw new Error(`There is no job ${name}`);
  return job;
}

async function run(name: string, argument?: string) {
  const { columns, rows } = await whole(
    runJob(supabase.database, jobNamed(name), argument),
  );
  return rows.map((row) =>
    Object.fromEntries(columns.map((column, index) => [column, row[index]])),
  );
}

const signUp = (email: string, source = "hero_section", at = "2025-11-01") =>
  supabase.database.query(
    "insert into beta_signups (email, signup_source, created_at) values ($1, $2, $3)",
    [email, source, at],
  );

async function write({
  name = "Robin",
  email = "robin@example.com",
  subject = null as string | null,
  message = "Hello.",
  age = "0",
} = {}) {
  const { rows } = await supabase.database.query<{ id: string }>(
    `insert into contact_messages (name, email, subject, message, created_at)
     values ($1, $2, $3, $4, now() - $5::interval) returning id`,
    [name, email, subject, message, age],
  );
  return rows[0]?.id ?? "";
}

test("signups are counted by UTC day and source", async () => {
  await supabase.database.exec("set timezone to 'Asia/Tokyo'");
  await signUp("a@example.com", "hero_section", "2025-11-01T23:59:59Z");
  await signUp("b@example.com", "hero_section", "2025-11-01T00:00:00Z");
  await signUp("c@example.com", "cta_section", "2025-11-01T12:00:00Z");
  await signUp("d@example.com", "hero_section", "2025-11-02T00:00:00Z");
  expect(await run("signups")).toEqual([
    { day: "2025-11-01", source: "cta_section", signups: 1 },
    { day: "2025-11-01", source: "hero_section", signups: 2 },
    { day: "2025-11-02", source: "hero_section", signups: 1 },
  ]);
  await supabase.database.exec("reset timezone");
});

describe("messages not yet answered", () => {
  test("are listed oldest first, with the hours they have waited", async () => {
    await write({ message: "new", age: "1 hour 59 minutes" });
    await write({ message: "old", age: "2 days" });
    const rows = await run("unanswered");
    expect(
      rows.map(({ message, hours_waiting }) => [message, hours_waiting]),
    ).toEqual([
      ["old", 48],
      ["new", 1],
    ]);
  });

  test("stay listed until marked as answered, once, by id", async () => {
    const id = await write({ message: "first" });
    await write({ message: "second" });
    expect(await run("answered", id)).toEqual([
      { id, name: "Robin", email: "robin@example.com", subject: null },
    ]);
    const answered =
      "select answered_at::text from contact_messages where id = $1";
    const { rows } = await supabase.database.query(answered, [id]);
    expect(await run("answered", id)).toEqual([]);
    expect((await supabase.database.query(answered, [id])).rows).toEqual(rows);
    const left = await run("unanswered");
    expect(left.map(({ message }) => message)).toEqual(["second"]);
  });

  test("are at most 50, each with the number of messages behind it", async () => {
    await supabase.database.exec(`
      insert into contact_messages (name, email, message, created_at)
      select 'Robin', 'robin@example.com', 'No. ' || number, now() + number * interval '1 second'
      from generate_series(1, 73) as number`);
    const rows = await run("unanswered");
    expect(rows.map(({ message, more }) => [message, more])).toEqual(
      Array.from({ length: 50 }, (_, row) => [`No. ${row + 1}`, 72 - row]),
    );
  });
});

describe("an export", () => {
  /** Visitors' texts, and their export, which no spreadsheet runs as a formula. */
  const texts: [string, string][] = [
    ["=1+1@example.com", "'=1+1@example.com"],
    ["+1@example.com", "'+1@example.com"],
    ["-1@example.com", "'-1@example.com"],
    ["@SUM(1+1)", "'@SUM(1+1)"],
    ["＝1+1 in full width", "'＝1+1 in full width"],
    ["   =1+1", "'   =1+1"],
    ["\tx, y", "'\tx, y"],
    ["\rx, y", "'\rx, y"],
    ["\nx, y", "'\nx, y"],
    // Spreadsheets that split at semicolons or tabs ignore the quotes.
    ["x;=1+1", "x;'=1+1"],
    ["x\t=1+1", "x\t'=1+1"],
    ["Hello,\n- one\n+ two", "Hello,\n'- one\n'+ two"],
    ["a=b; c-d 'e' \"f\"", "a=b; c-d 'e' \"f\""],
  ];
  test.each(texts)("takes %j for text", async (text, expected) => {
    await signUp(text);
    await write({ name: text, email: text, subject: text, message: text });
    expect(await run("export-signups")).toEqual([
      {
        email: expected,
        source: "hero_section",
        created_at_utc: "2025-11-01 00:00:00",
      },
    ]);
    expect(await run("export-messages")).toMatchObject([
      { name: expected, email: expected, subject: expected, message: expected },
    ]);
  });
});

describe("erasing", () => {
  const addresses = async () => {
    const { rows } = await supabase.database.query<{ email: string }>(
      "select email from beta_signups union all select email from contact_messages order by 1",
    );
    return rows.map(({ email }) => email);
  };

  test.each(["' or true --", "%", "o'brien@example.com'); --"])(
    "takes %j for an address",
    async (argument) => {
      await signUp("raver@example.com");
      expect(await run("erase-person", argument)).toEqual([]);
      expect(await addresses()).toEqual(["raver@example.com"]);
    },
  );

  test("old messages keeps those of the last year", async () => {
    await signUp("raver@example.com", "hero_section", "2020-01-01");
    const old = await write({ email: "old@example.com", age: "1 year 1 hour" });
    await write({ email: "young@example.com", age: "364 days" });
    expect(await run("erase-old-messages")).toEqual([
      { id: old, created_at_utc: expect.any(String) },
    ]);
    expect(await addresses()).toEqual([
      "raver@example.com",
      "young@example.com",
    ]);
  });
});

describe("in batches", () => {
  /** More than one batch of each, many with the same time. */
  beforeEach(() =>
    supabase.database.exec(`
      insert into beta_signups (email, signup_source, created_at)
        select 'raver-' || number || '@example.com', 'hero_section',
          timestamptz '2025-11-01' + number / 600 * interval '1 microsecond'
        from generate_series(1, 2100) as number;
      insert into contact_messages (name, email, message, created_at)
        select 'Robin', 'robin@example.com', 'No. ' || number,
          timestamptz '2020-11-01' + number / 45 * interval '1 microsecond'
        from generate_series(1, 130) as number`),
  );
  const batchesOf = (name: string) =>
    runJob(supabase.database, jobNamed(name), undefined);

  test.each(["signups", "export-signups", "export-messages", "dump"])(
    "%s reads what its file reads at once",
    async (name) => {
      const atOnce = await supabase.database.query(jobNamed(name).sql, [], {
        rowMode: "array",
      });
      const batches: JobResult[] = [];
      for await (const batch of batchesOf(name)) batches.push(batch);
      expect(batches.length).toBeGreaterThan(3);
      expect(batches.flatMap(({ rows }) => rows)).toEqual(atOnce.rows);
      for (const { columns } of batches)
        expect(columns).toEqual(atOnce.fields.map((field) => field.name));
    },
  );

  test("an export misses no row when others are added or erased", async () => {
    const batches = batchesOf("export-signups");
    const first = (await batches.next()).value as JobResult;
    await supabase.database.query(
      "delete from beta_signups where email = any($1)",
      [first.rows.map(([email]) => email)],
    );
    await signUp("late@example.com", "hero_section", "2025-11-02");
    const { rows } = await whole(batches);
    const emails = [...first.rows, ...rows].map(([email]) => email);
    expect(new Set(emails).size).toBe(2101);
    expect(emails.at(-1)).toBe("late@example.com");
  });

  test("all of a person's messages are erased", async () => {
    const sizes: number[] = [];
    for await (const { rows } of runJob(
      supabase.database,
      jobNamed("erase-person"),
      "Robin@example.com",
    ))
      sizes.push(rows.length);
    // The last two batches are of signups.
    expect(sizes).toEqual([100, 30, 0, 0]);
    expect(await run("unanswered")).toEqual([]);
    expect(await run("export-signups")).toHaveLength(2100);
  });

  test("all old messages are erased", async () => {
    expect(await run("erase-old-messages")).toHaveLength(130);
    expect(await run("unanswered")).toEqual([]);
    expect(await run("export-signups")).toHaveLength(2100);
  });
});

test("every file runs unedited, and erases nothing that it should not", async () => {
  await signUp("robin@example.com");
  await write();
  for (const { sql, name } of readJobs(databaseFolders.queries)) {
    const results = await supabase.database.exec(sql);
    expect(results, name).toHaveLength(1);
  }
  expect(await run("signups")).toHaveLength(1);
  expect(await run("unanswered")).toHaveLength(1);
});
