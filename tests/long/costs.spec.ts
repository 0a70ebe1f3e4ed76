import autocannon from "autocannon";
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "playwright/test";
import { brotliParams } from "~/server/middleware/encoding.server";
import { asBrowser, record } from "../../tools/bench/record";
import type { Sent } from "../../tools/bench/record";
import { messageFields, signupFields } from "../support/visitors/post";
import { startArguments, startSite } from "../support/servers/site";
import { test } from "../support/visitors/test";
import { freePort } from "#supabase/testing";

// An answer is compared with what node:http, React and zlib take for the same page in
// the same process. A comparison with another answer of the site would hold better the
// dearer both are.

test.describe.configure({ mode: "default" });

/** How many times its ruler an answer may cost. */
const limit = 3;

interface Asked extends Sent {
  path: string;
  status: number;
}

const encode = (fields: Record<string, string>) =>
  new URLSearchParams(fields).toString();

const wrong = { email: "ann@example" };
const refused = (path: string, form: string, status = 422) => ({
  path,
  form,
  status,
});
const refusal = refused("/", encode(signupFields(wrong)));
const refusedMessage = refused("/contact", encode(messageFields(wrong)));

/** Forms under 128 KiB that could be slow to read or make a long page. */
const expensive: Record<string, Asked> = {
  "43,000 ampersands in a field, each eleven bytes in a page": refused(
    "/",
    `email=${"%26".repeat(43_000)}`,
  ),
  "8,000 ampersands in a field that may hold as many characters": refused(
    "/",
    `email=${"%26".repeat(8000)}`,
  ),
  "130,000 ampersands between no fields": refused("/", "&".repeat(130_000)),
  "43,000 fields": refused("/", "a=&".repeat(43_000), 400),
  "5,000 characters of markup": refused(
    "/contact",
    encode(messageFields({ ...wrong, message: `<"/&`.repeat(1250) })),
  ),
};

/** Starts the site with its ruler. */
async function startRuled(env: Record<string, string>) {
  const port = String(await freePort());
  const params = JSON.stringify(brotliParams);
  const site = await startSite(
    { ...env, RULER_PORT: port, BROTLI_PARAMS: params },
    undefined,
    startArguments.map((word) =>
      word.replace("app/server/start", "tests/support/servers/ruler-site"),
    ),
  );
  return { ...site, ruler: `http://127.0.0.1:${port}` };
}

type Ruled = Awaited<ReturnType<typeof startRuled>>;

let site: Ruled;

test.beforeAll(async ({ supabase }) => {
  site = await startRuled({ ...supabase.env, RATE_LIMIT_PER_MINUTE: "0" });
  // V8 compiles what runs often.
  await send(site.url, refusal, 600);
});
test.afterAll(() => site.stop());

/** Sends a request again and again, each after the answer to another. */
async function send(
  origin: string,
  { path, status, ...sent }: Asked,
  amount: number,
  connections = 3,
) {
  const { statusCodeStats } = await autocannon({
    ...{ url: origin + path, ...asBrowser(sent), idReplacement: true },
    ...{ amount, connections, timeout: 60, sampleInt: 5 },
  });
  expect(statusCodeStats, path).toEqual({ [status]: { count: amount } });
}

/** Milliseconds of CPU time that all threads of the site's process have used. */
function processorTime({ pid }: Ruled): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks)
    .map((task) => readFileSync(`${tasks}/${task}/schedstat`, "utf8"))
    .reduce((sum, times) => sum + Number.parseInt(times) / 1e6, 0);
}

/**
 * How many times the CPU time of the ruler an answer takes. Both are asked for in turn,
 * and the cheapest round of each counts: compiling, collecting garbage and a busy
 * machine only add to the others.
 */
