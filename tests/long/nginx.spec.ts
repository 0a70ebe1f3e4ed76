import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { extname } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "playwright/test";
import { errors } from "~/content/errors";
import { pages } from "~/content/pages";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import { send as ask } from "../support/ask";
import type { Answer } from "../support/ask";
import { startMisbehavingServer } from "../support/misbehaving-server";
import { startNginx } from "../support/nginx";
import type { TestNginx } from "../support/nginx";
import { sendRaw } from "../support/raw";
import { freePort, startSite } from "../support/site";
import type { TestSite } from "../support/site";
import type { TestSupabase } from "../support/supabase";
import { newAddress, test as base } from "../support/test";

const publicUrl = "https://kandi.example";
const behindNginx = {
  SITE_URL: publicUrl,
  CLIENT_IP_HEADER: "X-Real-IP",
  RATE_LIMIT_PER_MINUTE: "0",
};

interface WorkerFixtures {
  settings: Record<string, string>;
}

interface TestFixtures {
  nginx: TestNginx;
}

const paths = Object.values(pages).map(({ path }) => path);

/** One site process that has rendered its pages, behind an nginx without any. */
const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [
    async ({ supabase }, use) => use({ ...supabase.env, ...behindNginx }),
    { scope: "worker" },
  ],
  nginx: async ({ site }, use) => {
    for (const path of paths) await ask(site.url + path);
    const nginx = await startNginx([site.url]);
    await use(nginx);
    expect(await nginx.stop()).toBe(0);
  },
});

type Encoding = "br" | "gzip" | "identity";
const encodings: Encoding[] = ["br", "gzip", "identity"];

const encodingOf = ({ headers }: Answer) =>
  (headers["content-encoding"] ?? "identity") as Encoding;

/** With each second a form's page has another. */
const withoutHashes = (header: string | string[] | undefined) =>
  String(header).replace(/'sha256-[^']+'/g, "'hash'");
const withoutKey = (html: string) => html.replaceAll(keyOf(html) || "-", "");

const keyOf = (html: string): string =>
  /name="idempotency_key" value="([^"]+)"/.exec(html)?.[1] ?? "";

const signup = (email: string, idempotency_key = "") =>
  new URLSearchParams({
    email,
    signup_source: "hero_section",
    idempotency_key,
  });

const message = (email: string) =>
  new URLSearchParams({ name: "Robin", email, message: "Hello." });

const post = (
  url: string,
  body: URLSearchParams | string,
  headers: Record<string, string> = {},
) => fetch(url, { method: "POST", body, headers, redirect: "manual" });

const cookieOf = (answer: Response): string =>
  answer.headers.get("Set-Cookie")?.split(";")[0] ?? "";

const securityHeaders = [
  "content-security-policy",
  "cross-origin-embedder-policy",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "permissions-policy",
  "referrer-policy",
  "x-content-type-options",
];

/** Times that the site was asked for a page. */
const visits = (site: TestSite, path: string) =>
  site.output().split(`"method":"GET","path":"${path}"`).length - 1;

/** Its log is read through a pipe. */
async function everythingIsLogged(site: TestSite) {
  const path = `/last-${Math.random()}`;
  await ask(site.url + path);
  await expect.poll(() => visits(site, path), { intervals: [10] }).toBe(1);
}

