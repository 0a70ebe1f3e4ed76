import { readdirSync } from "node:fs";
import { expect } from "playwright/test";
import { errorPages, homeLink, ownAddress } from "~/content/errors";
import { pages } from "~/content/pages";
import { honeypot } from "~/forms/definition";
import { leaveEmpty } from "~/forms/toasts";
import {
  messageFields,
  post,
  postBody,
  signupFields,
} from "../support/visitors/post";
import { sendRaw, statusOf } from "../support/visitors/raw";
import { startSite } from "../support/servers/site";
import { newAddress, test } from "../support/visitors/test";

/** Sends a path unchanged, which fetch would normalize. */
const get = (site: string, target: string, host = "localhost") =>
  sendRaw(
    site,
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );

test("every response carries the security headers", async ({ site }) => {
  const [asset = ""] = readdirSync("build/client/assets");
  const responses = [
    ...Object.values(pages).map(({ path }) => fetch(site.url + path)),
    ...[
      "/nope",
      `/assets/${asset}`,
      "/favicon.svg",
      "/robots.txt",
      "/healthz",
    ].map((path) => fetch(site.url + path)),
    fetch(`${site.url}/CONTACT`, { redirect: "manual" }),
    fetch(site.url, { method: "DELETE" }),
    fetch(`${site.url}/%E0%A4%A`),
    post(site.url),
    post(site.url, {}, { Origin: "https://evil.example" }),
    post(site.url, {}, { "Content-Type": "text/plain" }),
  ];
  for (const { url, status, headers } of await Promise.all(responses)) {
    const where = `${status} ${url}`;
    const policy = headers.get("Content-Security-Policy") ?? "";
    expect(policy, where).toMatch(/^default-src 'none'; /);
    expect(policy, where).not.toContain("unsafe");
    expect(policy, where).toContain("base-uri 'none'");
    expect(policy, where).toContain("frame-ancestors 'none'");
    expect(Object.fromEntries(headers), where).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
      "permissions-policy": expect.stringContaining("camera=()") as unknown,
    });
    expect(headers.get("Strict-Transport-Security"), where).toBeNull();
  }
});