async function ratio(
  site: Ruled,
  asked: Asked,
  ruler: Asked,
  rounds: number,
  ...amount: [requests: number, connections?: number]
) {
  const costs = { url: Infinity, ruler: Infinity };
  for (let round = 0; round < rounds; round++) {
    for (const [of, request] of [
      ["url", asked],
      ["ruler", ruler],
    ] as const) {
      const before = processorTime(site);
      await send(site[of], request, ...amount);
      costs[of] = Math.min(costs[of], processorTime(site) - before);
    }
  }
  return costs.url / costs.ruler;
}

/** Gives the ruler an answer of the site. */
async function show({ url, ruler }: Ruled, { path, status, ...sent }: Asked) {
  const answer = await record(url + path, sent);
  expect(answer.status, path).toBe(status);
  await fetch(ruler, { method: "PUT", body: JSON.stringify(answer) });
}

/** How many times the cost of node:http that renders a page an answer costs. */
async function renderings(
  site: Ruled,
  asked: Asked,
  page = asked,
  rounds = 20,
) {
  await show(site, page);
  const ruler = { path: "/render", status: 200 };
  return ratio(site, asked, ruler, rounds, 6);
}

for (const asked of [refusal, refusedMessage]) {
  test(`a form that ${asked.path} refuses costs at most three times its page's renderToString and brotli`, async () => {
    expect(await renderings(site, asked, asked, 60)).toBeLessThan(limit);
  });
}

for (const [path, fields] of [
  ["/", signupFields()],
  ["/contact", messageFields()],
] as const) {
  test(`${path} with its toast costs at most three times its renderToString and brotli`, async () => {
    const { headers } = await record(site.url + path, { form: encode(fields) });
    const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
    const asked = { path, cookie, status: 200 };
    expect(await renderings(site, asked, asked, 60)).toBeLessThan(limit);
  });
}

test("no form costs more than twice what a refused one may, nor comes back more than twice as long beside its page", async () => {
  for (const [what, asked] of Object.entries(expensive)) {
    const times = await renderings(site, asked, refusal, 60);
    expect(times, what).toBeLessThan(2 * limit);
    const answer = await fetch(site.url + asked.path, asBrowser(asked));
    const longest = 50_000 + 2 * (asked.form ?? "").length;
    expect((await answer.text()).length, what).toBeLessThan(longest);
  }
});

test("a 404 costs less than half of a page's renderToString and brotli", async () => {
  for (const path of ["/nope-[<id>]", `/${"x".repeat(15_000)}`]) {
    const times = await renderings(site, { path, status: 404 }, refusal);
    expect(times, path.slice(0, 20)).toBeLessThan(1 / 2);
  }
});

test("whatever an address over its limit posts costs less than a page's renderToString and brotli", async ({
  supabase,
}) => {
  const limited = { ...supabase.env, RATE_LIMIT_PER_MINUTE: "1" };
  const site = await startRuled(limited);
  await show(site, refusal);
  for (const [what, asked] of Object.entries(expensive)) {
    const over = { ...asked, status: 429 };
    const page = { ...refusal, status: 429 };
    expect(await renderings(site, over, page), what).toBeLessThan(1);
  }
  await site.stop();
});

test("a cached page costs at most three times what node:http takes to send the same bytes, and no more of it lives on", async () => {
  const page = { path: "/", status: 200 };
  await show(site, page);
  expect(await ratio(site, page, page, 15, 1000, 32)).toBeLessThan(limit);
  // A CPU's time says little about garbage: V8 collects it in other threads.
  const collections = async (origin: string) => {
    const count = async () =>
      Number(await (await fetch(`${site.ruler}/collections`)).text());
    const found: number[] = [];
    // What other tests have left is collected with the first ones.
    for (let times = 0; times < 3; times++) {
      const before = await count();
      await send(origin, page, 20_000, 32);
      found.push((await count()) - before);
    }
    return Math.min(...found);
  };
  const ruler = await collections(site.ruler);
  const most = limit * Math.max(ruler, 1);
  expect(await collections(site.url)).toBeLessThanOrEqual(most);
});
