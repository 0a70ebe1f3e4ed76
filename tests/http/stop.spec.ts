import { once } from "node:events";
import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { expect } from "playwright/test";
import { holdInserts } from "../support/fixtures/gate";
import { post, signupFields } from "../support/fixtures/post";
import { startSite } from "../support/fixtures/site";
import type { TestSite } from "../support/fixtures/site";
import { newAddress, test } from "../support/fixtures/test";

/**
 * Asks the site to end, and kills it after a minute.
 *
 * @returns its exit code, null for a kill
 */
async function stop(site: TestSite) {
  const timer = setTimeout(() => void site.stop("SIGKILL"), 60_000);
  const code = await site.stop();
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

test("SIGUSR1, which log rotations send, changes nothing and opens no inspector", async ({
  supabase,
}) => {
  const site = await startSite(supabase.env);
  process.kill(site.pid ?? NaN, "SIGUSR1");
  expect((await post(site.url)).status).toBe(303);
  expect(await stop(site)).toBe(0);
  expect(site.output()).not.toMatch(/debugger|inspector/i);
});

for (const where of ["the embedded database", "a Supabase project"]) {
  test(`idle on ${where}, the site ends at once`, async ({ supabase }) => {
    const isProject = where === "a Supabase project";
    const site = await startSite(isProject ? supabase.env : {});
    expect((await post(site.url)).status).toBe(303);
    const started = performance.now();
    expect(await stop(site)).toBe(0);
    const took = performance.now() - started;
    // An open connection would keep it for eight seconds.
    expect(took).toBeLessThan(4000);
  });
}

test("a post that waits for a slow database is answered before the site ends", async ({
  supabase,
}) => {
  const site = await startSite(supabase.env);
  const email = newAddress();
  const inserts = holdInserts(supabase);
  try {
    const answered = post(site.url, signupFields({ email }));
    await expect.poll(inserts.count).toBe(1);
    const stopped = stop(site);
    // After the signal the site accepts no new connection.
    await expect.poll(() => accepts(site)).toBe(false);
    inserts.release();
    expect((await answered).status).toBe(303);
    expect(await stopped).toBe(0);
    expect(await supabase.signups(email)).toHaveLength(1);
  } finally {
    inserts.release();
  }
});

const head = "POST / HTTP/1.1\r\nHost: localhost\r\n";
const bodyType = "Content-Type: application/x-www-form-urlencoded\r\n";

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