test("over HTTPS the site asks for HTTPS from now on, and its cookie is secure", async ({
  supabase,
}) => {
  const origin = "https://kandi.example";
  const site = await startSite({ ...supabase.env, SITE_URL: origin });
  const posted = await post(site.url, signupFields(), { Origin: origin });
  await site.stop();
  expect(posted.headers.get("Set-Cookie")).toMatch(
    /^__Host-toast=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const [, age] =
    /max-age=(\d+)/.exec(
      posted.headers.get("Strict-Transport-Security") ?? "",
    ) ?? [];
  expect(Number(age)).toBeGreaterThanOrEqual(15_768_000);
});

test("a post from another site is refused and stores nothing", async ({
  site,
  supabase,
}) => {
  const own = new URL(site.url).origin;
  const answers: [Record<string, string>, number][] = [
    [{}, 303],
    [{ Origin: own }, 303],
    [{ Origin: "null", "Sec-Fetch-Site": "same-origin" }, 303],
    [{ "Sec-Fetch-Site": "same-site" }, 403],
    [
      { Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" },
      403,
    ],
    [{ Origin: own, "X-Forwarded-Host": "evil.example" }, 303],
  ];
  for (const [headers, status] of answers) {
    const email = newAddress();
    const answer = await post(site.url, signupFields({ email }), headers);
    expect(answer.status, JSON.stringify(headers)).toBe(status);
    if (status === 403) {
      expect(await answer.text()).toContain(errorPages[403]?.heading);
    }
    const rows = await supabase.signups(email);
    expect(rows).toHaveLength(status === 303 ? 1 : 0);
  }
});

test("a form of a page at another name of the site is refused, and the page says where its own is", async ({
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
  const Origin = `${SITE_URL}:443`;
  expect((await post(site.url, signupFields(), { Origin })).status).toBe(303);
  await site.stop();
});

test("without SITE_URL, a proxy that asks for a host of its own is told of once, with both names", async ({
  supabase,
}) => {
  const site = await startSite(supabase.env);
  const Origin = "https://kandi.example";
  for (let times = 0; times < 2; times++) {
    const answer = await post(site.url, signupFields(), { Origin });
    expect(answer.status).toBe(403);
  }
  const lines = site.output().match(/.*set SITE_URL to that.*/g) ?? [];
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(Origin);
  expect(lines[0]).toContain(new URL(site.url).host);
  await site.stop();
});

test("unsupported methods get a 405 with Allow, and run no action", async ({
  site,
  supabase,
}) => {
  const email = newAddress();
  const body = new URLSearchParams(signupFields({ email }));
  for (const [method, path, allow] of [
    ["PUT", "/", "GET, HEAD, POST"],
    ["OPTIONS", "/", "GET, HEAD, POST"],
    ["POST", "/terms", "GET, HEAD"],
  ] as const) {
    const answer = await fetch(site.url + path, { method, body });
    expect(answer.status, method).toBe(405);
    expect(answer.headers.get("Allow")).toBe(allow);
    expect(await answer.text()).toContain(errorPages[405]?.heading);
  }
  expect(await supabase.signups(email)).toEqual([]);
  // fetch refuses to send this.
  const head = "TRACE / HTTP/1.1\r\nHost: localhost\r\n";
  const trace = await sendRaw(site.url, `${head}Connection: close\r\n\r\n`);
  expect(statusOf(trace)).toBe(405);
  expect(site.output()).not.toMatch(/^\s+at /m);
});

test("a post with the whole URL as its target is of the same origin as that URL", async ({
  site,
  supabase,
}) => {
  const email = newAddress();
  const body = new URLSearchParams(signupFields({ email })).toString();
  const postFrom = (origin: string) =>
    sendRaw(
      site.url,
      [
        "POST http://kandi.example/ HTTP/1.1",
        "Host: localhost",
        `Origin: ${origin}`,
        "Content-Type: application/x-www-form-urlencoded",
        `Content-Length: ${body.length}`,
        "Connection: close",
        `\r\n${body}`,
      ].join("\r\n"),
    );
  expect(statusOf(await postFrom("http://localhost"))).toBe(403);
  expect(statusOf(await postFrom("http://kandi.example"))).toBe(303);
  expect(await supabase.signups(email)).toHaveLength(1);
});

test("odd URLs and hosts get a 400, a 404, or the canonical URL", async ({
  site,
}) => {
  for (const [target, status] of [
    ["*", 400],
    ["/assets", 404],
    ["/..%2f..%2fetc/passwd", 404],
    [`/${"x".repeat(17_000)}`, 404],
  ] as const) {
    const answer = await get(site.url, target);
    expect(statusOf(answer), target.slice(0, 40)).toBe(status);
    expect(answer).toContain(homeLink);
  }
  const moved = await get(site.url, "/CONTACT/?from=mail");
  expect(statusOf(moved)).toBe(308);
  expect(moved).toMatch(/^location: \/contact\r$/im);
  const forwarded = "localhost\r\nX-Forwarded-Host: evil.example:99999";
  expect(statusOf(await get(site.url, "/healthz", forwarded))).toBe(200);
  expect(statusOf(await sendRaw(site.url, "GET / HTTP/1.0\r\n\r\n"))).toBe(200);
  const whole = "http://kandi.example:3000";
  for (const [target, status, host] of [
    [`${whole}/terms?from=mail`, 200],
    [whole, 200],
    [`${whole}?from=mail`, 200],
    ["HTTPS://kandi.example/", 200],
    // The target's host counts, and Host does not.
    [`${whole}/`, 200, "evil.example/@x"],
    [`${whole}/nope`, 404],
    ["http://evil.example@kandi.example/", 400],
    ["http://two,hosts/", 400],
    ["ftp://kandi.example/", 400],
  ] as const) {
    const answer = await get(site.url, target, host);
    expect(statusOf(answer), target).toBe(status);
  }
  const twice = "Host: localhost\r\nHost: evil.example\r\n";
  for (const hosts of [twice, ""]) {
    const head = `GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`;
    expect(statusOf(await sendRaw(site.url, head))).toBe(400);
  }
});

test("a form with a filled honeypot is refused like one with an invalid field, and says in words what to do", async ({
  site,
  supabase,
}) => {
  const email = newAddress();
  const filled = { email, [honeypot.name]: "https://spam.example" };
  for (const [path, fields] of [
    ["/", signupFields(filled)],
    ["/contact", messageFields(filled)],
  ] as const) {
    const answer = await post(site.url + path, fields);
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain(leaveEmpty.text);
    // A person can send it again: everything but that field is still filled in.
    expect(html).toContain(`value="${email}"`);
    expect(html).not.toContain("spam.example");
  }
  expect(await supabase.signups(email)).toEqual([]);
  expect(await supabase.messages(email)).toEqual([]);
  expect(site.output().match(/"honeypot filled"/g)).toHaveLength(2);
});

test("the log has one machine-readable line per request but a health check, and nothing private", async ({
  supabase,
}) => {
  const site = await startSite(supabase.env);
  const email = newAddress();
  const start = site.output().length;
  const output = () => site.output().slice(start);
  const requests = () => output().match(/^.*"Request".*$/gm) ?? [];
  // A health check that succeeds has no line.
  await fetch(`${site.url}/healthz`);
  await fetch(`${site.url}/terms?email=${email}`, {
    headers: { Cookie: "secret=1", "User-Agent": 'x" forged' },
  });
  await expect.poll(requests).toHaveLength(1);
  // Express would print a stack trace.
  await fetch(`${site.url}/favicon.svg`, { headers: { Range: "bytes=9-1" } });
  await expect.poll(requests).toHaveLength(2);
  await post(`${site.url}/?${email}`);
  await expect.poll(requests).toHaveLength(3);
  const lines = output().trim().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: "info", method: "GET", path: "/terms", status: 200 },
    { level: "info", method: "GET", path: "/favicon.svg", status: 200 },
    { level: "info", method: "POST", path: "/", status: 303 },
  ]);
  expect(output()).not.toMatch(/@|example\.com|secret|forged/);
  await site.stop();
});

