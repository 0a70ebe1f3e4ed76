import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { expect } from "playwright/test";
import { post, postBody, signupFields } from "../support/fixtures/post";
import { startSite } from "../support/fixtures/site";
import { test } from "../support/fixtures/test";

// One worker runs one attack at a time, and measures how long others wait.
test.describe.configure({ mode: "default" });

/** Bodies under 128 KiB that could be slow to read or make a long page. */
const expensiveBodies = {
  "43,000 ampersands in a field, each eleven bytes in a page": `email=${"%26".repeat(43_000)}`,
  "8,000 ampersands in a field that may hold as many characters": `email=${"%26".repeat(8000)}`,
  "130,000 ampersands between no fields": "&".repeat(130_000),
  "43,000 fields": "a=&".repeat(43_000),
};

const postExpensive = (url: string, body: string) =>
  postBody(url, body, { "Content-Type": "application/x-www-form-urlencoded" });

/** The CPU time that the threads of a process have used, in milliseconds. */
function processorTime(pid: number | undefined): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks)
    .map((task) => readFileSync(`${tasks}/${task}/schedstat`, "utf8"))
    .reduce((sum, times) => sum + Number.parseInt(times) / 1e6, 0);
}

type Ask = () => Promise<Response>;

/**
 * How many times the CPU time of another answer an answer costs. Both are asked
 * for in turn, and the cheapest round of each counts: compiling, collecting
 * garbage and a busy machine only add to the others.
 */
async function ratio(pid: number | undefined, ask: Ask, other: Ask) {
  const costs = new Map<Ask, number[]>([
    [ask, []],
    [other, []],
  ]);
  for (let round = 0; round < 16; round++) {
    for (const [ask, rounds] of costs) {
      const before = processorTime(pid);
      for (let request = 0; request < 15; request++) await (await ask()).text();
      rounds.push(processorTime(pid) - before);
    }
  }
  const lowest = (of: Ask) => Math.min(...(costs.get(of) ?? []));
  return lowest(ask) / lowest(other);
}

let addresses = 0;

/** An ordinary post that is refused costs the rendering of a page. */
const refuse = (url: string) => () =>
  post(url, signupFields({ email: "ann@example" }), {
    "X-Real-IP": `2001:db8:${(++addresses).toString(16)}::1`,
  });

test("no body costs more than twice an ordinary refusal, nor comes back many times its size", async ({
  site,
}) => {
  for (const [what, body] of Object.entries(expensiveBodies)) {
    const ask = () => postExpensive(site.url, body);
    const times = await ratio(site.pid, ask, refuse(site.url));
    expect(times, what).toBeLessThan(2);
    expect((await (await ask()).text()).length, what).toBeLessThan(100_000);
  }
});

test("a 404 costs less than a third of an ordinary refusal", async ({
  site,
}) => {
  let asked = 0;
  for (const path of ["/nope-", `/${"x".repeat(15_000)}`, "/%00"]) {
    const ask = () => fetch(site.url + path + asked++);
    const times = await ratio(site.pid, ask, refuse(site.url));
    expect(times, path.slice(0, 20)).toBeLessThan(1 / 3);
  }
});

test("an address over its limit costs less than a third of an ordinary refusal, whatever it posts", async ({
  supabase,
}) => {
  const site = await startSite({
    ...supabase.env,
    RATE_LIMIT_PER_MINUTE: "1",
    CLIENT_IP_HEADER: "X-Real-IP",
  });
  for (const [what, body] of Object.entries(expensiveBodies)) {
    const ask = () => postExpensive(site.url, body);
    await ask();
    expect((await ask()).headers.get("Retry-After"), what).not.toBeNull();
    const times = await ratio(site.pid, ask, refuse(site.url));
    expect(times, what).toBeLessThan(1 / 3);
  }
  await site.stop();
});

test("a client that reads no response is cut off", async ({ supabase }) => {
  const site = await startSite({ ...supabase.env, SUPABASE_TIMEOUT_MS: "1" });
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on("error", () => {});
  await once(socket, "connect");
  const answered = () => site.output().match(/"\/social.jpg"/g)?.length ?? 0;
  // Requests follow one another until the buffers for responses are full.
  for (let requests = 1, isRead = true; isRead; requests++) {
    socket.write("GET /social.jpg HTTP/1.1\r\nHost: localhost\r\n\r\n");
    isRead = await expect
      .poll(answered, { intervals: [5], timeout: 1000 })
      .toBe(requests)
      .then(
        () => true,
        () => false,
      );
  }
  const hex = (port?: number) =>
    Number(port).toString(16).toUpperCase().padStart(4, "0");
  // The site's end of the connection, while its state is ESTABLISHED.
  const own = `:${hex(Number(port))} 0100007F:${hex(socket.localPort)} 01 `;
  const isOpen = () => readFileSync("/proc/net/tcp", "utf8").includes(own);
  expect(isOpen()).toBe(true);
  await expect.poll(isOpen).toBe(false);
  socket.destroy();
  await site.stop();
});
