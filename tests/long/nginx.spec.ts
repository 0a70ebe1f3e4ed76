import type { IncomingHttpHeaders } from "node:http";
import { readdirSync } from "node:fs";
import { expect } from "playwright/test";
import { errorPages } from "~/content/errors";
import { pages } from "~/content/pages";
import { signupToasts } from "~/forms/signup";
import { bareAnswerHeaders } from "~/server/middleware/security-headers.server";
import { encodings, send as ask } from "../support/fixtures/ask";
import type { Answer } from "../support/fixtures/ask";
import { startMisbehavingServer } from "../support/fixtures/misbehaving-server";
import { expectNoForgedAddress } from "../support/fixtures/forged-address";
import { startNginx } from "../support/fixtures/nginx";
import type { TestNginx } from "../support/fixtures/nginx";
import { sendRaw } from "../support/fixtures/raw";
import { freePort, startSite } from "../support/fixtures/site";
import { newAddress, test as base } from "../support/fixtures/test";

const behindNginx = {
  SITE_URL: "https://kandi.example",
  CLIENT_IP_HEADER: "X-Real-IP",
  RATE_LIMIT_PER_MINUTE: "0",
};
const paths: string[] = Object.values(pages).map(({ path }) => path);

/** One process of the site, with the test's own nginx in front of it. */
const test = base.extend<{ nginx: TestNginx }, object>({
  settings: [
    async ({ supabase }, use) => use({ ...supabase.env, ...behindNginx }),
    { scope: "worker" },
  ],
  nginx: async ({ site }, use) => {
    // The site caches a page after its first render, and gives it an ETag.
    for (const path of paths) await ask(site.url + path);
    const nginx = await startNginx([site.url]);
    await use(nginx);
    expect(await nginx.stop()).toBe(0);
  },
});

/** Both differ between two responses with a form's page. */
const withoutHashes = (header: unknown) =>
  String(header).replace(/'sha256-[^']+'/g, "'hash'");
const withoutKey = (html: string) => html.replaceAll(keyOf(html) || "-", "");

const keyOf = (html: string): string =>
  /name="idempotency_key" value="([^"]+)"/.exec(html)?.[1] ?? "";

const signup = (email: string, idempotency_key = "") =>
  new URLSearchParams({ email, signup_source: "cta_section", idempotency_key });

const post = (url: string, body: URLSearchParams) =>
  fetch(url, { method: "POST", body, redirect: "manual" });

const cookieOf = (answer: Response): string =>
  answer.headers.get("Set-Cookie")?.split(";")[0] ?? "";

const names = Object.keys(bareAnswerHeaders).map((name) => name.toLowerCase());
const secure = (headers: IncomingHttpHeaders) =>
  names.map((name) => `${name}: ${withoutHashes(headers[name])}`);

test("every page is the same through nginx", async ({ site, nginx }) => {
  for (const path of paths) {
    // The day may have changed since the page was cached; it is rendered anew.
    await ask(site.url + path);
    const own = await ask(site.url + path);
    for (const [accepted, encoding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["br;q=0.5, gzip;q=0", "br"],
      ["GZIP;q=1.0, br;q=0", "gzip"],
      // The site would compress this, and nginx would cache that for the next.
      ["*", undefined],
      ["brotli, xgzip, gzip; q=0.000", undefined],
    ] as const) {
      const headers = { "Accept-Encoding": accepted };
      const read = () => ask(nginx.url + path, { headers });
      const stored = async () => (await read()).headers["x-cache"];
      const first = await read();
      await expect.poll(stored, { intervals: [10] }).toBe("HIT");
      for (const answer of [first, await read()]) {
        const what = `${path} ${accepted}`;
        expect(answer.status, what).toBe(200);
        expect(answer.headers["content-encoding"], what).toBe(encoding);
        expect(withoutKey(answer.text), what).toBe(withoutKey(own.text));
        expect(secure(answer.headers), what).toEqual(secure(own.headers));
        for (const name of ["cache-control", "content-type", "vary"]) {
          expect(answer.headers[name], what).toBe(own.headers[name]);
        }
      }
    }
  }
  const { etag } = (await ask(`${nginx.url}/terms`)).headers;
  const headers = { "If-None-Match": etag };
  expect((await ask(`${nginx.url}/terms`, { headers })).status).toBe(304);
});