test("every page is the same through nginx, in every encoding, stored or not", async ({
  site,
  nginx,
}) => {
  for (const path of paths) {
    const own = await ask(site.url + path);
    for (const [wish, encoding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["br;q=0.5, gzip;q=0", "br"],
      ["gzip;q=1.0, br;q=0", "gzip"],
      ["GZIP", "gzip"],
      // What nginx does not understand does not reach the site.
      ["*", "identity"],
      ["brotli, xgzip, gzip;q=0.000", "identity"],
      ["", "identity"],
    ] as const) {
      const headers = { "Accept-Encoding": wish };
      for (let time = 0; time < 2; time++) {
        const answer = await ask(nginx.url + path, { headers });
        const where = `${path} ${wish}`;
        expect(answer.status, where).toBe(200);
        expect(encodingOf(answer), where).toBe(encoding);
        expect(withoutKey(answer.text), where).toBe(withoutKey(own.text));
        for (const name of [
          ...securityHeaders,
          ...["cache-control", "content-type", "vary"],
          "strict-transport-security",
        ]) {
          const value = answer.headers[name];
          expect(value, `${where} ${name}`).toBeTruthy();
          expect(withoutHashes(value), `${where} ${name}`).toBe(
            withoutHashes(own.headers[name]),
          );
        }
        expect(answer.headers["server"]).toBe("nginx");
      }
    }
    const head = await ask(nginx.url + path, { method: "HEAD" });
    expect([head.status, head.body.length]).toEqual([200, 0]);
  }
});

test("all other text of the site comes compressed as well", async ({
  nginx,
}) => {
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  for (const [path, status, body] of [
    ["/nope", 404],
    ["/sitemap.xml", 200],
    ["/manifest.webmanifest", 200],
    ["/", 422, "email=no"],
  ] as const) {
    for (const encoding of encodings) {
      const options = {
        method: body ? "POST" : "GET",
        headers: { "Accept-Encoding": encoding, ...(body && form) },
      };
      const answer = await ask(nginx.url + path, options, body);
      const where = `${path} ${encoding}`;
      expect([answer.status, encodingOf(answer)], where).toEqual([
        status,
        encoding,
      ]);
      expect(answer.headers.vary, where).toBe("Accept-Encoding");
      expect(answer.text.length, where).toBeGreaterThan(100);
    }
  }
});

test("the site is asked for a page once a second, by encoding", async ({
  site,
  nginx,
}) => {
  const before = paths.map((path) => visits(site, path));
  const start = Date.now();
  let asked = 0;
  const seen = new Set<string>();
  await Promise.all(
    paths.flatMap((path) =>
      encodings.map(async (encoding) => {
        const headers = { "Accept-Encoding": encoding };
        while (Date.now() - start < 3_300) {
          const url = `${nginx.url}${path}?made-up=${asked++}`;
          const answer = await ask(url, { headers });
          seen.add(`${answer.status} ${encodingOf(answer)}`);
        }
      }),
    ),
  );
  const seconds = Math.floor(Date.now() / 1000) - Math.floor(start / 1000) + 1;
  await everythingIsLogged(site);
  expect([...seen].sort()).toEqual(["200 br", "200 gzip", "200 identity"]);
  expect(asked).toBeGreaterThan(500);
  for (const [index, path] of paths.entries()) {
    const times = visits(site, path) - (before[index] ?? 0);
    expect(times, path).toBeLessThanOrEqual(seconds * encodings.length);
    expect(times, path).toBeGreaterThanOrEqual(3 * encodings.length);
  }
});

test("many at once ask the site once, or a few times", async ({
  site,
  nginx,
}) => {
  const { hostname, port } = new URL(nginx.url);
  const before = site.output().length;
  for (const path of paths) {
    const sockets = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const socket = connect(Number(port), hostname);
        await once(socket, "connect");
        return socket;
      }),
    );
    for (const socket of sockets) socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
    const answers = await Promise.all(sockets.map((socket) => text(socket)));
    const isWhole = (answer: string) =>
      answer.startsWith("HTTP/1.1 200 OK") && answer.includes("</html>");
    expect(answers.every(isWhole)).toBe(true);
  }
  await everythingIsLogged(site);
  const visits = site.output().slice(before).split('"status":200').length - 1;
  expect(visits).toBeLessThan(60);
});

