import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { expect } from "playwright/test";
import {
  processorTime,
  residentMemory,
  timeOfGets,
} from "../support/fixtures/bystander";
import { startNginx } from "../support/fixtures/nginx";
import { slowness } from "../support/fixtures/pace";
import { postBody } from "../support/fixtures/post";
import { expectNodesAnswer, sendRaw } from "../support/fixtures/raw";
import { startSite } from "../support/fixtures/site";
import { test } from "../support/fixtures/test";

// One worker runs one attack at a time, and measures how long others wait.
test.describe.configure({ mode: "default" });

const urlencoded = "application/x-www-form-urlencoded";
const post = (url: string, body: string) =>
  postBody(url, body, { "Content-Type": urlencoded });

/** Bodies under 128 KiB that could be slow to read or make a long page. */
const expensiveBodies: [what: string, body: string][] = [
  [
    "43,000 ampersands in a field, each eleven bytes in a page",
    `email=${"%26".repeat(43_000)}`,
  ],
  [
    "8,000 ampersands in a field that may hold as many characters",
    `email=${"%26".repeat(8000)}`,
  ],
  ["130,000 ampersands between no fields", "&".repeat(130_000)],
  ["43,000 fields", "a=&".repeat(43_000)],
];

test(
  "no body costs more than two signups, nor comes back many times its size",
  { tag: "@measures" },
  async ({ site }) => {
    let visitor = 0;
    const signup = () =>
      new URLSearchParams({
        email: `raver${visitor++}@example.com`,
        signup_source: "hero_section",
      }).toString();
    const measure = async (body: () => string) => {
      const times = 120;
      const before = processorTime(site.pid);
      let longest = 0;
      for (let round = 0; round < times; round++) {
        const answer = await post(site.url, body());
        longest = Math.max(longest, (await answer.text()).length);
      }
      return { time: (processorTime(site.pid) - before) / times, longest };
    };
    /** CPU time of one post, once the site's code for it is warm. */
    const cost = async (body: () => string) => {
      await measure(body);
      const measured = [
        await measure(body),
        await measure(body),
        await measure(body),
      ];
      // Other load on the machine only adds to a measurement.
      measured.sort((one, other) => one.time - other.time);
      return measured[0] ?? { time: NaN, longest: NaN };
    };
    const normal = await cost(signup);
    for (const [what, body] of expensiveBodies) {
      const { time, longest } = await cost(() => body);
      expect(time, what).toBeLessThan(2 * normal.time);
      expect(longest, what).toBeLessThan(100_000);
    }
  },
);

test(
  "an address over its limit delays nobody, whatever it posts",
  { tag: "@measures" },
  async ({ supabase }) => {
    const site = await startSite({
      ...supabase.env,
      RATE_LIMIT_PER_MINUTE: "2",
    });
    const flood = async () => {
      const bodies = [
        ...expensiveBodies,
        ["a signup", `email=a%40b.co&signup_source=hero_section`],
      ] as const;
      for (let round = 0; round < 40; round++) {
        // A browser has about as many connections.
        await Promise.all(
          Array.from({ length: 8 }, async (_, index) => {
            const [, body] = bodies[index % bodies.length] ?? bodies[0];
            await (await post(site.url, body)).text();
          }),
        );
      }
    };
    await timeOfGets(site.url, post(site.url, "email="));
    const time = await timeOfGets(site.url, flood());
    await site.stop();
    expect(time).toBeLessThan(200 * slowness());
  },
);

test(
  "a 404 costs no more than a page",
  { tag: "@measures" },
  async ({ site }) => {
    // Compiling and collecting garbage may fall into one of the rounds.
    const cost = async (path: string) => {
      const requests = 150;
      const rounds: number[] = [];
      while (rounds.length < 3) {
        const before = processorTime(site.pid);
        for (let request = 0; request < requests; request++) {
          await (await fetch(`${site.url}${path}${request}`)).text();
        }
        rounds.push((processorTime(site.pid) - before) / requests);
      }
      return Math.min(...rounds);
    };
    for (const path of ["/?warm=", "/nope/"]) await cost(path);
    const page = await cost("/?");
    for (const path of [
      "/nope-",
      `/${"x".repeat(15_000)}`,
      "/%00",
      "/nope.js",
    ]) {
      expect(await cost(path), path.slice(0, 20)).toBeLessThan(2 * page + 0.1);
    }
  },
);

