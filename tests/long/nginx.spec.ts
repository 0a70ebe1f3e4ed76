import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { expect } from "playwright/test";
import { errorPages } from "~/content/errors";
import { signupToasts } from "~/forms/signup";
import { send as ask } from "../support/visitors/ask";
import type { Answer } from "../support/visitors/ask";
import { expectNoForgedAddress } from "../support/visitors/forged-address";
import { startNginx } from "../support/servers/nginx";
import type { TestNginx } from "../support/servers/nginx";
import { cookieOf, post, signupFields } from "../support/visitors/post";
import { startSite } from "../support/servers/site";
import { newAddress, test as base } from "../support/visitors/test";
import { freePort } from "#supabase/testing";

/** One process of the site, with the file's own nginx in front of it. */
const test = base.extend<object, { nginx: TestNginx }>({
  settings: [
    async ({ supabase }, use) =>
      use({
        ...supabase.env,
        SITE_URL: "https://kandi.example",
        CLIENT_IP_HEADER: "X-Real-IP",
        RATE_LIMIT_PER_MINUTE: "0",
      }),
    { scope: "worker" },
  ],
  nginx: [
    async ({ site }, use) => {
      const nginx = await startNginx([site.url]);
      await use(nginx);
      expect(await nginx.stop()).toBe(0);
    },
    { scope: "worker" },
  ],
});

/** What differs between two renderings of a page with a form, and between two hops. */
const own =
  /^(?:etag|content-length|transfer-encoding|date|connection|keep-alive|server|x-cache)$/;

/** What a visitor must get from nginx as from the site. */
function shared({ status, text, headers }: Answer) {
  const [, key = "-"] =
    /name="idempotency_key" value="([^"]+)"/.exec(text) ?? [];
  const lines = Object.entries(headers)
    .filter(([name]) => !own.test(name))
    .map(([name, value]) => `${name}: ${value?.toString()}`)
    .map((line) => line.replace(/'sha256-[^']+'/g, "'hash'"));
  return { status, text: text.replaceAll(key, ""), lines: lines.sort() };
}

test("pages and files are the same through nginx, and are cached for each encoding", async ({
  site,
  nginx,
}) => {
  const script = readdirSync("build/client/assets").find((name) =>
    name.endsWith(".js"),
  );
  for (const path of ["/", "/contact", "/social.jpg", `/assets/${script}`]) {
    // The site caches a page after its first rendering.
    await ask(site.url + path);
    for (const [accepted, encoding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["GZIP;q=1.0, br;q=0", "gzip"],
      // The site would compress its answer, and nginx would send that to everyone.
      ["*", "identity"],
      ["brotli, xgzip, gzip; q=0.000", "identity"],
    ] as const) {
      const what = `${path} ${accepted}`;
      const direct = { headers: { "Accept-Encoding": encoding } };
      const expected = shared(await ask(site.url + path, direct));
      const headers = { "Accept-Encoding": accepted };
      const read = () => ask(`${nginx.url}${path}?made-up`, { headers });
      expect(shared(await read()), what).toEqual(expected);
      // nginx caches a response after sending it.
      const stored = async () => (await read()).headers["x-cache"];
      await expect.poll(stored, { intervals: [10] }).toBe("HIT");
      expect(shared(await read()), what).toEqual(expected);
    }
  }
  for (const path of [
    ...["//", "/CONTACT", "/%63ontact", "/nope", "/healthz", "/nope.svg"],
  ]) {
    await ask(site.url, { path });
    const expected = shared(await ask(site.url, { path }));
    for (let time = 0; time < 2; time++) {
      const answer = await ask(nginx.url, { path });
      expect(shared(answer), path).toEqual(expected);
      expect(answer.headers["x-cache"], path).not.toBe("HIT");
    }
  }
});

test("a toast is shown only to its visitor, with a cookie and without", async ({
  nginx,
}) => {
  for (let visit = 0; visit < 20; visit++) {
    const posted = await post(nginx.url);
    const headers = { Cookie: cookieOf(posted) };
    const ticket = new URL(posted.headers.get("Location") ?? "", nginx.url);
    const [shown, alsoShown, other] = await Promise.all([
      fetch(nginx.url, { headers }),
      fetch(ticket),
      fetch(nginx.url),
    ]);
    expect(await shown.text()).toContain(signupToasts.stored.title);
    expect(await alsoShown.text()).toContain(signupToasts.stored.title);
    expect(await other.text()).not.toContain(signupToasts.stored.title);
    expect(other.headers.get("Set-Cookie")).toBeNull();
  }
});

test("no visitor can forge the counted address", async ({ settings }) => {
  const site = await startSite({ ...settings, RATE_LIMIT_PER_MINUTE: "2" });
  const nginx = await startNginx([site.url]);
  await expectNoForgedAddress(nginx.url);
  await nginx.stop();
  await site.stop();
});

