import { rmSync } from "node:fs";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { contactForm, contactPolicy } from "~/forms/contact";
import { forms } from "~/forms/forms";
import { readPages } from "../waitlist/tables";
import { databaseFolders } from "~/database/database-folders";
import { openEmbeddedSupabase } from "#supabase";
import { waitlist } from "#operator/testing";
import { databaseFolder } from "#supabase/testing";

const env = { DATA_DIR: databaseFolder() };
const site = await openEmbeddedSupabase(env.DATA_DIR, databaseFolders);
afterAll(async () => {
  await site.close();
  rmSync(env.DATA_DIR, { recursive: true });
});
beforeEach(() => site.database.exec("truncate beta_signups, contact_messages"));

/** The rows that a job prints. */
async function run(...args: string[]) {
  const { stdout } = await waitlist([...args, "--json"], env);
  const lines = stdout.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const signUp = (email: string, source = "hero_section", at = "2025-11-01") =>
  site.database.query(
    "insert into beta_signups (email, signup_source, created_at) values ($1, $2, $3)",
    [email, source, at],
  );

const write = (message: string, age: string) =>
  site.database.query(
    `insert into contact_messages (name, email, message, created_at)
     values ('Robin', 'robin@example.com', $1, now() - $2::interval)`,
    [message, age],
  );

test("signups are counted by UTC day and source", async () => {
  await site.database.exec("set timezone to 'Asia/Tokyo'");
  await signUp("a@example.com", "hero_section", "2025-11-01T23:59:59Z");
  await signUp("b@example.com", "hero_section", "2025-11-01T00:00:00Z");
  await signUp("c@example.com", "cta_section", "2025-11-01T12:00:00Z");
  await signUp("d@example.com", "hero_section", "2025-11-02T00:00:00Z");
  expect(await run("signups")).toEqual([
    { day: "2025-11-01", source: "cta_section", signups: 1 },
    { day: "2025-11-01", source: "hero_section", signups: 2 },
    { day: "2025-11-02", source: "hero_section", signups: 1 },
  ]);
  await site.database.exec("reset timezone");
});

test("unanswered messages are listed oldest first, with the hours they have waited, until one is marked as answered, once", async () => {
  await write("new", "1 hour 59 minutes");
  await write("old", "2 days");
  const listed = await run("unanswered");
  const hours = listed.map((row) => [row.message, row.hours_waiting]);
  expect(hours).toEqual([
    ["old", 48],
    ["new", 1],
  ]);
  const id = String(listed[0]?.id);
  expect(await run("answered", id.toUpperCase())).toEqual([
    { id, name: "Robin", email: "robin@example.com", subject: null },
  ]);
  expect((await waitlist(["answered", id], env)).status).toBe(1);
  expect(await run("unanswered")).toMatchObject([{ message: "new" }]);
});

test("unanswered lists at most 50, each with the number of messages behind it", async () => {
  await site.database.exec(`
    insert into contact_messages (name, email, message, created_at)
    select 'Robin', 'robin@example.com', 'No. ' || number, now() + number * interval '1 second'
    from generate_series(1, 73) as number`);
  const rows = await run("unanswered");
  expect(rows.map(({ message, more }) => [message, more])).toEqual(
    Array.from({ length: 50 }, (_, row) => [`No. ${row + 1}`, 72 - row]),
  );
  const { stderr } = await waitlist(["unanswered"], env);
  expect(stderr).toBe("50 rows, and 23 more\n");
});

test("erasing old messages keeps those of the last year", async () => {
  await signUp("raver@example.com", "hero_section", "2020-01-01");
  await write("old", "1 year 1 hour");
  await write("young", "364 days");
  await write("new", "1 hour");
  expect(await run("erase-old-messages", "--yes")).toHaveLength(1);
  expect(await run("export-messages")).toMatchObject([
    { message: "young" },
    { message: "new" },
  ]);
  expect(await run("export-signups")).toHaveLength(1);
});

test.each(["x@' or true --", "%@%", "o'brien@example.com'); --"])(
  "erase-person takes %j for an address",
  async (argument) => {
    await signUp("raver@example.com");
    expect(await run("erase-person", argument, "--yes")).toEqual([]);
    expect(await run("export-signups")).toHaveLength(1);
  },
);

test("an export, a backup and erasing a person read more than one page, whole and in the order of time", async () => {
  await site.database.exec(`
    insert into beta_signups (email, signup_source, created_at)
      select 'raver-' || number || '@example.com', 'hero_section',
        timestamptz '2025-11-01' + (1000 - number) / 90 * interval '1 microsecond'
      from generate_series(1, 800) as number`);
  const { rows: inOrder } = await site.database.query<{ email: string }>(
    "select email from beta_signups order by created_at, id",
  );
  const exported = (await run("export-signups")).map(({ email }) => email);
  expect(exported).toEqual(inOrder.map(({ email }) => email));
  const { stderr } = await waitlist(["backup", "--untried"], env);
  expect(stderr).toMatch(/^Written: beta_signups: 800, /);
  for (const email of [exported[0], exported[799]]) {
    const erased = await run("erase-person", String(email), "--yes");
    expect(erased).toMatchObject([{ erased_from: "beta_signups" }]);
  }
  expect(await run("export-signups")).toHaveLength(798);
});

test("a list that is shorter than the table is an error with both numbers", async () => {
  await site.database.exec(`
    alter table beta_signups drop constraint beta_signups_pkey;
    insert into beta_signups (id, email, signup_source, created_at)
      select '0f8fad5b-d9cb-469f-a165-70867728950e', 'raver-' || number || '@example.com', 'hero_section', '2025-11-01'
      from generate_series(1, 65) as number`);
  for (const job of ["export-signups", "backup"]) {
    const { status, stderr } = await waitlist([job], env);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^Only \d\d of the 65 rows of beta_signups were read/,
      ),
    ]);
  }
  await site.database.exec(
    "truncate beta_signups; alter table beta_signups add primary key (id)",
  );
});

