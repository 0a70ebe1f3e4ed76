import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { expect } from "playwright/test";
import { slowness } from "../support/fixtures/pace";
import { post, postBody, signupFields } from "../support/fixtures/post";
import { expectNodesAnswer, sendRaw } from "../support/fixtures/raw";
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

/** The CPU time of one answer in milliseconds, and its length. */
async function cost(pid: number | undefined, ask: () => Promise<Response>) {
  const requests = 50;
  const rounds: number[] = [];
  let length = 0;
  // Compiling falls into the first round, and collecting garbage into any.
  while (rounds.length < 4) {
    const before = processorTime(pid);
    for (let request = 0; request < requests; request++) {
      ({ length } = await (await ask()).text());
    }
    rounds.push((processorTime(pid) - before) / requests);
  }
  return { time: Math.min(...rounds), length };
}

test("no body costs more than three signups, nor comes back many times its size", async ({
  site,
}) => {
  const signup = await cost(site.pid, () => post(site.url));
  for (const [what, body] of Object.entries(expensiveBodies)) {
    const ask = () => postExpensive(site.url, body);
    const { time, length } = await cost(site.pid, ask);
    expect(time, what).toBeLessThan(3 * signup.time);
    expect(length, what).toBeLessThan(100_000);
  }
});

test("a 404 costs no more than a page", async ({ site }) => {
  let asked = 0;
  const timeOf = async (path: string) =>
    (await cost(site.pid, () => fetch(site.url + path + asked++))).time;
  for (const path of ["/nope-", `/${"x".repeat(15_000)}`, "/%00"]) {
    // The machine may be busier by now than it was for the path before.
    const page = await timeOf("/?");
    const time = await timeOf(path);
    expect(time, path.slice(0, 20)).toBeLessThan(2 * page + 0.1);
  }
});

test("an address over its limit delays nobody, whatever it posts", async ({
  supabase,
}) => {
  const limit = { RATE_LIMIT_PER_MINUTE: "2" };
  const site = await startSite({ ...supabase.env, ...limit });
  const signup = new URLSearchParams(signupFields()).toString();
  const bodies = [...Object.values(expensiveBodies), signup];
  let isOver = false;
  // A browser has about as many connections.
  const flood = Array.from({ length: 8 }, async (_, index) => {
    const body = bodies[index % bodies.length] ?? "";
    while (!isOver) await (await postExpensive(site.url, body)).text();
  });
  const times: number[] = [];
  while (times.length < 200) {
    const start = performance.now();
    expect((await fetch(site.url)).status).toBe(200);
    times.push(performance.now() - start);
  }
  isOver = true;
  await Promise.all(flood);
  await site.stop();
  // A loaded machine delays an answer now and then.
  const [slowest = NaN] = times.sort((a, b) => b - a).slice(10);
  expect(slowest).toBeLessThan(200 * slowness());
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

test("a slow sender is cut off, with the security headers", async ({
  site,
}) => {
  const start = performance.now();
  const head = "POST / HTTP/1.1\r\nHost: localhost\r\n";
  const type = "Content-Type: application/x-www-form-urlencoded\r\n";
  const cutOff = async (text: string) => {
    expectNodesAnswer(await sendRaw(site.url, text), 408);
    const seconds = (performance.now() - start) / 1000;
    expect(seconds).toBeGreaterThan(15);
    expect(seconds).toBeLessThan(20);
  };
  await Promise.all([
    cutOff(head),
    cutOff(`${head}${type}Content-Length: 100\r\n\r\nemail=`),
  ]);
});
