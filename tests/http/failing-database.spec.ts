import { expect } from "playwright/test";
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
import { startSite } from "../support/servers/site";
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
    return { ...form, email, typed: Object.values(typed), fields };
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
    how: "has a foreign trigger that drops rows",
    begin: async (database, supabase) => {
      await supabase.rows(`create or replace function drop_row() returns trigger
        language plpgsql as 'begin return null; end'`);
      await onEachTable(
        (table) => `create trigger foreign_trigger before insert on ${table}
          for each row execute function drop_row()`,
      )(database, supabase);
    },
    end: onEachTable((table) => `drop trigger foreign_trigger on ${table}`),
    reason: /^a trigger or rule dropped the row; npm run waitlist -- check/,
  },
];

for (const { how, reason, behavior, begin, end, stored = 0 } of faults) {
  test(`a database that ${how}: every form fails and keeps what was typed; sending again results in one row`, async ({
    site,
    supabase,
    database,
  }) => {
    // A process's first inserts are slow with any database.
    for (const { path, fields } of submissions()) {
      await post(site.url + path, fields);
    }
    const start = site.output().length;
    for (const { path, table, toasts, email, typed, fields } of submissions()) {
      const rows = () =>
        supabase.rows(`select from ${table} where email = $1`, [email]);
      const send = () => post(site.url + path, fields);
      const logged = site.output().length;
      try {
        await begin?.(database, supabase);
        database.behave(behavior ?? pass);
        const started = performance.now();
        const answer = await send();
        const page = await answer.text();
        const took = performance.now() - started;
        expect(answer.status, path).toBe(503);
        expect(took, path).toBeLessThan(2 * timeout);
        expect(page).toContain(toasts.failed.text);
        for (const value of typed) {
          expect(page).toMatch(
            new RegExp(`(value="|<textarea[^>]*>)${value}["<]`),
          );
        }
      } finally {
        await end?.(database, supabase);
        database.behave(pass);
      }
      expect(await rows()).toHaveLength(stored);
      expect((await send()).status, path).toBe(303);
      expect(await rows()).toHaveLength(1);

      const errors = () =>
        site
          .output()
          .slice(logged)
          .match(/^.*"level":"error".*$/gm) ?? [];
      await expect.poll(errors).toHaveLength(1);
      const line = JSON.parse(errors()[0] ?? "") as Record<string, string>;
      expect(line).toMatchObject({ message: "Not stored", table });
      expect(line.reason).toMatch(reason);
      for (const value of typed) {
        expect(site.output().slice(start)).not.toContain(value);
      }
    }
    expect(site.output().slice(start)).not.toMatch(/^\s+at /m);
  });
}

/** How long a page takes, in milliseconds: the median of 30. */
async function pageTime(url: string) {
  const times: number[] = [];
  for (let gets = 0; gets < 30; gets++) {
    const started = performance.now();
    const response = await fetch(url);
    await response.text();
    expect(response.status).toBe(200);
    times.push(performance.now() - started);
  }
  return times.sort((one, other) => one - other)[15] ?? NaN;
}

test("pages are served just as fast while many posts wait for the database", async ({
  settings,
  database,
}) => {
  // The posts wait for as long as the pages take.
  const site = await startSite({
    ...settings,
    SUPABASE_TIMEOUT_MS: "60000",
    RATE_LIMIT_PER_MINUTE: "0",
  });
  const { open, opened } = gate();
  try {
    // A process's first responses are slow.
    await pageTime(site.url);
    const usual = await pageTime(site.url);
    let waiting = 0;
    database.behave(async (asked) => {
      waiting++;
      await opened;
      await answer(500, "application/json", "{}")(asked);
    });
    const posts = Array.from({ length: 10 }, submissions)
      .flat()
      .map(({ path, fields }) => post(site.url + path, fields));
    await expect.poll(() => waiting, { intervals: [10] }).toBe(posts.length);
    const now = await pageTime(site.url);
    open();
    for (const { status } of await Promise.all(posts)) expect(status).toBe(503);
    // A loaded machine is slow, not wrong; a blocked site takes seconds.
    expect(now).toBeLessThan(Math.max(3 * usual, 100));
  } finally {
    open();
    database.behave(pass);
    await site.stop();
  }
});
