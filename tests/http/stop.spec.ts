import { once } from "node:events";
import { rmSync } from "node:fs";
import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import autocannon from "autocannon";
import { expect } from "playwright/test";
import { holdInserts } from "../support/servers/gate";
import { post, signupFields } from "../support/visitors/post";
import { answers, databaseFolder, freePort } from "#supabase/testing";
import { processTime, runSite, startSite } from "../support/servers/site";
import type { TestSite } from "../support/servers/site";
import { newAddress, test } from "../support/visitors/test";

/**
 * Asks the site to end, and kills it after a minute.
 *
 * @returns its exit code, null for a kill
 */
async function stop(site: TestSite, signal?: NodeJS.Signals) {
  const timer = setTimeout(() => void site.stop("SIGKILL"), 60_000);
  const code = await site.stop(signal);
  clearTimeout(timer);
  return code;
}

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

const accepts = async (site: TestSite) => {
  const socket = await send(site, "").catch(() => undefined);
  socket?.destroy();
  return socket !== undefined;
};

test("SIGUSR1, which log rotations send, opens no inspector, and a log whose reader has gone ends no site", async ({
  supabase,
}) => {
  const PORT = String(await freePort());
  const url = `http://127.0.0.1:${PORT}`;
  const { child, exit, output } = runSite({ ...supabase.env, PORT });
  await expect.poll(output, processTime).toContain(" listens on ");
  child.kill("SIGUSR1");
  expect((await post(url)).status).toBe(303);
  expect(output()).not.toMatch(/debugger|inspector/i);
  child.stdout.destroy();
  child.stderr.destroy();
  // Each request logs a line that cannot be written.
  for (const path of ["/", "/nope", "/"]) await fetch(url + path);
  expect((await post(url)).status).toBe(303);
  child.kill();
  expect(await exit).toBe(0);
});

const head = "POST / HTTP/1.1\r\nHost: localhost\r\n";
const bodyType = "Content-Type: application/x-www-form-urlencoded\r\n";

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
    try {
      const answered = post(site.url, signupFields({ email }));
      await expect.poll(inserts.count).toBe(1);
      const stopped = stop(site, first);
      // After the signal the site accepts no new connection.
      await expect.poll(() => accepts(site)).toBe(false);
      process.kill(site.pid ?? NaN, second);
      inserts.release();
      expect((await answered).status).toBe(303);
      expect(await stopped).toBe(0);
      expect(await supabase.signups(email)).toHaveLength(1);
      expect(site.output()).not.toMatch(/error/i);
    } finally {
      inserts.release();
    }
  });
}

test("the site ends as soon as its last request, and two signals close the embedded database once", async () => {
  const site = await startSite();
  // Its connection stays open.
  expect((await post(site.url)).status).toBe(303);
  const sending = await send(
    site,
    `${head}${bodyType}Content-Length: 9\r\n\r\n`,
  );
  process.kill(site.pid ?? NaN, "SIGINT");
  await expect.poll(() => accepts(site)).toBe(false);
  const stopped = stop(site);
  const started = performance.now();
  sending.destroy();
  expect(await stopped).toBe(0);
  // An open connection would keep it for eight seconds.
  expect(performance.now() - started).toBeLessThan(4000);
  expect(site.output()).not.toMatch(/error/i);
});

/** Starts a site whose log is read only while `read` says so. */
async function startUnread() {
  const PORT = String(await freePort());
  const DATA_DIR = databaseFolder();
  const site = runSite({ PORT, DATA_DIR, RATE_LIMIT_PER_MINUTE: "0" });
  const url = `http://127.0.0.1:${PORT}`;
  await site.until(() => answers(`${url}/healthz`));
  const streams = [site.child.stdout, site.child.stderr];
  const ask = (count: number) =>
    autocannon({
      url: `${url}/${"x".repeat(180)}`,
      amount: count,
      connections: 20,
    });
  /** What each stream has printed. Chunks of both together may tear a line. */
  const printed = streams.map(() => "");
  for (const [index, stream] of streams.entries()) {
    stream.on("data", (chunk) => (printed[index] += String(chunk)));
    stream.pause();
  }
  const read = () => {
    for (const stream of streams) stream.resume();
  };
  const remove = () => rmSync(DATA_DIR, { recursive: true });
  return { ...site, url, ask, read, printed, remove };
}

test(
  "a log's reader that stands still keeps neither the site from ending nor a line forever",
  { tag: "@slow" },
  async () => {
    const site = await startUnread();
    const { requests } = await site.ask(20_000);
    site.read();
    const count = (pattern: RegExp) =>
      site.printed
        .flatMap((text) => [...text.matchAll(pattern)])
        .reduce((sum, [, lines = 1]) => sum + Number(lines), 0);
    const lost = () => count(/"Log lines dropped[^}]*"lines":(\d+)/g);
    // Each request has a line, and each page that is not there one more.
    const written = () => count(/"(?:Request|404 Error).*x{180}/g);
    const isComplete = async () => {
      // The next lines tell how many are lost, and may be lost themselves.
      await fetch(`${site.url}/nothing`);
      return written() + lost() >= 2 * requests.total;
    };
    await expect.poll(isComplete, processTime).toBe(true);
    expect(lost()).toBeGreaterThan(0);
    site.child.kill();
    expect(await site.exit).toBe(0);
    site.remove();

    const unread = await startUnread();
    await unread.ask(5000);
    unread.child.kill();
    const timer = setTimeout(() => unread.child.kill("SIGKILL"), 60_000);
    const ended = once(unread.child, "exit");
    expect(await ended).toEqual([0, null]);
    clearTimeout(timer);
    unread.read();
    unread.remove();
  },
);

test(
  "idle, half-sent and busy keep-alive connections do not keep the site from ending",
  { tag: "@slow" },
  async () => {
    const site = await startSite();
    const sockets = await Promise.all([
      send(site, ""),
      send(site, `${head}Content-Ty`),
      send(site, `${head}${bodyType}Content-Length: 60\r\n\r\nemail=someb`),
    ]);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const get = async () => {
      const asked = request(`${site.url}/healthz`, { agent }).end();
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      await once(answer.resume(), "end");
    };
    // By the time it answers this, the site has the partial requests.
    await get();
    const asking = (async () => {
      for (;;) await get();
    })().catch(() => {});
    const code = await stop(site);
    await asking;
    agent.destroy();
    for (const socket of sockets) socket.destroy();
    expect(code).toBe(0);
  },
);