test("a second after a success nobody is given the key that it used up", async ({
  nginx,
}) => {
  const watch = async (path: string, body: URLSearchParams) => {
    const url = nginx.url + path;
    const used = keyOf((await ask(url)).text);
    const given: { key: string; sent: number }[] = [];
    let end = Infinity;
    const readers = encodings.map(async (encoding) => {
      const headers = { "Accept-Encoding": encoding };
      while (performance.now() < end) {
        const sent = performance.now();
        given.push({ key: keyOf((await ask(url, { headers })).text), sent });
      }
    });
    body.set("idempotency_key", used);
    expect((await post(url, body)).status).toBe(303);
    const success = performance.now();
    // The site itself is asked for whoever has a cookie.
    const withCookie = await ask(url, { headers: { Cookie: "other=1" } });
    expect(keyOf(withCookie.text)).not.toBe(used);

    end = success + 2_100;
    await Promise.all(readers);
    const late = given.filter(({ sent }) => sent > success + 1_050);
    expect(late.length).toBeGreaterThan(0);
    expect(late.map(({ key }) => key)).not.toContain(used);
  };
  for (let round = 0; round < 4; round++) {
    await Promise.all([
      watch("/", signup(newAddress())),
      watch("/contact", message(newAddress())),
    ]);
  }
});

test("what is asked with a cookie is neither stored nor taken from the store", async ({
  site,
  nginx,
}) => {
  const askWithCookie = async (path: string) => {
    await everythingIsLogged(site);
    const before = visits(site, path);
    const headers = { Cookie: "other=1" };
    expect((await ask(nginx.url + path, { headers })).status).toBe(200);
    await everythingIsLogged(site);
    expect(visits(site, path) - before, path).toBe(1);
  };
  for (const path of paths) await askWithCookie(path);
  expect(nginx.stored().length).toBe(0);
  for (const path of paths) {
    await ask(nginx.url + path);
    const isStored = () =>
      nginx.stored().some((file) => file.includes(` ${path}\nHTTP`));
    await expect.poll(isStored, { message: path, intervals: [10] }).toBe(true);
    await askWithCookie(path);
  }
});

test("who has the page as it is gets no other", async ({ nginx }) => {
  // Of what has no form: a form's page has another key with each second.
  for (const path of ["/support", "/privacy", "/terms"]) {
    for (const others of [{}, { Cookie: "other=1" }]) {
      for (const encoding of encodings) {
        const headers = { "Accept-Encoding": encoding, ...others };
        const whole = await ask(nginx.url + path, { headers });
        const etag = whole.headers.etag ?? "";
        const where = `${path} ${JSON.stringify(headers)}`;
        for (const [known, status, size] of [
          [etag, 304, 0],
          [`"other", ${etag}`, 304, 0],
          ['W/"other"', 200, whole.body.length],
        ] as const) {
          const answer = await ask(nginx.url + path, {
            headers: { ...headers, "If-None-Match": known },
          });
          expect([answer.status, answer.body.length], where).toEqual([
            status,
            size,
          ]);
          for (const name of ["etag", "cache-control", "vary"]) {
            expect(answer.headers[name], where).toBe(whole.headers[name]);
          }
        }
      }
    }
  }
  // A form whose key was used up is another page.
  const before = await ask(nginx.url);
  const body = signup(newAddress(), keyOf(before.text));
  expect((await post(nginx.url, body)).status).toBe(303);
  const headers = { "If-None-Match": before.headers.etag };
  await expect
    .poll(async () => (await ask(nginx.url, { headers })).status)
    .toBe(200);
});

test("only the five pages are stored, and only as they are", async ({
  site,
  nginx,
}) => {
  for (const target of [
    ...["//", "/CONTACT", "/contact/", "/./contact", "/%63ontact", "/nope"],
    ...["/healthz", "/robots.txt", "/contact.data", "/nope?contact"],
  ]) {
    const own = await ask(site.url, { path: target });
    for (let time = 0; time < 2; time++) {
      const before = site.output().length;
      const answer = await ask(nginx.url, { path: target });
      expect([answer.status, answer.headers.location], target).toEqual([
        own.status,
        own.headers.location,
      ]);
      await expect
        .poll(() => site.output().slice(before), target)
        .toContain('"message":"Request"');
    }
  }
  expect(nginx.stored()).toEqual([]);
  // What the site refuses is not what the next visitor gets.
  const bad = { path: "/terms", headers: { Host: "bad!host" } };
  await expect.poll(async () => (await ask(nginx.url, bad)).status).toBe(400);
  expect((await ask(`${nginx.url}/terms`)).status).toBe(200);
  const data = await ask(`${nginx.url}/terms?_data=root`);
  expect(data.status).toBe(200);
  expect(data.headers["content-type"]).toContain("text/html");
});

