import { expect } from "playwright/test";
import { pages } from "~/content/pages";
import { forms } from "~/forms/forms";
import {
  answer,
  hang,
  pass,
  startMisbehavingServer,
  storeUnseen,
} from "../support/servers/misbehaving-server";
import type {
  Behavior,
  MisbehavingServer,
} from "../support/servers/misbehaving-server";
import { gate } from "../support/servers/gate";
import { neededFields, shownForms } from "../support/visitors/forms";
import { post } from "../support/visitors/post";
import type { TestSupabase } from "../support/servers/supabase";
import { newAddress, test as base } from "../support/visitors/test";

/** In milliseconds. An insert takes up to 30 of them on an idle machine. */
const timeout = 3000;

/** A site whose database is a server that the test can make misbehave. */
const test = base.extend<object, { database: MisbehavingServer }>({
  database: [
    async ({ supabase }, use) => {
      const database = await startMisbehavingServer(supabase.env.SUPABASE_URL);
      await use(database);
      await database.stop();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ supabase, database }, use) =>
      use({
        ...supabase.env,
        SUPABASE_URL: database.url,
        SUPABASE_TIMEOUT_MS: String(timeout),
      }),
    { scope: "worker" },
  ],
});

/** A valid submission of each form that two clicks send alike. */
const submissions = () => {
  const idempotency_key = crypto.randomUUID();
  return shownForms.map(({ form, hidden }) => {
    const email = newAddress();
    const typed = neededFields(form, email, "This stays between us.");
    const fields = { ...typed, ...hidden, idempotency_key };
    const sendTo = (url: string) => post(url + form.path, fields);
    return { ...form, email, typed: Object.values(typed), sendTo };
  });
};

interface Fault {
  how: string;
  reason: RegExp;
  behavior?: Behavior;
  /** Makes the database fail in a way other than its answer. */
  begin?: (database: MisbehavingServer, supabase: TestSupabase) => unknown;
  /** Undoes what `begin` broke. */
  end?: (database: MisbehavingServer, supabase: TestSupabase) => unknown;
  /** How many rows of each form are stored all the same. */
  stored?: number;
}

/** Runs SQL for the table of each form. */
const onEachTable =
  (sql: (table: string) => string) =>
  async (_: MisbehavingServer, { rows }: TestSupabase) => {
    for (const { table } of forms) await rows(sql(table));
  };

const tooLate = new RegExp(`^no answer within ${timeout} ms$`);

/** One for each kind of reason. tests/unit/database/insert.test.ts has the others. */
const faults: Fault[] = [
  {
    how: "refuses connections",
    begin: (database) => database.close(),
    end: (database) => database.open(),
    reason: /^no answer: ECONNREFUSED$/,
  },
  { how: "never answers", behavior: hang, reason: tooLate },
  {
    how: "stores the row and never answers",
    behavior: storeUnseen(hang),
    reason: tooLate,
    stored: 1,
  },
  {
    how: "answers 500 with HTML",
    behavior: answer(500, "text/html", "<!doctype html><h1>Oh no</h1>"),
    reason: /^status 500, not from PostgREST$/,
  },
  {
    how: "lacks the table",
    begin: onEachTable((table) => `alter table ${table} rename to ${table}_2`),
    end: onEachTable((table) => `alter table ${table}_2 rename to ${table}`),
    reason:
      /^status 404, code 42P01: .* does not exist; run the migrations, supabase\/migrations\/\*_\w+\.sql among them$/,
  },
  {
    how: "has a foreign rule that drops rows",
    begin: onEachTable(
      (table) => `create rule own as on insert to ${table} do instead nothing`,
    ),
    end: onEachTable((table) => `drop rule own on ${table}`),
    reason: /^a trigger or rule dropped the row; npm run waitlist -- check/,
  },
];

// A process's first inserts are slow with any database.
test.beforeAll(async ({ site }) => {
  for (const { sendTo } of submissions()) await sendTo(site.url);
});

for (const { how, reason, behavior, begin, end, stored = 0 } of faults) {
  test(`a database that ${how}: every form fails and keeps what was typed; sending again results in one row`, async ({
    site,
    supabase,
    database,
  }) => {
    const start = site.output().length;
    const output = () => site.output().slice(start);
    const sent = submissions();
    const send = () => Promise.all(sent.map(({ sendTo }) => sendTo(site.url)));
    const expectRows = async (count: number) => {
      for (const { table, email } of sent) {
        const query = `select from ${table} where email = $1`;
        expect(await supabase.rows(query, [email])).toHaveLength(count);
      }
    };
    await begin?.(database, supabase);
    database.behave(behavior ?? pass);
    const started = performance.now();
    const answers = await send();
    expect(performance.now() - started).toBeLessThan(2 * timeout);
    for (const [index, { path, toasts, typed }] of sent.entries()) {
      expect(answers[index]?.status, path).toBe(503);
      const page = await answers[index]?.text();
      // An address in it is a link.
      expect(page?.replace(/<[^>]*>/g, "")).toContain(toasts.failed.text);
      for (const value of typed) {
        expect(page).toMatch(
          new RegExp(`(value="|<textarea[^>]*>)${value}["<]`),
        );
      }
    }
    await end?.(database, supabase);
    database.behave(pass);
    await expectRows(stored);
    for (const { status } of await send()) expect(status).toBe(303);
    await expectRows(1);

    const errors = () => output().match(/^.*"level":"error".*$/gm) ?? [];
    await expect.poll(errors).toHaveLength(sent.length);
    const lines = errors().map(
      (line) => JSON.parse(line) as Record<string, string>,
    );
    for (const line of lines) {
      expect(line.message).toBe("Not stored");
      expect(line.reason).toMatch(reason);
    }
    const tables = sent.map(({ table }) => table);
    expect(lines.map(({ table }) => table).sort()).toEqual(tables.sort());
    for (const value of sent.flatMap(({ typed }) => typed))
      expect(output()).not.toContain(value);
    expect(output()).not.toMatch(/^\s+at /m);
  });
}

test("every page is served while many posts wait for the database", async ({
  site,
  database,
}) => {
  const { open, opened } = gate();
  let [waiting, answered] = [0, 0];
  database.behave(async (asked) => {
    waiting++;
    await opened;
    await pass(asked);
  });
  const posts = Array.from({ length: 4 }, submissions)
    .flat()
    .map(({ sendTo }) => sendTo(site.url).finally(() => answered++));
  await expect.poll(() => waiting, { intervals: [10] }).toBe(posts.length);
  for (const { path } of Object.values(pages))
    expect((await fetch(site.url + path)).status).toBe(200);
  expect(answered).toBe(0);
  open();
  await Promise.all(posts);
});
