import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage, RequestOptions } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "playwright/test";
import { errorPages, homeLink, ownAddress } from "~/content/errors";
import { maximumBody } from "~/forms/definition";
import { ask, send } from "../support/visitors/ask";
import {
  messageFields,
  post,
  postBody,
  signupFields,
} from "../support/visitors/post";
import { startSite } from "../support/servers/site";
import { newAddress, test } from "../support/visitors/test";

const whole = "http://kandi.example:3000";

/** Neither is stored. */
const email = newAddress();
const signup = new URLSearchParams(signupFields({ email })).toString();

const posted = (
  sent: Record<string, string> = {},
  options: RequestOptions = {},
): RequestOptions => {
  const type = "application/x-www-form-urlencoded";
  const headers = { "Content-Type": type, ...sent };
  return { method: "POST", headers, ...options };
};

/** At least one for each status. The unit tests of `decide` have every cause. */
const requests: [status: number, asked: RequestOptions, body?: string][] = [
  [200, {}],
  [200, { path: "/contact" }],
  [200, { path: "/favicon.ico" }],
  [200, { path: "/robots.txt" }],
  [200, { path: whole }],
  [200, { path: `${whole}/terms?from=mail` }],
  // The target's host counts, and Host does not.
  [200, { path: `${whole}/`, headers: { Host: "evil.example/@x" } }],
  // Remix trusts this host from anyone.
  [200, { path: "/healthz", headers: { "X-Forwarded-Host": "evil:99999" } }],
  [200, { headers: { Cookie: `parent=${"x".repeat(15_000)}` } }],
  [303, posted(), String(new URLSearchParams(signupFields()))],
  [308, { path: "/CONTACT/?from=mail" }],
  [400, { path: "*" }],
  [400, { path: "http://evil.example@kandi.example/" }],
  [400, { headers: ["Host", "localhost", "Host", "evil.example"] }],
  [400, { setHost: false }],
  [400, posted(), "a=&".repeat(8)],
  [403, posted({ Origin: "https://evil.example" }), signup],
  [404, { path: "/assets" }],
  [404, { path: "/assets/gone-12345678.js" }],
  [404, { path: "/..%2f..%2fetc/passwd" }],
  [404, { path: `/${"x".repeat(17_000)}` }],
  [405, posted({}, { method: "PUT" }), signup],
  [413, posted(), "%26".repeat(maximumBody / 3 + 1)],
  [415, posted({ "Content-Type": "multipart/form-data; boundary=x" }), signup],
  [431, { headers: { Cookie: `parent=${"x".repeat(20_000)}` } }],
];

test("every response carries the security headers, and a refusal is a page of the site that stores nothing", async ({
  site,
  supabase,
}) => {
  for (const [status, asked, body] of requests) {
    const answer = await send(site.url, asked, body);
    const where = `${status} ${asked.method} ${asked.path?.slice(0, 40)}`;
    expect(answer.status, where).toBe(status);
    const policy = answer.headers["content-security-policy"];
    expect(policy, where).toMatch(/^default-src 'none'; /);
    expect(policy, where).not.toContain("unsafe");
    expect(policy, where).toContain("base-uri 'none'");
    expect(policy, where).toContain("frame-ancestors 'none'");
    expect(answer.headers, where).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
      "permissions-policy": expect.stringContaining("camera=()") as unknown,
    });
    expect(answer.headers["strict-transport-security"], where).toBe(undefined);
    const { allow, location } = answer.headers;
    if (status === 308) expect(location).toBe("/contact");
    if (status === 405) expect(allow).toBe("GET, HEAD, POST");
    if (status < 400) continue;
    const { heading = "?" } = errorPages[status] ?? {};
    expect(answer.text.replaceAll("&#x27;", "'"), where).toContain(heading);
    expect(answer.text, where).toContain(homeLink);
    expect(answer.text, where).toContain('content="noindex"');
    const cached = answer.headers["cache-control"];
    expect(cached, where).toBe("private, no-cache, no-transform");
  }
  expect(await supabase.signups(email)).toEqual([]);
  // An unexpected error would print its stack.
  expect(site.output()).not.toMatch(/^\s+at /m);
});

