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
import { slowness } from "../support/fixtures/pace";
import { post as postForm } from "../support/fixtures/post";
import { startSite } from "../support/fixtures/site";
import type { TestSite } from "../support/fixtures/site";
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

/** The errors that the site has logged after this part of its output. */
const errorsSince = (site: TestSite, start: number) =>
  site
    .output()
    .slice(start)
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter(({ level }) => level === "error");

/**
 * Posts both forms to a database that fails.
 *
 * @returns checks, and the same posts again for a database that has recovered
 */
async function expectFailures(site: TestSite, reason: RegExp) {
  const start = site.output().length;
  const sent = forms.map((form) => {
    const email = newAddress();
    const typed = form.typed(email);
    const key = crypto.randomUUID();
    const fields = { ...typed, ...form.hidden, idempotency_key: key };
    return {
      ...form,
      email,
      shown: [...Object.values(typed), key],
      send: () => post(site.url + form.path, fields),
    };
  });
  const answers = await Promise.all(sent.map(({ send }) => send()));
  const pace = slowness();
  for (const [index, { status, page, took }] of answers.entries()) {
    const { path, failed, shown } = sent[index] as (typeof sent)[number];
    expect(status, path).toBe(503);
    expect(took, path).toBeLessThan(timeout + slack * pace);
    expect(page).toContain(failed.text);
    for (const value of shown) {
      expect(page).toMatch(new RegExp(`(value="|<textarea[^>]*>)${value}["<]`));
    }
  }

  const logged = () => errorsSince(site, start);
  await expect.poll(logged).toHaveLength(forms.length);
  for (const { table } of sent) {
    const line = logged().find((error) => error.table === table);
    expect(line).toMatchObject({
      message: "Not stored",
    });
    expect(line?.reason).toMatch(reason);
  }

  return {
    /** Counts the rows of each form. */
    rows: ({ rows }: TestSupabase) =>
      Promise.all(
        sent.map(async ({ table, email }) => {
          const query = `select from ${table} where email = $1`;
          return (await rows(query, [email])).length;
        }),
      ),
    expectSuccess: async () => {
      for (const { send, path } of sent) {
        expect((await send()).status, path).toBe(303);
      }
    },
    expectNothingElseLogged: () => {
      expect(logged()).toHaveLength(forms.length);
      const output = site.output().slice(start);
      for (const value of sent.flatMap(({ shown }) => shown)) {
        expect(output).not.toContain(value);
      }
      expect(output).not.toMatch(/^\s+at /m);
    },
  };
}

interface Fault {
  reason: RegExp;
  behavior?: Behavior;
  /** Makes the database fail in a way other than its answer. */
  begin?: (supabase: TestSupabase, database: MisbehavingServer) => unknown;
  /** Undoes what `begin` broke. */
  end?: (supabase: TestSupabase, database: MisbehavingServer) => unknown;
}

const renameTables = async (
  { rows }: TestSupabase,
  name: (table: string) => [from: string, to: string],
) => {
  for (const { table } of forms) {
    const [from, to] = name(table);
    await rows(`alter table ${from} rename to ${to}`);
  }
};

const tooLate = /^no answer within 1000 ms$/;

/** One for each kind of reason. tests/unit/data/insert.test.ts has the others. */
const faults: Record<string, Fault> = {
  "refuses connections": {
    begin: (_, database) => database.close(),
    end: (_, database) => database.open(),
    reason: /^no answer: ECONNREFUSED$/,
  },
  "never answers": { behavior: hang, reason: tooLate },
  "answers 500 with HTML": {
    behavior: answer(500, "text/html", "<!doctype html><h1>Oh no</h1>"),
    reason: /^status 500, not from PostgREST$/,
  },
  "lacks the table": {
    begin: (supabase) =>
      renameTables(supabase, (table) => [table, `${table}_elsewhere`]),
    end: (supabase) =>
      renameTables(supabase, (table) => [`${table}_elsewhere`, table]),
    reason:
      /^status 404, code 42P01: .* does not exist; run the migrations, supabase\/migrations\/\*_(beta_signups|contact_messages)\.sql among them$/,
  },
};

for (const [name, { behavior, begin, end, reason }] of Object.entries(faults)) {
  test(`a database that ${name}: both forms fail and keep what was typed, until it recovers`, async ({
    site,
    supabase,
    database,
  }) => {
    try {
      await begin?.(supabase, database);
      database.behave(behavior ?? pass);
      const failures = await expectFailures(site, reason);
      await end?.(supabase, database);
      database.behave(pass);
      expect(await failures.rows(supabase)).toEqual([0, 0]);
      await failures.expectSuccess();
      expect(await failures.rows(supabase)).toEqual([1, 1]);
      failures.expectNothingElseLogged();
    } finally {
      database.behave(pass);
      await database.open();
    }
  });
}

test("a row that is never acknowledged: sending the form again succeeds, and there is one row", async ({
  site,
  supabase,
  database,
}) => {
  try {
    database.behave(storeUnseen(hang));
    const failures = await expectFailures(site, tooLate);
    database.behave(pass);
    expect(await failures.rows(supabase)).toEqual([1, 1]);
    await failures.expectSuccess();
    expect(await failures.rows(supabase)).toEqual([1, 1]);
    failures.expectNothingElseLogged();
  } finally {
    database.behave(pass);
  }
});

const timeOf = async (url: string) => {
  const started = performance.now();
  const response = await fetch(url);
  await response.text();
  expect(response.status).toBe(200);
  return performance.now() - started;
};

const median = (times: number[]) =>
  times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

test("pages are served just as fast while many posts wait for the database", async ({
  site,
  database,
}) => {
  const before: number[] = [];
  // A process's first responses are slow.
  for (let gets = 0; gets < 20; gets++) await timeOf(site.url);
  for (let gets = 0; gets < 30; gets++) before.push(await timeOf(site.url));

  try {
    let asked = 0;
    database.behave(() => {
      asked++;
    });
    let waiting = 20;
    const posts = Array.from({ length: waiting }, async (_, index) => {
      const form = forms[index % forms.length] as Form;
      const fields = { ...form.typed(newAddress()), ...form.hidden };
      const { status } = await post(site.url + form.path, fields);
      waiting--;
      expect(status).toBe(503);
    });
    const all = waiting;
    await expect.poll(() => asked, { intervals: [10] }).toBe(all);
    const during: number[] = [];
    while (waiting === all) during.push(await timeOf(site.url));
    await Promise.all(posts);
    expect(during.length).toBeGreaterThan(5);
    const [usual, now] = [median(before), median(during)];
    test.info().annotations.push({
      type: "GET /",
      description: `median ${usual.toFixed(1)} ms, while ${all} posts wait ${now.toFixed(1)} ms`,
    });
    // A loaded machine is slow, not wrong; a blocked site takes a second.
    expect(now).toBeLessThan(Math.max(3 * usual, 100));
  } finally {
    database.behave(pass);
  }
});