test("stored addresses that look like slips are listed, the oldest first, with what was probably meant, and counted", async () => {
  await signUp("ann@gmial.com", "cta_section", "2025-11-02T10:00:00Z");
  await signUp("bob@gmail.com");
  await signUp("cleo@rave.con", "hero_section", "2025-11-01T10:00:00Z");
  await site.database.exec(
    `insert into contact_messages (name, email, message, created_at)
     values ('Dan', 'dan@hotmail.co', 'Hello', '2025-11-01T12:00:00Z')`,
  );
  const [table, other] = ["beta_signups", "contact_messages"];
  expect(await run("doubtful")).toEqual(
    [
      [table, "cleo@rave.con", "cleo@rave.com", "2025-11-01 10:00:00"],
      [other, "dan@hotmail.co", "dan@hotmail.com", "2025-11-01 12:00:00"],
      [table, "ann@gmial.com", "ann@gmail.com", "2025-11-02 10:00:00"],
    ].map(([table, email, probably_meant, created_at_utc]) => ({
      ...{ table, email, probably_meant, created_at_utc },
    })),
  );
  expect(await run("stats")).toMatchObject([{ doubtful_addresses: 3 }]);

  // The newest thousand of each form do not reach back to the two above.
  await site.database.exec(
    `insert into beta_signups (email, signup_source)
     select 'raver-' || number || '@gmail.com', 'hero_section' from generate_series(1, 1000) as number`,
  );
  expect(await run("stats")).toMatchObject([{ doubtful_addresses: 1 }]);
  expect(await run("doubtful")).toHaveLength(3);
});

test("a person is erased whatever spelling of the address is asked for", async () => {
  for (const spelling of [
    "Raver <RAVER@Müller.de>",
    " mailto:raver\u200b@xn--mller-kva.de.",
    "ｒａｖｅｒ@müller\u00a0.de\n",
  ]) {
    await signUp("raver@xn--mller-kva.de");
    expect(await run("erase-person", spelling, "--yes")).toHaveLength(1);
  }
});

test("forms and tables without an address stop no job, and an address is sought under the name that its form gives it", async () => {
  const { name, email } = contactForm.fields;
  const own = { ...contactForm, policy: contactPolicy };
  forms.push(
    { ...own, table: "songs", fields: { name } },
    { ...own, table: "letters", fields: { reply_to: email, friend: email } },
  );
  const common =
    "id uuid primary key default gen_random_uuid(), created_at timestamptz default now(), idempotency_key uuid";
  await site.database.exec(`
    create table songs (name text, ${common});
    create table letters (reply_to text, friend text, ${common});
    create table newer (title text, ${common});
    create trigger refuse_repeat before insert on newer for each row execute function refuse_repeat();
    insert into songs (name) values ('Around');
    insert into newer (title) values ('raver@example.com');
    insert into letters (reply_to, friend)
      values ('raver@example.com', null), ('ann@gmial.com', 'raver@example.com'), ('a@example.com', null)`);
  try {
    expect(await run("doubtful")).toMatchObject([{ email: "ann@gmial.com" }]);
    expect(await run("stats")).toMatchObject([
      { other_forms: { letters: 3, newer: 1, songs: 1 } },
    ]);
    const erased = await run("erase-person", "raver@example.com", "--yes");
    expect(erased).toMatchObject(Array(2).fill({ erased_from: "letters" }));
    const again = await waitlist(["erase-again", "--yes"], env);
    expect(again.stderr).toBe("0 rows of 0 people erased\n");
  } finally {
    forms.splice(-2);
    await site.database.exec("drop table songs, letters, newer");
  }
});

test("a page that took long halves the next one, pages grow again, and waiting for visitors makes none smaller", async () => {
  const rows = 100_000;
  const limitsFor = async (milliseconds: (page: number) => number) => {
    let left = rows;
    let clock = 0;
    const now = vi.spyOn(performance, "now").mockImplementation(() => clock);
    const limits: number[] = [];
    const query = (sql: string) => {
      const none = { rows: 0, milliseconds: 0 };
      if (sql.includes("is null")) return Promise.resolve({ rows: [none] });
      const limit = Number(/limit (\d+)/.exec(sql)?.[1]);
      if (!limit) return Promise.resolve({ rows: [{ rows }] });
      clock += 500;
      const found = Math.min(limit, left);
      left -= found;
      const page = {
        rows: found,
        last: "[]",
        page: "[]",
        milliseconds: milliseconds(limits.push(limit)),
      };
      return Promise.resolve({ rows: [page] });
    };
    const table = { name: "songs", columns: [], addresses: [] };
    for await (const page of readPages({ query }, table, [])) void page;
    now.mockRestore();
    expect(left).toBe(0);
    return limits;
  };
  const waiting = await limitsFor(() => 1);
  expect(waiting).toEqual([...waiting].sort((a, b) => a - b));
  expect(waiting.length).toBeLessThan(40);
  const slow = await limitsFor((page) => (page % 4 === 0 ? 50 : 1));
  for (const [index, limit] of slow.entries()) {
    const before = slow[index - 1] ?? limit;
    expect(limit).toBeGreaterThanOrEqual(Math.floor(before / 2));
  }
  expect(slow).not.toEqual([...slow].sort((a, b) => a - b));
  // Pages that start again at 20 are more than a hundred.
  expect(slow.length).toBeLessThan(60);
});