test("a toast is its visitor's alone, and no answer with a cookie is stored", async ({
  nginx,
}) => {
  let isOver = false;
  const others = Promise.all(
    ["/", "/contact"].map(async (path) => {
      const keys = new Set<string>();
      while (!isOver) {
        const answer = await fetch(nginx.url + path);
        const html = await answer.text();
        expect(answer.headers.get("Set-Cookie")).toBeNull();
        expect(html).not.toContain(signupToasts.stored.title);
        expect(html).not.toContain(contactToasts.stored("x").title);
        keys.add(keyOf(html));
      }
      return keys;
    }),
  );
  const own = new Set<string>();
  try {
    for (let visit = 0; visit < 20; visit++) {
      const address = newAddress();
      const [path, body, { title }] =
        visit % 2
          ? (["/contact", message(address), contactToasts.stored("x")] as const)
          : (["/", signup(address), signupToasts.stored] as const);
      const before = await (await fetch(nginx.url + path)).text();
      body.set("idempotency_key", keyOf(before));
      const posted = await post(nginx.url + path, body);
      expect(posted.status).toBe(303);
      const Cookie = cookieOf(posted);
      expect(Cookie).toMatch(/^__Host-toast=/);

      const headers = { Cookie: `other=1; ${Cookie}` };
      const shown = await fetch(nginx.url + path, { headers });
      const html = await shown.text();
      expect(html).toContain(title);
      expect(shown.headers.get("Cache-Control")).not.toMatch(/public|s-maxage/);
      expect(shown.headers.get("Set-Cookie")).toContain(
        "=; Path=/; Expires=Thu, 01 Jan 1970",
      );
      expect(keyOf(html)).not.toBe(keyOf(before));
      own.add(keyOf(html));
      for (const file of nginx.stored()) {
        expect(file).not.toContain(title);
        expect(file).not.toMatch(/set-cookie/i);
      }
    }
  } finally {
    isOver = true;
  }
  for (const keys of await others) {
    for (const key of own) expect(keys).not.toContain(key);
  }
});

test("a repeat through nginx is no second submission, a failure keeps its key", async ({
  nginx,
  supabase,
}) => {
  const url = `${nginx.url}/contact`;
  const body = message(newAddress());
  body.set("idempotency_key", keyOf(await (await fetch(url)).text()));
  body.set("message", "");
  const refused = await post(url, body);
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(keyOf(html)).toBe(body.get("idempotency_key"));
  body.set("message", "Hello.");
  for (let time = 0; time < 2; time++) {
    expect((await post(url, body)).status).toBe(303);
  }
  expect(await supabase.messages(body.get("email") ?? "")).toHaveLength(1);
});