test(
  "100 connections that pipeline large headers and read nothing take little memory, delay nobody and are cut off",
  { tag: "@measures" },
  async ({ supabase }) => {
    const site = await startSite(supabase.env);
    const { hostname, port } = new URL(site.url);
    const head = `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(15_000)}\r\n\r\n`;
    const many = Buffer.from(head.repeat(370));
    await timeOfGets(site.url, fetch(site.url));
    const before = residentMemory(site.pid);
    let highest = before;
    const watch = setInterval(() => {
      highest = Math.max(highest, residentMemory(site.pid));
    }, 20);
    const attack = () => {
      const socket = connect(Number(port), hostname).pause();
      socket.on("error", () => {}).write(many);
      return new Promise((resolve) => socket.once("close", resolve));
    };
    const time = await timeOfGets(
      site.url,
      Promise.all(Array.from({ length: 100 }, attack)),
    );
    clearInterval(watch);
    expect(highest - before).toBeLessThan(50);
    expect(time).toBeLessThan(500 * slowness());
    expect((await fetch(site.url)).status).toBe(200);
    await site.stop();
  },
);

test("a client that reads no response is cut off", async ({ supabase }) => {
  const site = await startSite({ ...supabase.env, SUPABASE_TIMEOUT_MS: "1" });
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on("error", () => {});
  await once(socket, "connect");
  const request = "GET /social.jpg HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const answered = () => site.output().match(/"\/social.jpg"/g)?.length ?? 0;
  // Requests follow one another until the buffers for responses are full.
  for (let requests = 1, isRead = true; isRead; requests++) {
    socket.write(request);
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
  const own = new RegExp(
    `:${hex(Number(port))} \\w+:${hex(socket.localPort)} 01 `,
  );
  const isOpen = () => own.test(readFileSync("/proc/net/tcp", "utf8"));
  expect(isOpen()).toBe(true);
  await expect.poll(isOpen).toBe(false);
  socket.destroy();
  await site.stop();
});

test("a slow sender is cut off, with the security headers", async ({
  site,
}) => {
  const start = performance.now();
  const seconds = async (text: string) => {
    expectNodesAnswer(await sendRaw(site.url, text), 408);
    return (performance.now() - start) / 1000;
  };
  const head = "POST / HTTP/1.1\r\nHost: localhost\r\n";
  const type = "Content-Type: application/x-www-form-urlencoded\r\n";
  for (const time of await Promise.all([
    seconds(head),
    seconds(`${head}${type}Content-Length: 100\r\n\r\nemail=`),
  ])) {
    expect(time).toBeGreaterThan(15);
    expect(time).toBeLessThan(20);
  }
});

test("odd requests take no server out of nginx's upstream: every visitor is answered", async ({
  supabase,
}) => {
  const sites = await Promise.all([
    startSite(supabase.env),
    startSite(supabase.env),
  ]);
  const nginx = await startNginx(sites.map(({ url }) => url));
  const quotes = "'".repeat(6000);
  const heads = [
    `GET //contact?${quotes} HTTP/1.1`,
    `GET /CONTACT?${quotes} HTTP/1.1`,
    `GET /_root.data?${quotes} HTTP/1.1`,
    `GET /${"%27".repeat(2500)} HTTP/1.1`,
    "GET /%E0%A4%A HTTP/1.1",
    "GET /?_data=root HTTP/1.1",
    "GET //evil.example HTTP/1.1",
    "DELETE /contact HTTP/1.1",
    `GET /nope HTTP/1.1${`\r\nX: ${"x".repeat(6500)}`.repeat(2)}`,
    `GET /nope HTTP/1.1${`\r\nX: ${"x".repeat(15_000)}`.repeat(3)}`,
    `GET /nope HTTP/1.1\r\nCookie: toast=${quotes}`,
    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked",
    "POST / HTTP/1.1\r\nContent-Length: 900000",
  ];
  let asked = 0;
  const answers: Promise<string>[] = [];
  // The attack sends five requests a second for ten seconds.
  const attack = setInterval(() => {
    const head = heads[asked++ % heads.length];
    const end = "Host: localhost\r\nConnection: close\r\n\r\n";
    answers.push(sendRaw(nginx.url, `${head}\r\n${end}`));
  }, 200);
  const over = once(AbortSignal.timeout(10_000), "abort");
  let isOver = false;
  void over.then(() => (isOver = true));
  const seen = new Map<number, number>();
  while (!isOver) {
    // With the cookie, nginx asks a server instead of using its cache.
    const { status } = await fetch(nginx.url, { headers: { Cookie: "a=b" } });
    seen.set(status, (seen.get(status) ?? 0) + 1);
  }
  clearInterval(attack);
  for (const answer of await Promise.all(answers)) {
    // nginx's own 503 would say that it cannot read the site's answer.
    expect(answer.slice(0, 20)).not.toMatch(/^HTTP\/1\.1 5/);
    const [head = ""] = answer.split("\r\n\r\n");
    for (const line of head.split("\r\n")) {
      expect(line.length, line.slice(0, 40)).toBeLessThan(2048);
    }
  }
  await nginx.stop();
  await Promise.all(sites.map((site) => site.stop()));
  expect([...seen.keys()]).toEqual([200]);
});
