import { describe, expect, test } from "vitest";
import { maximumBody } from "~/forms/definition";
import { decide } from "~/server/middleware/decision.server";

// tests/http/requests.spec.ts sends the usual requests. These are the rarer ones.

/** A request's head, as Node parses it. */
function head(method: string, url: string, sent: Record<string, string> = {}) {
  const headers: Record<string, string> = {
    host: "localhost",
    "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
    ...sent,
  };
  const entries = Object.entries(headers);
  const headersDistinct = Object.fromEntries(
    entries.map(([name, value]) => [name, [value]]),
  );
  return { method, url, headers, headersDistinct, rawHeaders: entries.flat() };
}

const numbered = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`x-${index}`, ""]),
  );

const decided = (...request: Parameters<typeof head>) =>
  decide(head(...request));

test.each([
  ["GET", "/", "/"],
  // Remix takes this parameter for the name of a route to load data from.
  ["GET", "/?_data=root", "/"],
  ["GET", "/contact?toast=x&_data=root", "/contact?toast=x"],
  ["GET", "/contact?a=b&toast=e30%3D.x", "/contact?toast=e30%3D.x"],
  ["GET", "/terms?toast=e30%3D.x", "/terms"],
  ["POST", "/contact?toast=e30%3D.x", "/contact"],
])("%s %s passes as %s", (method, url, passed) => {
  expect(decided(method, url)).toEqual({ kind: "pass", url: passed });
});

test.each<Record<string, string>>([
  { host: "[::1]:3000" },
  // A proxy may add the default port.
  { host: "kandi.example:443", origin: "https://kandi.example" },
  { "sec-fetch-site": "none" },
  { "content-length": String(maximumBody) },
])("a post with %o passes", (headers) => {
  expect(decided("POST", "/", headers)).toEqual({ kind: "pass", url: "/" });
});

test.each([
  ["//contact", "/contact"],
  ["/CONTACT/", "/contact"],
  ["/../contact", "/contact"],
  ["/%63ontact?from=mail", "/contact"],
  [`/Terms?${"'".repeat(6000)}`, "/terms"],
])("%s is redirected to %s, without its query", (url, location) => {
  const redirect = { kind: "redirect", location };
  expect(decided("GET", url)).toEqual(redirect);
});

describe("a request is refused by its head alone", () => {
  test.each<[number, ...Parameters<typeof head>]>([
    [400, "GET", "/%E0%A4%A"],
    [400, "GET", "/", { host: "" }],
    [400, "GET", "/", { host: "evil.example/@x" }],
    [400, "GET", "/", { host: "two, hosts" }],
    [404, "GET", "/__manifest?version=1&p=/"],
    [404, "GET", "//evil.example"],
    [404, "GET", "/\\evil.example"],
    [404, "GET", "/terms.data"],
    [404, "POST", "/contact.data"],
    [413, "POST", "/", { "content-length": String(maximumBody + 1) }],
    [415, "POST", "/contact", { "content-type": "text/plain" }],
    [415, "POST", "/", { "content-type": "" }],
    [431, "GET", "/", numbered(99)],
  ])("%i: %s %s", (status, ...request) => {
    expect(decided(...request)).toEqual({ kind: "refuse", status });
  });

  test.each<Parameters<typeof head>>([
    ["POST", "/contact", { origin: "null" }],
    ["POST", "/", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["POST", "/", { origin: "https://not an origin" }],
    ["POST", "//CONTACT", { origin: "https://evil.example" }],
  ])("403: %s %s with %o, which names the page", (method, url, headers) => {
    const path = url === "/" ? "/" : "/contact";
    const refused = { kind: "refuse", status: 403, path };
    expect(decided(method, url, headers)).toEqual(refused);
  });
});