test("a form is taken from the public origin only", async ({
  nginx,
  supabase,
}) => {
  for (const [headers, status] of [
    [{ Origin: publicUrl }, 303],
    [{}, 303],
    [{ Origin: nginx.url }, 403],
    [{ Origin: "https://evil.example" }, 403],
    [
      { Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" },
      403,
    ],
    [{ Origin: "https://evil.example", Forwarded: "host=evil.example" }, 403],
  ] as const) {
    const email = newAddress();
    const answer = await post(nginx.url, signup(email), headers);
    expect(answer.status, JSON.stringify(headers)).toBe(status);
    const rows = await supabase.signups(email);
    expect(rows).toHaveLength(status === 303 ? 1 : 0);
  }
});

test("posts are counted by the visitor's address, which nobody can forge", async ({
  supabase,
}) => {
  const site = await startSite({
    ...supabase.env,
    ...behindNginx,
    RATE_LIMIT_PER_MINUTE: "2",
  });
  const nginx = await startNginx([site.url]);
  try {
    let forged = 1;
    const from = async (localAddress: string) => {
      const address = `203.0.113.${forged++}`;
      const headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Real-IP": address,
        X_Real_IP: address,
        "X-Forwarded-For": address,
        "X-Kandi-Client-Address": address,
        Forwarded: `for=${address}`,
      };
      const options = { method: "POST", localAddress, headers };
      return (await ask(nginx.url, options, "email=no")).status;
    };
    // All of 127.0.0.0/8 is this machine, on Linux.
    for (const address of ["127.0.0.2", "127.0.0.3"]) {
      expect(await from(address)).toBe(422);
      expect(await from(address)).toBe(422);
      expect(await from(address)).toBe(429);
    }
    expect(await from("127.0.0.4")).toBe(422);
    expect(site.output()).not.toContain("CLIENT_IP_HEADER is not set");
  } finally {
    await nginx.stop();
    await site.stop();
  }
});

test("assets and public files come from the disk, compressed, with their headers", async ({
  site,
  nginx,
}) => {
  const own = await ask(`${site.url}/healthz`);
  const before = site.output().length;
  const files = readdirSync("build/client", { recursive: true }).map(
    (name) => `/${String(name)}`,
  );
  const served = files.filter((name) => /\.(?:js|svg|png|jpg)$/.test(name));
  for (const path of served) {
    const isAsset = path.startsWith("/assets/");
    const isText = /\.(?:js|svg)$/.test(path);
    const whole = readFileSync(`build/client${path}`);
    for (const encoding of encodings) {
      const wish = encoding === "br" ? "gzip, deflate, br" : encoding;
      const headers = { "Accept-Encoding": wish };
      const answer = await ask(nginx.url + path, { headers });
      const where = `${path} ${encoding}`;
      expect(answer.status, where).toBe(200);
      expect(encodingOf(answer), where).toBe(isText ? encoding : "identity");
      expect(answer.decoded, where).toEqual(whole);
      for (const name of securityHeaders) {
        expect(answer.headers[name], where).toBe(own.headers[name]);
      }
      expect(answer.headers, where).toMatchObject({
        "cache-control": isAsset
          ? "public, max-age=31536000, immutable"
          : "public, max-age=3600",
        "content-type": {
          ".js": "text/javascript; charset=utf-8",
          ".svg": "image/svg+xml",
          ".png": "image/png",
          ".jpg": "image/jpeg",
        }[extname(path)],
      });
      expect(answer.headers.vary, where).toBe(
        isText ? "Accept-Encoding" : undefined,
      );
      const again = { ...headers, "If-None-Match": answer.headers.etag };
      expect((await ask(nginx.url + path, { headers: again })).status).toBe(
        304,
      );
    }
  }
  expect(served.length).toBeGreaterThan(10);
  await everythingIsLogged(site);
  expect(site.output().slice(before)).not.toMatch(/assets|\.(?:svg|jpg|png)/);

  // What is no file, or not to be posted to, is the site's to answer.
  for (const path of ["/assets/nope.js", "/nope.svg"]) {
    const missing = await ask(nginx.url + path);
    expect(missing.status).toBe(404);
    expect(missing.body.toString()).toContain(errors[404]?.heading);
    expect(missing.headers["cache-control"]).not.toContain("immutable");
  }
  const script = files.find((name) => /components.*\.js$/.test(name)) ?? "";
  for (const [path, method] of [
    ["/favicon.svg", "POST"],
    [script, "POST"],
    // Nobody is sent there, and it is no script.
    [`${script}.br`, "GET"],
    ["/favicon.svg.gz", "GET"],
  ] as const) {
    for (const encoding of encodings) {
      const options = { method, headers: { "Accept-Encoding": encoding } };
      const answer = await ask(nginx.url + path, options);
      const direct = await ask(site.url + path, options);
      const { date, server, connection, ...others } = answer.headers;
      expect([date, server, connection], path).toBeTruthy();
      expect(direct.headers, path).toMatchObject(others);
      expect([answer.status, answer.text], path).toEqual([
        direct.status,
        direct.text,
      ]);
    }
  }
});

