import { once } from "node:events";
import { connect } from "node:net";
import autocannon from "autocannon";
import { expect } from "playwright/test";
import { holdInserts } from "../support/servers/gate";
import { post, signupFields } from "../support/visitors/post";
import { answers } from "#supabase/testing";
import { processTime, startSite } from "../support/servers/site";
import type { TestSite } from "../support/servers/site";
import { newAddress, test } from "../support/visitors/test";

// The site itself ends after ten seconds, whatever is still to do.
test.describe.configure({ timeout: 300_000 });

const halfSent = [
  "POST / HTTP/1.1",
  "Host: localhost",
  "Content-Type: application/x-www-form-urlencoded",
  "Content-Length: 60",
  "\r\nemail=someb",
].join("\r\n");

/** A connection on which these bytes were sent. */
async function send(site: TestSite, bytes: string) {
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  // The site may cut the connection as it ends.
  socket.on("error", () => {});
  if (bytes) await new Promise((sent) => socket.write(bytes, sent));
  return socket;
}

/** After the signal the site accepts no new connection. */
const hasBegunToEnd = ({ url }: TestSite) =>
  expect.poll(() => answers(url)).toBe(false);

test("SIGUSR1, which log rotations send, opens no inspector, and a log whose reader has gone ends no site", async ({
  supabase,
}) => {
  const { url, child, output, stop } = await startSite(supabase.env);
  child.kill("SIGUSR1");
  expect((await post(url)).status).toBe(303);
  expect(output()).not.toMatch(/debugger|inspector/i);
  child.stdout.destroy();
  child.stderr.destroy();
  // Each request logs a line that cannot be written.
  for (const path of ["/", "/nope", "/"]) await fetch(url + path);
  expect((await post(url)).status).toBe(303);
  expect(await stop()).toBe(0);
});

// A terminal that closes sends SIGHUP, and a supervisor another signal besides. Ctrl-C
// reaches the site from the terminal, and again through npm.
for (const [first, second] of [
  ["SIGHUP", "SIGTERM"],
  ["SIGINT", "SIGINT"],
] as const) {
  test(`at ${first} and ${second}, a post that waits for a slow database is answered before the site ends`, async ({
    supabase,
  }) => {
    const site = await startSite(supabase.env);
    const email = newAddress();
    const inserts = holdInserts(supabase);
    const answered = post(site.url, signupFields({ email }));
    await expect.poll(inserts.count).toBe(1);
    const stopped = site.stop(first);
    await hasBegunToEnd(site);
    site.child.kill(second);
    inserts.release();
    expect((await answered).status).toBe(303);
    expect(await stopped).toBe(0);
    expect(await supabase.signups(email)).toHaveLength(1);
    expect(site.output()).not.toMatch(/error/i);
  });
}

test("the site ends as soon as its last request, and two signals close the embedded database once", async () => {
  const site = await startSite();
  // Its connection stays open.
  expect((await post(site.url)).status).toBe(303);
  const sending = await send(site, halfSent);
  site.child.kill("SIGINT");
  await hasBegunToEnd(site);
  const stopped = site.stop();
  const started = performance.now();
  sending.destroy();
  expect(await stopped).toBe(0);
  // An open connection would keep it for eight seconds.
  expect(performance.now() - started).toBeLessThan(4000);
  expect(site.output()).not.toMatch(/error/i);
});

test(
  "a log's reader that stands still keeps neither the site from ending nor a line forever",
  { tag: "@slow" },
  async ({ supabase }) => {
    const { url, child, stop } = await startSite(supabase.env);
    const streams = [child.stdout, child.stderr];
    // Chunks of both together may tear a line.
    const printed = streams.map(() => "");
    for (const [index, stream] of streams.entries()) {
      stream.on("data", (chunk) => (printed[index] += String(chunk)));
      stream.pause();
    }
    const options = { url: `${url}/${"x".repeat(180)}`, connections: 20 };
    const { requests } = await autocannon({ ...options, amount: 10_000 });
    for (const stream of streams) stream.resume();
    const count = (pattern: RegExp) =>
      printed
        .flatMap((text) => [...text.matchAll(pattern)])
        .reduce((sum, [, lines = 1]) => sum + Number(lines), 0);
    const lost = () => count(/"Log lines dropped[^}]*"lines":(\d+)/g);
    // Each request has a line, and each page that is not there one more.
    const written = () => count(/"(?:Request|404 Error).*x{180}/g);
    const isComplete = async () => {
      // The next lines tell how many are lost, and may be lost themselves.
      await fetch(`${url}/nothing`);
      return written() + lost() >= 2 * requests.total;
    };
    await expect.poll(isComplete, processTime).toBe(true);
    expect(lost()).toBeGreaterThan(0);

    for (const stream of streams) stream.pause();
    await autocannon({ ...options, amount: 2000 });
    const ended = once(child, "exit");
    const stopped = stop();
    expect(await ended).toEqual([0, null]);
    for (const stream of streams) stream.resume();
    await stopped;
  },
);

test(
  "idle, half-sent and busy keep-alive connections do not keep the site from ending",
  { tag: "@slow" },
  async ({ supabase }) => {
    const site = await startSite(supabase.env);
    const sockets = await Promise.all([
      send(site, ""),
      send(site, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Ty"),
      send(site, halfSent),
    ]);
    const get = async () => (await fetch(`${site.url}/healthz`)).text();
    // By the time it answers this, the site has the partial requests.
    await get();
    const asking = (async () => {
      for (;;) await get();
    })().catch(() => {});
    expect(await site.stop()).toBe(0);
    await asking;
    for (const socket of sockets) socket.destroy();
  },
);
