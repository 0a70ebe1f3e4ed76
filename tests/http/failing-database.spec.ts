import { expect } from "playwright/test";
import type { Toast } from "~/forms/answer";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import {
  answer,
  hang,
  pass,
  startMisbehavingServer,
  storeUnseen,
} from "../support/fixtures/misbehaving-server";
import type {
  Behavior,
  MisbehavingServer,
} from "../support/fixtures/misbehaving-server";
import { gate } from "../support/fixtures/gate";
import { slowness } from "../support/fixtures/pace";
import { post as postForm } from "../support/fixtures/post";
import { startSite } from "../support/fixtures/site";
import type { TestSupabase } from "../support/fixtures/supabase";
import { newAddress, test as base } from "../support/fixtures/test";

/** In milliseconds. */
const timeout = 1000;
const slack = 1000;
const settings = {
  SUPABASE_TIMEOUT_MS: String(timeout),
  RATE_LIMIT_PER_MINUTE: "0",
};

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
  site: [
    async ({ supabase, database }, use) => {
      const site = await startSite({
        ...supabase.env,
        ...settings,
        SUPABASE_URL: database.url,
      });
      // A process's first inserts are slow with any database.
      for (const { path, typed, hidden } of forms) {
        await post(site.url + path, { ...typed(newAddress()), ...hidden });
      }
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
});

interface Form {
  path: string;
  table: string;
  failed: Toast;
  typed: (email: string) => Record<string, string>;
  hidden: Record<string, string>;
}

const forms: Form[] = [
  {
    path: "/",
    table: "beta_signups",
    failed: signupToasts.failed,
    typed: (email: string) => ({ email }),
    hidden: { signup_source: "cta_section" },
  },
  {
    path: "/contact",
    table: "contact_messages",
    failed: contactToasts.failed,
    typed: (email: string) => ({
      name: "Robin Private",
      email,
      subject: "For the team alone",
      message: "This stays between us.",
    }),
    hidden: {},
  },
];

async function post(url: string, fields: Record<string, string>) {
  const started = performance.now();
  const response = await postForm(url, fields);
  const page = await response.text();
  const took = performance.now() - started;
  return { status: response.status, page, took };
}

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

async function renameTables({ rows }: TestSupabase, from: string, to: string) {
  for (const { table } of forms) {
    await rows(`alter table ${table + from} rename to ${table + to}`);
  }
}

const tooLate = /^no answer within 1000 ms$/;

/** One for each kind of reason. tests/unit/data/insert.test.ts has the others. */
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
    begin: (_, supabase) => renameTables(supabase, "", "_elsewhere"),
    end: (_, supabase) => renameTables(supabase, "_elsewhere", ""),
    reason:
      /^status 404, code 42P01: .* does not exist; run the migrations, supabase\/migrations\/\*_(beta_signups|contact_messages)\.sql among them$/,
  },
];

for (const { how, reason, behavior, begin, end, stored = 0 } of faults) {
  test(`a database that ${how}: both forms fail and keep what was typed; sending again results in one row`, async ({
    site,
    supabase,
    database,
  }) => {
    const start = site.output().length;
    const sent = forms.map((form) => {
      const email = newAddress();
      const typed = form.typed(email);
      const key = crypto.randomUUID();
      const fields = { ...typed, ...form.hidden, idempotency_key: key };
      const shown = [...Object.values(typed), key];
      const send = () => post(site.url + form.path, fields);
      return { ...form, email, shown, send };
    });
    const rows = () =>
      Promise.all(
        sent.map(async ({ table, email }) => {
          const query = `select from ${table} where email = $1`;
          return (await supabase.rows(query, [email])).length;
        }),
      );
    try {
      await begin?.(database, supabase);
      database.behave(behavior ?? pass);
      const answers = await Promise.all(sent.map(({ send }) => send()));
      const pace = slowness();
      for (const [index, { status, page, took }] of answers.entries()) {
        const { path, failed, shown } = sent[index] as (typeof sent)[number];
        expect(status, path).toBe(503);
        expect(took, path).toBeLessThan(timeout + slack * pace);
        expect(page).toContain(failed.text);
        for (const value of shown) {
          expect(page).toMatch(
            new RegExp(`(value="|<textarea[^>]*>)${value}["<]`),
          );
        }
      }
    } finally {
      await end?.(database, supabase);
      database.behave(pass);
    }
    expect(await rows()).toEqual([stored, stored]);
    for (const { send, path } of sent) {
      expect((await send()).status, path).toBe(303);
    }
    expect(await rows()).toEqual([1, 1]);

    const output = () => site.output().slice(start);
    const lines = () => output().match(/^.*"level":"error".*$/gm) ?? [];
    await expect.poll(lines).toHaveLength(sent.length);
    for (const { table } of sent) {
      const [line = "{}"] = lines().filter((line) => line.includes(table));
      const logged = JSON.parse(line) as Record<string, string>;
      expect(logged).toMatchObject({ message: "Not stored", table });
      expect(logged.reason).toMatch(reason);
    }
    for (const value of sent.flatMap(({ shown }) => shown)) {
      expect(output()).not.toContain(value);
    }
    expect(output()).not.toMatch(/^\s+at /m);
  });
}

const timeOf = async (url: string) => {
  const started = performance.now();
  const response = await fetch(url);
  await response.text();
  expect(response.status).toBe(200);
  return performance.now() - started;
};

const median = (times: number[]) =>
  times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

/** How long a page takes, in milliseconds: the median of 30. */
async function pageTime(url: string) {
  const times: number[] = [];
  for (let gets = 0; gets < 30; gets++) times.push(await timeOf(url));
  return median(times);
}

test("pages are served just as fast while many posts wait for the database", async ({
  supabase,
  database,
}) => {
  // The posts wait for as long as the pages take.
  const site = await startSite({
    ...{ ...supabase.env, ...settings, SUPABASE_URL: database.url },
    SUPABASE_TIMEOUT_MS: "60000",
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
    const all = 20;
    const posts = Array.from({ length: all }, async (_, index) => {
      const form = forms[index % forms.length] as Form;
      const fields = { ...form.typed(newAddress()), ...form.hidden };
      return (await post(site.url + form.path, fields)).status;
    });
    await expect.poll(() => waiting, { intervals: [10] }).toBe(all);
    const now = await pageTime(site.url);
    open();
    expect(new Set(await Promise.all(posts))).toEqual(new Set([503]));
    test.info().annotations.push({
      type: "GET /",
      description: `median ${usual.toFixed(1)} ms, while ${all} posts wait ${now.toFixed(1)} ms`,
    });
    // A loaded machine is slow, not wrong; a blocked site takes seconds.
    expect(now).toBeLessThan(Math.max(3 * usual, 100));
  } finally {
    open();
    database.behave(pass);
    await site.stop();
  }
});