test("bodies: the site's own page where it can, nginx's beyond", async ({
  nginx,
}) => {
  for (const [size, words] of [
    [200_000, errors[413]?.text],
    [2_000_000, errors[413]?.heading],
  ] as const) {
    const answer = await post(nginx.url, `email=${"x".repeat(size)}`, {
      "Content-Type": "application/x-www-form-urlencoded",
    });
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain(words);
    for (const name of securityHeaders) {
      expect(answer.headers.get(name), name).toBeTruthy();
    }
  }
});

test("the site hears nothing of who sends slowly, and nginx not for long", async ({
  site,
  nginx,
}) => {
  const head = "POST / HTTP/1.1\r\nHost: localhost\r\n";
  const before = site.output().length;
  const start = performance.now();
  const answers = await Promise.all([
    sendRaw(nginx.url, `${head}Content-Ty`),
    sendRaw(nginx.url, `${head}Content-Length: 60\r\n\r\nemail=someb`),
  ]);
  expect(performance.now() - start).toBeLessThan(15_000);
  for (const answer of answers) expect(answer).toMatch(/^(?:HTTP\S+ 408|$)/);
  await everythingIsLogged(site);
  expect(site.output().slice(before)).not.toContain('"method":"POST"');
});

test("where no process of the site runs, nginx says so in a page", async () => {
  const nginx = await startNginx([`http://127.0.0.1:${await freePort()}`]);
  try {
    for (const method of ["GET", "POST"]) {
      const answer = await fetch(nginx.url, { method });
      expect(answer.status).toBe(503);
      expect(answer.headers.get("Retry-After")).toBe("5");
      expect(await answer.text()).toContain('<html lang="en">');
      for (const name of securityHeaders) {
        expect(answer.headers.get(name), name).toBeTruthy();
      }
    }
  } finally {
    await nginx.stop();
  }
});