test("a cached page is at most two seconds old", async ({ nginx }) => {
  const form = signup(newAddress(), keyOf((await ask(nginx.url)).text));
  const start = performance.now();
  let end = Infinity;
  const seen: { key: string; sent: number }[] = [];
  const reading = encodings.map(async ([accepted]) => {
    const headers = { "Accept-Encoding": accepted };
    let hits = 0;
    let others = 0;
    for (let sent = start; sent < end; sent = performance.now()) {
      const answer = await ask(`${nginx.url}/?made-up=${hits}`, { headers });
      seen.push({ key: keyOf(answer.text), sent });
      if (answer.headers["x-cache"] === "HIT") hits++;
      else others++;
    }
    return { hits, others };
  });
  expect((await post(nginx.url, form)).status).toBe(303);
  const success = performance.now();
  end = success + 5000;
  for (const { hits, others } of await Promise.all(reading)) {
    expect(hits).toBeGreaterThan(others);
    expect(others).toBeGreaterThanOrEqual(2);
    expect(others).toBeLessThanOrEqual(1 + (end - start) / 1000);
  }
  const late = seen.filter(({ sent }) => sent > success + 2050);
  expect(late.length).toBeGreaterThan(encodings.length);
  const keys = new Set(late.map(({ key }) => key));
  expect(keys).not.toContain(form.get("idempotency_key"));
});

test("only a page requested without a cookie is cached", async ({
  site,
  nginx,
}) => {
  for (const [path, method = "GET"] of [
    ...[["//"], ["/CONTACT"], ["/contact/"], ["/./contact"], ["/%63ontact"]],
    ...[["/nope"], ["/nope?contact"], ["/healthz"]],
    ...[["/assets/nope.js"], ["/nope.svg"], ["/favicon.svg.gz"]],
    ...[["/favicon.svg", "POST"], ...paths.map((path) => [path])],
  ]) {
    const headers = paths.includes(path ?? "") ? { Cookie: "other=1" } : {};
    const options = { path, method, headers };
    const own = await ask(site.url, options);
    for (let time = 0; time < 2; time++) {
      const answer = await ask(nginx.url, options);
      const { location, "x-cache": cache } = answer.headers;
      expect(cache, path).not.toBe("HIT");
      expect([answer.status, location], path).toEqual([
        ...[own.status, own.headers.location],
      ]);
      expect(withoutKey(answer.text), path).toBe(withoutKey(own.text));
    }
  }
  expect(nginx.stored()).toEqual([]);
});

test("a toast is shown only to its visitor", async ({ nginx }) => {
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      const answer = await fetch(nginx.url);
      expect(answer.headers.get("Set-Cookie")).toBeNull();
      expect(await answer.text()).not.toContain(signupToasts.stored.title);
    }
  })();
  for (let visit = 0; visit < 20; visit++) {
    const posted = await post(nginx.url, signup(newAddress()));
    const headers = { Cookie: cookieOf(posted) };
    const shown = await fetch(nginx.url, { headers });
    expect(await shown.text()).toContain(signupToasts.stored.title);
    expect(shown.headers.get("Set-Cookie")).toContain(
      "Expires=Mon, 01 Jan 2001",
    );
  }
  isOver = true;
  await others;
});