test("a body that is too long or of unknown length is refused unread", async ({
  site,
}) => {
  const head = "POST / HTTP/1.1\r\nHost: localhost\r\n";
  for (const [rest, status] of [
    ["Content-Length: 209715200\r\n\r\nemail=", 413],
    ["Transfer-Encoding: chunked\r\n\r\n6\r\nemail=\r\n", 411],
  ] as const) {
    const answer = await sendRaw(site.url, head + rest);
    expect(statusOf(answer)).toBe(status);
    expect(answer.replaceAll("&#x27;", "'")).toContain(
      errorPages[status]?.heading,
    );
  }
  // A browser shows an answer only after it has sent everything.
  const long = await postBody(site.url, "x".repeat(3 * 1024 * 1024));
  expect(long.status).toBe(413);
});

test("whoever brings 20 kB of cookies or more than a hundred headers gets the site's own page, which says what to do", async ({
  site,
}) => {
  const head = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
  for (const [rest, status] of [
    [`Cookie: parent=${"x".repeat(20_000)}\r\n`, 431],
    ["x: y\r\n".repeat(120), 431],
    [`Cookie: parent=${"x".repeat(15_000)}\r\n`, 200],
  ] as const) {
    const answer = await sendRaw(site.url, `${head}${rest}\r\n`);
    expect(statusOf(answer)).toBe(status);
    expect(answer).toMatch(/^content-security-policy: default-src 'none'; /im);
    if (status === 431) expect(answer).toContain(errorPages[431]?.heading);
  }
});