test("nginx's logs have no query, address, cookie or e-mail", async ({
  nginx,
}) => {
  const headers = { Cookie: "toast=secret-cookie", Referer: "/secret-page" };
  for (const path of ["/nope", "/assets/nope.js", "/", "/secret@example.com"]) {
    await fetch(`${nginx.url}${path}?secret=query`, { headers });
  }
  await fetch(`${nginx.url}/last-of-these"quoted`);
  await expect.poll(nginx.accessLog).toContain("last-of-these");
  const log = nginx.accessLog();
  expect(log).not.toContain("secret");
  expect(log).toContain('"path":"***"');
  for (const line of log.trim().split("\n")) {
    expect(Object.keys(JSON.parse(line) as object)).toEqual([
      ...["time", "method", "path", "status", "bytes", "seconds"],
      ...["cache", "server", "server_status"],
    ]);
  }
  expect(log.replace(/"server":"[^"]*"/g, "")).not.toContain("127.0.0.1");
  expect(nginx.errorLog()).not.toContain("client:");
});

/** Three processes of the site on one database, behind one nginx. */
async function startThree(supabase: TestSupabase) {
  const settings = { ...supabase.env, ...behindNginx };
  const sites = await Promise.all([1, 2, 3].map(() => startSite(settings)));
  const nginx = await startNginx(sites.map(({ url }) => url));
  return {
    sites,
    nginx,
    stop: async () => {
      await nginx.stop();
      await Promise.all(sites.map((site) => site.stop("SIGKILL")));
    },
  };
}

test("three processes: toasts, duplicates and keys are right whichever answers", async ({
  supabase,
}) => {
  const { sites, nginx, stop } = await startThree(supabase);
  const url = `${nginx.url}/`;
  try {
    for (let visitor = 0; visitor < 12; visitor++) {
      const email = newAddress();
      const key = crypto.randomUUID();
      const posted = await post(url, signup(email, key));
      expect(posted.status).toBe(303);
      const headers = { Cookie: cookieOf(posted) };
      const shown = await (await fetch(url, { headers })).text();
      expect(shown).toContain(signupToasts.stored.title);
      // A repeat reads as the first did; the same address anew does not.
      expect((await post(url, signup(email, key))).status).toBe(303);
      expect((await post(url, signup(email, keyOf(shown)))).status).toBe(409);
      expect((await post(url, signup(email))).status).toBe(409);
      expect(await supabase.signups(email)).toHaveLength(1);
    }
    for (const site of sites) {
      for (const method of ["GET", "POST"]) {
        const line = `"method":"${method}","path":"/"`;
        expect(site.output(), line).toContain(line);
      }
    }
  } finally {
    await stop();
  }
});

test("three processes, one killed under load: every GET is answered, no POST is sent twice", async ({
  supabase,
}) => {
  const { sites, nginx, stop } = await startThree(supabase);
  try {
    const answered: string[] = [];
    const unanswered: string[] = [];
    let isOver = false;
    const posting = Array.from({ length: 6 }, async () => {
      while (!isOver) {
        const email = newAddress();
        // Without a key each post that arrives is a row.
        const { status } = await post(`${nginx.url}/contact`, message(email));
        expect([303, 503]).toContain(status);
        (status === 303 ? answered : unanswered).push(email);
      }
    });
    let gets = 0;
    const getting = Array.from({ length: 2 }, async () => {
      while (!isOver) {
        // Such a visitor's page is never taken from the store.
        const headers = { Cookie: "__Host-toast=x" };
        expect((await fetch(nginx.url, { headers })).status).toBe(200);
        gets++;
      }
    });
    const enough = async (more: number) => {
      const goal = answered.length + more;
      await expect.poll(() => answered.length).toBeGreaterThan(goal);
    };
    await enough(100);
    await sites[0]?.stop("SIGKILL");
    await enough(200);
    isOver = true;
    await Promise.all([...posting, ...getting]);

    expect(gets).toBeGreaterThan(20);
    for (const email of answered) {
      expect(await supabase.messages(email), email).toHaveLength(1);
    }
    for (const email of unanswered) {
      const rows = await supabase.messages(email);
      expect(rows.length, email).toBeLessThanOrEqual(1);
    }
    // What was under way at that moment, and no more.
    expect(unanswered.length).toBeLessThanOrEqual(6);
    console.log(
      `killed: ${answered.length} posts answered, ${unanswered.length} not, ${gets} GETs`,
    );
  } finally {
    await stop();
  }
});

test("a post that was sent is not sent to another process, one never sent is", async ({
  site,
  supabase,
}) => {
  const cutting = await startMisbehavingServer(site.url);
  const nginx = await startNginx([cutting.url, site.url]);
  try {
    let stored = 0;
    cutting.behave(async ({ response, pass }) => {
      await pass();
      stored++;
      response.socket?.resetAndDestroy();
    });
    for (let time = 0; time < 50 && stored === 0; time++) {
      const email = newAddress();
      const before = stored;
      const { status } = await post(`${nginx.url}/contact`, message(email));
      expect(status).toBe(stored > before ? 503 : 303);
      expect(await supabase.messages(email)).toHaveLength(1);
    }
    expect(stored).toBe(1);

    await cutting.close();
    for (let time = 0; time < 50; time++) {
      const { status } = await post(nginx.url, signup(newAddress()));
      expect(status).toBe(303);
    }

    // A GET may be asked again wherever it went.
    await cutting.open();
    let cut = 0;
    cutting.behave(({ response }) => {
      cut++;
      response.socket?.resetAndDestroy();
    });
    await expect
      .poll(async () => {
        const headers = { Cookie: "__Host-toast=x" };
        expect((await fetch(nginx.url, { headers })).status).toBe(200);
        return cut;
      })
      .toBeGreaterThan(0);
  } finally {
    await nginx.stop();
    await cutting.stop();
  }
});