test("a response with Set-Cookie is never cached", async () => {
  const server = await startMisbehavingServer("http://unused.example");
  const nginx = await startNginx([server.url]);
  let visitors = 0;
  server.behave(({ response }) => {
    const cookie = `visitor=${++visitors}`;
    response.setHeader("Cache-Control", "public, s-maxage=60");
    response.setHeader("Set-Cookie", cookie).end(cookie);
  });
  for (const visitor of [1, 2, 3]) {
    expect((await ask(nginx.url)).text).toBe(`visitor=${visitor}`);
  }
  expect(nginx.stored()).toEqual([]);
  await nginx.stop();
  await server.stop();
});

test("no visitor can forge the counted address", async ({ settings }) => {
  const site = await startSite({ ...settings, RATE_LIMIT_PER_MINUTE: "2" });
  const nginx = await startNginx([site.url]);
  await expectNoForgedAddress(nginx.url);
  await nginx.stop();
  await site.stop();
});

test("files are served as built, and are cached", async ({ site, nginx }) => {
  const files = readdirSync("build/client", { recursive: true })
    .map((name) => `/${String(name)}`)
    .filter((name) => /\.(?:js|svg|png|jpg)$/.test(name));
  expect(files.length).toBeGreaterThan(10);
  const ignored = ["date", "connection", "keep-alive", "server", "x-cache"];
  const kept = ({ headers }: Answer) =>
    Object.entries(headers).filter(([name]) => !ignored.includes(name));
  for (const path of files) {
    for (const [accepted] of encodings) {
      const options = { headers: { "Accept-Encoding": accepted } };
      const what = `${path} ${accepted}`;
      const own = await ask(site.url + path, options);
      expect(own.status, what).toBe(200);
      const read = () => ask(`${nginx.url}${path}?made-up`, options);
      const cache = async () => (await read()).headers["x-cache"];
      const first = await read();
      expect(first.headers["x-cache"], what).toBe("MISS");
      // nginx caches a response after sending it.
      await expect.poll(cache, { intervals: [10] }).toBe("HIT");
      for (const answer of [first, await read()]) {
        expect(answer.body.equals(own.body), what).toBe(true);
        expect(new Map(kept(answer)), what).toEqual(new Map(kept(own)));
      }
    }
  }
});

test("slow senders are limited and cut off", async ({ site, nginx }) => {
  const before = site.output().length;
  const head = "POST /slow HTTP/1.1\r\nHost: localhost\r\n";
  const start = performance.now();
  const body = `${head}Content-Length: 60\r\n\r\nemail=someb`;
  const parts = [`${head}Content-Ty`, ...Array<string>(110).fill(body)];
  const slow = parts.map((part) => sendRaw(nginx.url, part));
  const send = () => ask(nginx.url, { method: "POST" });
  await expect
    .poll(() => {
      // This sender takes the slot of an earlier poll.
      slow.push(sendRaw(nginx.url, body));
      return send().then(({ status }) => status);
    })
    .toBe(429);
  const { headers, text } = await send();
  expect(text).toContain("<h1>Too many at once</h1>");
  expect(headers["retry-after"]).toBe("5");
  expect(secure(headers).join()).not.toContain("undefined");
  expect((await ask(nginx.url)).status).toBe(200);

  for (const answer of await Promise.all(slow)) {
    expect(answer).toMatch(/^(?:HTTP\S+ (?:408|429)|$)/);
  }
  expect(performance.now() - start).toBeLessThan(20_000);
  expect(site.output().slice(before)).not.toContain("/slow");
});

test("nginx's own responses have security headers", async ({ nginx }) => {
  const alone = await startNginx([`http://127.0.0.1:${await freePort()}`]);
  for (const [url, options, length, status, words] of [
    [nginx.url, { headers: { Host: "a/b" } }, 0, 400, "Bad Request"],
    [nginx.url, { method: "POST" }, 200_000, 413, errorPages[413]?.text],
    [nginx.url, { method: "POST" }, 2_000_000, 413, errorPages[413]?.heading],
    [alone.url, { method: "POST" }, 10, 503, "Back in a moment"],
    [alone.url, {}, 0, 503, "Back in a moment"],
    [alone.url, { path: "/social.jpg" }, 0, 503, "Back in a moment"],
    [alone.redirectingUrl, {}, 0, 308, "Permanent Redirect"],
  ] as const) {
    const answer = await ask(url, options, "x".repeat(length));
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(words);
    expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    if (status === 503) expect(answer.headers["retry-after"]).toBe("5");
    expect(secure(answer.headers).join()).not.toContain("undefined");
  }
  await alone.stop();
});