test("a program that speaks HTTP/1.0 and names no host gets a page", async ({
  site,
}) => {
  const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
  socket.write("GET / HTTP/1.0\r\n\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});

test("a body that is too long or of unknown length is refused unread", async ({
  site,
}) => {
  for (const [length, status] of [
    [{ "Content-Length": "209715200" }, 413],
    [{ "Transfer-Encoding": "chunked" }, 411],
  ] as const) {
    const asked = request(site.url, { agent: false, ...posted(length) });
    asked.write("email=");
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(status);
    const page = (await text(answer)).replaceAll("&#x27;", "'");
    expect(page).toContain(errorPages[status]?.heading);
  }
  // A browser shows an answer only after it has sent everything.
  const long = await postBody(site.url, "x".repeat(3 * 1024 * 1024));
  expect(long.status).toBe(413);
});

test("an answer to a body that nobody reads comes once that has ended, and the connection serves the next request", async ({
  site,
}) => {
  const form = "Content-Type: application/x-www-form-urlencoded";
  for (const [status, target, header] of [
    [200, "GET /", form],
    [200, "GET /favicon.svg", form],
    [308, "POST /CONTACT/", form],
    [403, "POST /", `${form}\r\nOrigin: https://evil.example`],
    [404, "POST /nope", form],
    [405, "PUT /", form],
    [415, "POST /", "Content-Type: text/plain"],
  ] as const) {
    const socket = connect(Number(new URL(site.url).port), "127.0.0.1");
    let received = "";
    socket.on("data", (data) => (received += String(data)));
    const head = `${target} HTTP/1.1\r\nHost: localhost\r\n${header}\r\nContent-Length: 10`;
    socket.write(`${head}\r\n\r\nemail`);
    // The site answers in turn.
    await ask(site.url);
    expect(received, target).toBe("");
    socket.write("=a%40");
    socket.write(
      "GET /nope HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    );
    await once(socket, "close");
    const statuses = received.match(/HTTP\/1\.1 \d+/g);
    expect(statuses, target).toEqual([`HTTP/1.1 ${status}`, "HTTP/1.1 404"]);
  }
});

test("a post from another site stores nothing, and one without an origin, as text browsers and curl send it, may post", async ({
  site,
  supabase,
}) => {
  const Origin = new URL(site.url).origin;
  const evil = "https://evil.example";
  for (const [status, headers, path] of [
    [303, {}],
    [303, { Origin, "X-Forwarded-Host": "evil.example" }],
    [403, { Origin: evil, "X-Forwarded-Host": "evil.example" }],
    // The whole URL as the target is what the origin is compared with.
    [303, { Origin: whole }, `${whole}/`],
    [403, { Origin }, `${whole}/`],
  ] as const) {
    const email = newAddress();
    const body = String(new URLSearchParams(signupFields({ email })));
    const answer = await send(site.url, posted(headers, { path }), body);
    expect(answer.status, JSON.stringify(headers)).toBe(status);
    const rows = await supabase.signups(email);
    expect(rows).toHaveLength(status === 303 ? 1 : 0);
  }
});

test("a site at https asks for https from now on, its cookie is secure, and a form of a page at another of its names is refused with the page's own address", async ({
  supabase,
}) => {
  const SITE_URL = "https://kandi.example";
  const site = await startSite({ ...supabase.env, SITE_URL });
  // The first answer is rendered, the second one cached.
  for (const path of ["/contact", "/", "/contact"]) {
    const Origin = site.url;
    const answer = await post(site.url + path, messageFields(), { Origin });
    expect(answer.status).toBe(403);
    const [, main = ""] = (await answer.text()).split("<main");
    expect(main).toContain(ownAddress(SITE_URL + path));
    const [, link] = /<a [^>]*href="([^"]*)"/.exec(main) ?? [];
    expect(link).toBe(SITE_URL + path);
  }
  // A proxy may add the default port.
  const Origin = `${SITE_URL}:443`;
  const { status, headers } = await post(site.url, signupFields(), { Origin });
  await site.stop();
  expect(status).toBe(303);
  expect(headers.get("Set-Cookie")).toMatch(
    /^__Host-toast=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const hsts = headers.get("Strict-Transport-Security") ?? "";
  const [, age] = /max-age=(\d+)/.exec(hsts) ?? [];
  expect(Number(age)).toBeGreaterThanOrEqual(15_768_000);
});

test("the log has one line of JSON per request but a health check, with nothing private, whatever a path holds", async ({
  site,
}) => {
  let start = site.output().length;
  const output = () => site.output().slice(start);
  const lines = () => output().match(/[^\n\u2028]+/g) ?? [];
  // The lines of earlier requests come before this one's.
  await ask(`${site.url}/support`);
  await expect.poll(output).toContain('"path":"/support"');
  start = site.output().length;

  const email = newAddress();
  // A health check that succeeds has no line.
  await ask(`${site.url}/healthz`);
  const headers = { Cookie: "secret=1", "User-Agent": 'x" forged' };
  await ask(`${site.url}/terms?email=${email}`, headers);
  // Express would print a stack trace.
  await ask(`${site.url}/favicon.svg`, { Range: "bytes=9-1" });
  await post(`${site.url}/?${email}`);
  const path = "/x%0A%7B%22level%22:%22broken%22%7D%E2%80%A8end";
  await ask(`${site.url}${path}/${email}`);
  await expect.poll(lines).toHaveLength(5);
  type Line = Record<string, string | number | undefined>;
  const told = lines().map((line) => {
    const { level, method, message, path, status } = JSON.parse(line) as Line;
    return [level, method ?? message, path, status];
  });
  // A missing page is an error of the console, too, which is another stream.
  expect(told.sort()).toEqual([
    ["info", "404 Error: page not found", `${path}/***`, undefined],
    ["info", "GET", "/favicon.svg", 200],
    ["info", "GET", "/terms", 200],
    ["info", "GET", `${path}/***`, 404],
    ["info", "POST", "/", 303],
  ]);
  expect(output()).not.toMatch(/@|example\.com|secret|forged/);
});