test("while an address holds as many bodies open as it may, none of them reaches the site, and others are answered", async ({
  site,
  nginx,
}) => {
  const port = Number(new URL(nginx.url).port);
  // On Linux all of 127.0.0.0/8 is this machine.
  const held = Array.from({ length: 150 }, () =>
    connect({ port, localAddress: "127.0.0.66" }),
  );
  let refused = 0;
  for (const socket of held) {
    socket.once("data", (data) => {
      if (data.toString().startsWith("HTTP/1.1 429")) refused += 1;
    });
    socket.on("error", () => {});
    socket.write(
      "PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60\r\n\r\na",
    );
  }
  await expect.poll(() => refused).toBe(50);
  expect((await ask(nginx.url)).status).toBe(200);
  expect(site.output()).not.toContain('"PUT"');
  for (const socket of held) socket.destroy();
});

test("nginx's own answers have the security headers and say what to do", async ({
  nginx,
}) => {
  const { headers } = await ask(`${nginx.url}/robots.txt`);
  const names = Object.keys(headers).filter((name) =>
    /policy|options/.test(name),
  );
  expect(names.length).toBeGreaterThan(5);
  const alone = await startNginx([`http://127.0.0.1:${await freePort()}`]);
  for (const [url, options, length, status, words] of [
    [nginx.url, { headers: { Host: "a/b" } }, 0, 400, "Bad Request"],
    [nginx.url, { method: "POST" }, 2_000_000, 413, errorPages[413]?.heading],
    [alone.url, { method: "POST" }, 10, 503, "Back in a moment"],
    [alone.url, { path: "/social.jpg" }, 0, 503, "Back in a moment"],
    [alone.redirectingUrl, {}, 0, 308, "Permanent Redirect"],
  ] as const) {
    const answer = await ask(url, options, "x".repeat(length));
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(words);
    expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    const { refresh, "retry-after": later } = answer.headers;
    expect(later).toBe(status === 503 ? "5" : undefined);
    // A page reloads itself; a form is never sent again.
    expect(refresh).toBe("path" in options ? "5" : undefined);
    for (const name of names)
      expect(answer.headers, `${status}`).toHaveProperty(name);
  }
  await alone.stop();
});

test("nginx's logs identify no visitor", async ({ nginx }) => {
  const headers = { Cookie: "toast=secret-cookie", Referer: "/secret-page" };
  for (const path of ["/", "/secret@x.yz", '/last"quoted'])
    await fetch(`${nginx.url}${path}?secret=query`, { headers });
  // nginx's processes write these lines in any order.
  for (const path of ["/", "***", "/last%22quoted"])
    await expect.poll(nginx.accessLog).toContain(`"path":"${path}"`);
  const log = nginx.accessLog();
  expect(log).not.toContain("secret");
  for (const line of log.trim().split("\n")) JSON.parse(line);
  expect(log.replace(/"server":"[^"]*"/g, "")).not.toContain("127.0.0.1");
  expect(nginx.errorLog()).not.toContain("client:");
});

test("while a process is killed, every page is served and no post is stored twice", async ({
  site,
  settings,
  supabase,
}) => {
  const other = await startSite(settings);
  const nginx = await startNginx([other.url, site.url]);
  const stored: string[] = [];
  let killed: Promise<unknown> | undefined;
  // nginx refuses an address that sends more than 120 posts at once.
  const visitors = Array.from({ length: 6 }, async () => {
    let refused = 0;
    for (let visit = 0; visit < 9; visit++) {
      const email = newAddress();
      // A post that arrived twice would get a 409.
      const posted = await post(nginx.url, signupFields({ email }));
      if (posted.status === 303) stored.push(email);
      else expect([posted.status, ++refused]).toEqual([503, 1]);
      // With a cookie, nginx asks a process instead of using its cache.
      const headers = { Cookie: cookieOf(posted) || "other=1" };
      expect((await fetch(nginx.url, { headers })).status).toBe(200);
      if (stored.length >= 15 && !killed) killed = other.stop("SIGKILL");
    }
  });
  await Promise.all(visitors);
  expect(killed).toBeDefined();
  await killed;
  for (const email of stored) {
    expect(await supabase.signups(email), email).toHaveLength(1);
  }
  await nginx.stop();
});

test("1,500 visitors of one address are answered, and so are 90 who post at once, but a flood of posts does not reach the site", async ({
  site,
  nginx,
}) => {
  const statuses = async (count: number, ask: () => Promise<Response>) => {
    const answers = await Promise.all(Array.from({ length: count }, ask));
    return answers.map(({ status }) => status);
  };
  const reached = () => site.output().split('"POST"').length;
  const before = reached();
  const visits = await statuses(1500, () => fetch(nginx.url));
  expect(new Set(visits)).toEqual(new Set([200]));
  const posts = await statuses(90, () => post(nginx.url));
  expect(new Set(posts)).toEqual(new Set([303]));
  const flood = await statuses(200, () => post(nginx.url));
  const refused = flood.filter((status) => status === 429).length;
  expect(refused).toBeGreaterThan(40);
  await expect.poll(reached).toBe(before + 90 + 200 - refused);
});