test("nginx's logs identify no visitor", async ({ nginx }) => {
  const headers = { Cookie: "toast=secret-cookie", Referer: "/secret-page" };
  for (const path of ["/", "/assets/nope.js", "/secret@x.yz", '/last"quoted']) {
    await fetch(`${nginx.url}${path}?secret=query`, { headers });
  }
  // nginx's processes write these lines in any order.
  for (const path of ["/", "/assets/nope.js", "***", "/last%22quoted"]) {
    await expect.poll(nginx.accessLog).toContain(`"path":"${path}"`);
  }
  const log = nginx.accessLog();
  expect(log).not.toContain("secret");
  for (const line of log.trim().split("\n")) JSON.parse(line);
  expect(log.replace(/"server":"[^"]*"/g, "")).not.toContain("127.0.0.1");
  expect(nginx.errorLog()).not.toContain("client:");
});

test("a killed process duplicates no post", async ({ settings, supabase }) => {
  const sites = await Promise.all([1, 2, 3].map(() => startSite(settings)));
  const nginx = await startNginx(sites.map(({ url }) => url));
  const stored: string[] = [];
  let sent = 0;
  let isOver = false;
  const visitors = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      const email = newAddress();
      sent++;
      // A post that arrived twice would get a 409.
      const posted = await post(nginx.url, signup(email));
      const isStored = posted.status === 303;
      if (isStored) stored.push(email);
      else expect(posted.status).toBe(503);
      const headers = { Cookie: cookieOf(posted) || "other=1" };
      const load = () => fetch(nginx.url, { headers });
      const page = await load();
      expect(page.status).toBe(200);
      // The kill cuts a page short that is being sent; its visitor reloads it.
      const text = await page.text().catch(async () => (await load()).text());
      expect(text.includes(signupToasts.stored.title)).toBe(isStored);
    }
  });
  await expect.poll(() => stored.length).toBeGreaterThan(60);
  await sites[0]?.stop("SIGKILL");
  await expect.poll(() => stored.length).toBeGreaterThan(200);
  isOver = true;
  await Promise.all(visitors);
  // Each visitor has one post in progress.
  expect(sent - stored.length).toBeLessThanOrEqual(6);
  for (const email of stored) {
    expect(await supabase.signups(email), email).toHaveLength(1);
  }
  await nginx.stop();
  await Promise.all(sites.map((site) => site.stop("SIGKILL")));
});

test("only an unsent post goes elsewhere", async ({ site, supabase }) => {
  const cutting = await startMisbehavingServer(site.url);
  const nginx = await startNginx([cutting.url, site.url]);
  let cuts = 0;
  cutting.behave(async ({ response, pass }) => {
    await pass();
    cuts++;
    response.socket?.resetAndDestroy();
  });
  // One failure takes no process out, so the second follows immediately.
  for (let time = 0; time < 10; time++) {
    const [email, before] = [newAddress(), cuts];
    const { status } = await post(nginx.url, signup(email));
    expect(status).toBe(cuts > before ? 503 : 303);
    expect(await supabase.signups(email)).toHaveLength(1);
  }
  expect(cuts).toBeGreaterThan(1);
  await cutting.close();
  for (let time = 0; time < 50; time++) {
    expect((await post(nginx.url, signup(newAddress()))).status).toBe(303);
  }
  await Promise.all([nginx.stop(), cutting.stop()]);
});
