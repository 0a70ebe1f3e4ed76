import autocannon from "autocannon";
import { readdirSync, readFileSync } from "node:fs";
import { constants } from "node:zlib";
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

interface Asked extends Sent {
  path: string;
  status: number;
}

const encode = (fields: Record<string, string>) =>
  new URLSearchParams(fields).toString();

const wrong = { email: "ann@example" };
const refused = (path: string, form: string, status = 422): Asked => ({
  path,
  form,
  status,
});
const refusal = refused("/", encode(signupFields(wrong)));
const refusedMessage = (more = {}) =>
  refused("/contact", encode(messageFields({ ...wrong, ...more })));

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
  "5,000 characters of markup": refusedMessage({
    message: `<"/&`.repeat(1250),
  }),
};

/** Starts the site with its ruler. */
async function startRuled(env: Record<string, string>) {
  const port = String(await freePort());
  // Of a page for many readers.
  const params = JSON.stringify({
    ...brotliParams,
    [constants.BROTLI_PARAM_QUALITY]: 9,
  });
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
  ...amount: [requests: number, connections?: number]
) {
  const costs = { url: Infinity, ruler: Infinity };
  for (let round = 0; round < 30; round++) {
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

/** How many times the cost of node:http that renders a page an answer costs. */
async function renderings(site: Ruled, asked: Asked, page = asked) {
  await show(site, page);
  return ratio(site, asked, { path: "/render", status: 200 }, 6);
}

/** Gives the ruler an answer of the site. */
async function show({ url, ruler }: Ruled, { path, status, ...sent }: Asked) {
  const answer = await record(url + path, sent);
  expect(answer.status, path).toBe(status);
  await fetch(ruler, { method: "PUT", body: JSON.stringify(answer) });
}

for (const asked of [refusal, refusedMessage()]) {
  test(`a form that ${asked.path} refuses costs at most three times its page's renderToString and brotli`, async () => {
    expect(await renderings(site, asked)).toBeLessThan(3);
  });
}

for (const [what, asked] of Object.entries(expensive)) {
  test(`${what} cost at most six times a page's renderToString and brotli, and come back at most twice beside it`, async () => {
    expect(await renderings(site, asked, refusal)).toBeLessThan(6);
    const answer = await fetch(site.url + asked.path, asBrowser(asked));
    const longest = 50_000 + 2 * (asked.form ?? "").length;
    expect((await answer.text()).length).toBeLessThan(longest);
  });
}

test("a page with a toast that names its visitor costs at most three times its renderToString and brotli", async () => {
  const path = "/contact";
  const form = encode(messageFields());
  const { headers } = await record(site.url + path, { form });
  const [cookie = ""] = String(headers["set-cookie"]).split(";");
  const asked = { path, cookie, status: 200 };
  expect(await renderings(site, asked)).toBeLessThan(3);
});

test("a 404 costs less than half of a page's renderToString and brotli", async () => {
  const unknown = { path: "/nope-[<id>]", status: 404 };
  expect(await renderings(site, unknown, refusal)).toBeLessThan(1 / 2);
});

test("what an address over its limit posts costs less than a page's renderToString and brotli", async ({
  supabase,
}) => {
  const limited = { ...supabase.env, RATE_LIMIT_PER_MINUTE: "1" };
  const site = await startRuled(limited);
  await show(site, refusal);
  const [longest = refusal] = Object.values(expensive);
  const [over, page] = [longest, refusal].map((asked) => ({
    ...asked,
    status: 429,
  })) as [Asked, Asked];
  expect(await renderings(site, over, page)).toBeLessThan(1);
  await site.stop();
});

test("a cached page costs at most three times what node:http takes to send the same bytes, and hardly any of it lives on", async () => {
  const page = { path: "/", status: 200 };
  await show(site, page);
  expect(await ratio(site, page, page, 300, 4)).toBeLessThan(3);
  // The cheapest round collects no garbage. In so many answers the site needs one major
  // collection or two, Node alone one at most, and seven if requests outlive their answers.
  const collections = async () =>
    Number(await (await fetch(`${site.ruler}/collections`)).text());
  const before = await collections();
  await send(site.url, page, 16_000, 32);
  expect((await collections()) - before).toBeLessThan(4);
});
