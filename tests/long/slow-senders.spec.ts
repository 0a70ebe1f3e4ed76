import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { connect } from "node:net";
import { connect as tls } from "node:tls";
import { expect } from "playwright/test";
import { send as ask } from "../support/fixtures/ask";
import { startNginx } from "../support/fixtures/nginx";
import { slowness } from "../support/fixtures/pace";
import { sendSlowly } from "../support/fixtures/slow-senders";
import { temporaryFolder } from "../support/fixtures/supabase";
import { newAddress, test } from "../support/fixtures/test";
import { makeCertificate } from "../support/fixtures/tls-proxy";

// One worker runs one attack at a time.
test.describe.configure({ mode: "default" });

// On Linux all of 127.0.0.0/8 is this machine.
const [attacker, visitor] = ["127.0.0.66", "127.0.0.9"];

const head = (method: string) => `${method} / HTTP/1.1\r\nHost: localhost\r\n`;
const bodies = ["PUT", "POST", "GET"].flatMap((method) => [
  `${head(method)}Content-Length: 60\r\n\r\nemail=`,
  `${head(method)}Transfer-Encoding: chunked\r\n\r\n60\r\nemail=`,
  // nginx refuses this one before it counts anyone.
  `${head(method)}Content-Length: 2000000\r\n\r\nemail=`,
]);
const heads = ["PUT", "GET"].map((method) => `${head(method)}X: `);

for (const [what, connections, beginnings, againMs, areHeld] of [
  // nginx limits the first, and has room for the second.
  ["8,000 bodies that arrive byte by byte", 8000, bodies, 2000, false],
  ["6,000 requests whose headers never end", 6000, heads, 0, true],
] as const) {
  test(
    `${what} from one address leave every visitor answered`,
    { tag: "@measures" },
    async ({ site }) => {
      const nginx = await startNginx([site.url]);
      const senders = sendSlowly({
        port: Number(new URL(nginx.url).port),
        ...{ localAddress: attacker, connections, againMs },
        ...{ beginnings: [...beginnings], byteEveryMs: 4000 },
      });
      const statuses: unknown[] = [];
      let cut = 0;
      const held: number[] = [];
      for await (const report of senders.reports()) {
        // With a cookie, the request bypasses nginx's cache.
        const headers = { Cookie: "a=b" };
        const signal = AbortSignal.timeout(10_000);
        const options = { localAddress: visitor, headers, signal };
        const visit = ask(nginx.url, options).then(({ status }) => status);
        statuses.push(await visit.catch((error: Error) => error.message));
        cut = report.cut;
        held.push(report.held);
        if (statuses.length === 10) break;
      }
      await senders.stop();
      await nginx.stop();
      expect(statuses).toEqual(Array(10).fill(200));
      // No connection lasts these ten seconds.
      expect(cut).toBeGreaterThan(connections);
      // A busy machine opens fewer at a time.
      const least = 4500 / slowness();
      if (areHeld) expect(Math.max(...held)).toBeGreaterThan(least);
      else expect(Math.min(...held)).toBeLessThanOrEqual(100);
    },
  );
}

test(
  "no network holds more than 1,000 HTTP/2 requests open, or keeps half a TLS handshake",
  { tag: "@measures" },
  async ({ site }) => {
    const folder = temporaryFolder();
    const certificate = makeCertificate(folder);
    const nginx = await startNginx([site.url], certificate);
    const port = Number(new URL(nginx.url).port);
    const start = performance.now();
    const half = connect({ port, localAddress: attacker }).resume();
    half.write(Buffer.from([0x16, 3, 1, 1, 0, 1]));
    const isCut = once(half, "close");

    const open = (localAddress: string) => {
      const socket = connect({ port, localAddress });
      const { cert: ca } = certificate.tls;
      const options = { socket, ca, host: "127.0.0.1", ALPNProtocols: ["h2"] };
      return connectHttp2(nginx.url, { createConnection: () => tls(options) });
    };
    const attackers = Array.from({ length: 12 }, () => open(attacker));
    let refused = 0;
    for (const connection of attackers) {
      for (let index = 0; index < 100; index++) {
        // A GET whose body has no length and never arrives.
        const stream = connection.request({}, { endStream: false });
        stream.on("error", () => {}).resume();
        stream.on("response", ({ ":status": status }) => {
          if (status === 429) refused++;
        });
      }
    }
    await expect.poll(() => refused).toBe(200);

    const neighbor = open(visitor);
    const [answer] = (await once(neighbor.request({}), "response")) as [
      { ":status": number },
    ];
    expect(answer[":status"]).toBe(200);
    await isCut;
    expect(performance.now() - start).toBeLessThan(8000);
    for (const connection of [neighbor, ...attackers]) connection.destroy();
    await nginx.stop();
    rmSync(folder, { recursive: true });
  },
);

test(
  "1,500 visitors of one address are answered, and so are 90 who post at once",
  { tag: "@measures" },
  async ({ site }) => {
    const nginx = await startNginx([site.url]);
    const visits = Array.from({ length: 1500 }, () => fetch(nginx.url));
    for (const { status } of await Promise.all(visits))
      expect(status).toBe(200);
    const posts = Array.from({ length: 90 }, () => {
      const signup = { email: newAddress(), signup_source: "hero_section" };
      const body = new URLSearchParams(signup);
      return fetch(nginx.url, { method: "POST", body, redirect: "manual" });
    });
    for (const { status } of await Promise.all(posts)) expect(status).toBe(303);
    await nginx.stop();
  },
);
