import { existsSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeEach, expect, test } from "vitest";
import { contactForm, contactPolicy } from "~/forms/contact";
import { forms } from "~/forms/forms";
import { openSite, terminal, waitlist } from "#operator/testing";

const site = await openSite();
afterAll(site.end);
beforeEach(() => site.database.exec("truncate beta_signups, contact_messages"));

/** The rows that a job prints. */
async function run(...args: string[]) {
  const { stdout } = await site.job(...args, "--json");
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

test("unanswered lists the oldest messages first, with the hours they have waited, until one is marked as answered, once", async () => {
  await write("new", "1 hour 59 minutes");
  await write("old", "2 days");
  const listed = await run("unanswered");
  expect(listed).toMatchObject([
    { message: "old", hours_waiting: 48 },
    { message: "new", hours_waiting: 1 },
  ]);
  const id = String(listed[0]?.id);
  expect(await run("answered", id.toUpperCase())).toEqual([
    { id, name: "Robin", email: "robin@example.com", subject: null },
  ]);
  expect((await site.job("answered", id)).status).toBe(1);
  const [next] = await run("unanswered");
  expect(next).toMatchObject({ message: "new" });
});

test("a wave of 1,000 messages is seen whole, and goes by its words, domains and time in five commands; three real ones among it stay, and nobody is noted as erased", async () => {
  await site.database.exec(`
    insert into contact_messages (name, email, message, created_at)
    select 'Win', 'spam' || n || '@' || case when n % 2 = 0 then 'mx.' else '' end || 'junk.example',
      'OFFER Ünique ' || n, now() - interval '30 hours' + n * interval '1 minute' from generate_series(1, 900) as n;
    insert into contact_messages (name, email, message, created_at)
    select 'Bot', 'bot' || n || '@notjunk.example', 'offer ünique %_', now() - interval '2 hours' from generate_series(1, 100) as n`);
  await write("Is my phone lost?", "25 hours");
  await write("Safety", "20 hours");
  await write("An old offer, ünique", "9 days");
  expect(await run("unanswered")).toHaveLength(1003);
  for (const [args, note] of [
    [["unanswered"], ", of which these are the first 20"],
    [["unanswered", "--all"], ""],
  ] as const)
    expect((await waitlist([...args], site.env, terminal())).stderr).toBe(
      `1003 rows${note}\n`,
    );
  const chosen = ["delete-messages", "--from", "Junk.example"];
  expect((await site.job(...chosen)).stderr).toBe(
    "900 rows chosen, and nothing deleted: --yes deletes them\n",
  );
  expect((await site.job(...chosen, "--yes")).stderr).toBe(
    "900 rows deleted\n",
  );
  const since = new Date(Date.now() - 86_400_000).toISOString().slice(0, 16);
  const words = ["--containing", "OFFER ünique", "--since", since];
  expect(await run("unanswered", ...words)).toHaveLength(100);
  expect(await run("delete-messages", ...words, "--yes")).toHaveLength(100);
  expect(await run("unanswered", "--containing", "%")).toEqual([]);
  const one = ["unanswered", "--from", "Robin <ROBIN@example.com>"];
  expect((await run(...one)).map(({ message }) => message)).toEqual([
    ...["An old offer, ünique", "Is my phone lost?", "Safety"],
  ]);
  expect(existsSync(path.join(site.env.BACKUP_DIR, "erased-people"))).toBe(
    false,
  );
});

test("jobs take many ids, also by stdin; what is unknown is named after the rest was done", async () => {
  for (const number of [1, 2, 3, 4]) await write(`No. ${number}`, "1 hour");
  const ids = (await run("unanswered")).map(({ id }) => String(id));
  const stdin = Readable.from([`${ids[0]}\r\n${ids[1]?.toUpperCase()}\n\nx\n`]);
  const marked = await waitlist(["answered"], site.env, { stdin });
  expect(marked).toMatchObject({
    status: 1,
    stderr: `2 rows updated\nNo unanswered message has the id "x": "unanswered" lists them.\n`,
  });
  const gone = ["delete-messages", "--yes", ...ids.slice(2)];
  expect((await site.job(...gone)).stderr).toBe("2 rows deleted\n");
  expect(await run("export-messages")).toHaveLength(2);
});

test("stats shows signups by day and source, waiting messages, the last backup and the disk, as a table and as JSON", async () => {
  const today = new Date().toISOString().slice(0, 10);
  await signUp("raver@example.com");
  await signUp("robin@example.com", "hero_section", today);
  await write("Hello.", "30 hours");
  await write("Hello?", "0 hours");
  await site.job("backup");
  const { stdout, ...rest } = terminal();
  await waitlist(["stats"], site.env, { stdout, ...rest });
  const others = forms.filter(
    ({ table }) => !["beta_signups", "contact_messages"].includes(table),
  );
  const lines = stdout.text().split("\n").slice(2);
  expect(lines.map((line) => line.replace(/ {2,}/, ": "))).toEqual([
    "signups: 2",
    "doubtful addresses: 0",
    "addresses sharing a mailbox: 0",
    "messages waiting: 2",
    "hours waiting: 30",
    expect.stringContaining(`last backup: ${today}T`),
    expect.stringMatching(/^database megabytes: \d+$/),
    expect.stringMatching(/^free megabytes: \d+$/),
    ...others.map(({ table }) => `${table.replaceAll("_", " ")}: 0`),
    `${today} hero_section: 1`,
    "",
  ]);
  expect(await run("stats")).toMatchObject([
    {
      signups: 2,
      signups_by_day: [
        { day: "2025-11-01", source: "hero_section", signups: 1 },
        { day: today, source: "hero_section", signups: 1 },
      ],
      doubtful_addresses: 0,
      messages_waiting: 2,
      hours_waiting: 30,
    },
  ]);
});

test("an export has every row of several pages in the order of time, also those without one, while others are stored and erased", async () => {
  // Rows that change meanwhile are read last, or they may have been read before.
  await site.database.exec(`
    alter table beta_signups alter column created_at drop not null;
    insert into beta_signups (email, signup_source, created_at)
      select 'raver-' || number || '@example.com', 'hero_section',
        case when number > 60 then timestamptz '2025-11-01' + (1000 - number) / 90 * interval '1 microsecond' end
      from generate_series(1, 800) as number;
    insert into beta_signups (email, signup_source, created_at)
      values ('gone@example.com', 'hero_section', '2025-11-02')`);
  const { rows } = await site.database.query<{ email: string }>(
    "select email from beta_signups where created_at < '2025-11-02' is not false order by created_at nulls first, id",
  );
  const exporting = run("export-signups");
  await site.database.exec(`
    insert into beta_signups (email, signup_source, created_at)
      values ('later@example.com', 'hero_section', '2025-11-03');
    delete from beta_signups where email = 'gone@example.com'`);
  const exported = (await exporting).map(({ email }) => email);
  const inOrder = [...rows.map(({ email }) => email), "later@example.com"];
  expect(exported).toEqual(inOrder);
  const since = await run("export-signups", "--since", "2025-11-03 00:00:00");
  expect(since).toMatchObject([{ email: "later@example.com" }]);
  const { stderr } = await site.job("backup");
  expect(stderr).toMatch(/^Written: beta_signups: 801, /);
  for (const email of [inOrder[0], inOrder[799]]) {
    const erased = await run("erase-person", String(email), "--yes");
    expect(erased).toMatchObject([{ erased_from: "beta_signups" }]);
  }
  await site.database.exec(
    "truncate beta_signups; alter table beta_signups alter column created_at set not null",
  );
});

test("a list that is shorter than the table is an error with both numbers", async () => {
  await site.database.exec(`
    alter table beta_signups drop constraint beta_signups_pkey;
    insert into beta_signups (id, email, signup_source, created_at)
      select '0f8fad5b-d9cb-469f-a165-70867728950e', 'raver-' || number || '@example.com', 'hero_section', '2025-11-01'
      from generate_series(1, 65) as number`);
  for (const job of ["export-signups", "backup"]) {
    const { status, stderr } = await site.job(job);
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

test("addresses that share a mailbox are counted, and no job takes one unasked", async () => {
  const [ann, aliases] = [
    "ann.b@gmail.com",
    ["annb@googlemail.com", "a.n.nb+x@gmail.com"],
  ];
  const [bo, plus] = ["bo.c@rave.example", "bo.c+1@rave.example"];
  for (const email of [ann, ...aliases, bo, plus, "boc@rave.example"])
    await signUp(email);
  expect(await run("stats")).toMatchObject([
    { addresses_sharing_a_mailbox: 5 },
  ]);
  const emailsOf = async (...job: string[]) =>
    (await run(...job)).map(({ email }) => email);
  expect(await emailsOf("person", ann, "bo.c+2@rave.example")).toEqual([ann]);
  const told = (await site.job("person", ann)).stderr;
  expect(told).toMatch(
    /^Other addresses that probably belong to the same mailbox: 2\./,
  );
  expect(await emailsOf("person", bo, "--aliases")).toHaveLength(2);
  expect(await run("erase-person", ann, "--yes")).toHaveLength(1);
  expect(await run("erase-person", ann, "--yes", "--aliases")).toHaveLength(2);
  expect(await run("erase-person", bo, plus, "--yes")).toHaveLength(2);
  expect(await emailsOf("export-signups")).toEqual(["boc@rave.example"]);
});

test("person shows all that is stored with an address in any spelling, and nothing of anybody else", async () => {
  await signUp("ann@xn--bcher-kva.example", "cta_section");
  await signUp("xann@xn--bcher-kva.example");
  await site.database.exec(
    `insert into contact_messages (name, email, message, created_at, answered_at) values
       ('Ann', 'ann@xn--bcher-kva.example', 'One' || chr(27), '2025-11-02', '2025-11-03'),
       ('Xann', 'xann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example', now(), null)`,
  );
  const email = "ann@xn--bcher-kva.example";
  const id = expect.stringMatching(/^[-0-9a-f]{36}$/) as string;
  const common = { id, email, idempotency_key: null };
  expect(await run("person", " Ann <ANN@Bücher.example>")).toEqual([
    {
      ...{ table: "beta_signups", signup_source: "cta_section" },
      ...{ ...common, created_at_utc: "2025-11-01 00:00:00" },
    },
    expect.objectContaining({
      ...{ ...common, table: "contact_messages", name: "Ann" },
      ...{ message: "One\u001b", subject: null },
      ...{ created_at_utc: "2025-11-02 00:00:00" },
      answered_at_utc: "2025-11-03 00:00:00",
    }),
  ]);
  const { stderr: counts } = await site.job("person", email);
  expect(counts).toMatch(/^1 row of beta_signups\n1 row of contact_messages\n/);
  const { status, stdout, stderr } = await site.job("person", "no@b.co");
  expect([status, stdout]).toEqual([0, "table\n"]);
  expect(stderr).toMatch(/^0 rows\nSearched for no@b\.co in beta_signups, /);
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
    const slip = ["correct", "ann@gmial.com", "ann@gmail.com"];
    expect(await run(...slip)).toMatchObject([{ table: "letters" }]);
    const erased = await run("erase-person", "raver@example.com", "--yes");
    expect(erased).toMatchObject(Array(2).fill({ erased_from: "letters" }));
    const again = await site.job("erase-again", "--yes");
    expect(again.stderr).toBe("0 rows of 0 people erased\n");
  } finally {
    forms.splice(-2);
    await site.database.exec("drop table songs, letters, newer");
  }
});
