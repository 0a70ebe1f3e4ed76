import { describe, expect, test } from "vitest";
import { decide } from "~/server/middleware/decision.server";

/** A request's head, as Node parses it. */
function head(method: string, url: string, sent: Record<string, string> = {}) {
  const headers: Record<string, string> = { host: "localhost", ...sent };
  const entries = Object.entries(headers);
  const headersDistinct = Object.fromEntries(
    entries.map(([name, value]) => [name, [value]]),
  );
  return { method, url, headers, headersDistinct, rawHeaders: entries.flat() };
}

const decided = (...request: Parameters<typeof head>) =>
  decide(head(...request));

test.each([
  ["GET", "/", "/"],
  ["HEAD", "/contact", "/contact"],
  ["GET", "/terms?utm_source=mail", "/terms"],
  ["POST", "/", "/"],
  ["POST", "/_root.data?index", "/_root.data"],
  ["POST", "/contact.data", "/contact.data"],
  ["GET", "/toast?utm_source=mail", "/toast"],
  ["GET", "/contact?a=b&toast=e30%3D.x", "/contact?toast=e30%3D.x"],
  ["GET", "/terms?toast=e30%3D.x", "/terms"],
  ["POST", "/contact?toast=e30%3D.x", "/contact"],
])("%s %s passes as %s", (method, url, passed) => {
  expect(decided(method, url)).toEqual({ kind: "pass", url: passed });
});

test.each([
  ["//contact", "/contact"],
  ["/CONTACT/", "/contact"],
  ["/%63ontact?from=mail", "/contact"],
  [`/Terms?${"'".repeat(6000)}`, "/terms"],
])("%s is redirected to %s, without its query", (url, location) => {
  const redirect = { kind: "redirect", status: 308, location };
  expect(decided("GET", url)).toEqual(redirect);
});

test("a browser with the toast's cookie is redirected from the ticket to the page", () => {
  const navigation = { cookie: "a=b; toast=x", "sec-fetch-mode": "navigate" };
  const redirect = { kind: "redirect", status: 303, location: "/contact" };
  const url = "/contact?toast=x";
  expect(decided("GET", url, navigation)).toEqual(redirect);
  // Text browsers send no Sec-Fetch-Mode, and w3m would see a redirect loop.
  const pass = { kind: "pass", url };
  expect(decided("GET", url, { cookie: "toast=x" })).toEqual(pass);
  expect(decided("GET", url, { ...navigation, cookie: "a=b" })).toEqual(pass);
});

describe("refused with", () => {
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`x-${index}`, ""]),
  );
  test.each<[number, ...Parameters<typeof head>]>([
    [400, "GET", "*"],
    [400, "GET", "/%E0%A4%A"],
    [400, "GET", "/%00"],
    [400, "GET", "/?_data=root"],
    [400, "GET", "/", { host: "" }],
    [400, "GET", "/", { host: "evil.example/@x" }],
    [403, "POST", "/", { origin: "https://evil.example" }],
    [403, "POST", "/contact.data", { origin: "null" }],
    [403, "POST", "/", { origin: "ftp://localhost" }],
    [404, "GET", "/nope"],
    [404, "GET", "/nope.data"],
    [404, "GET", "/terms.data"],
    [404, "GET", "/refused/404"],
    [404, "POST", "//evil.example"],
    [411, "POST", "/", { "transfer-encoding": "chunked" }],
    [413, "POST", "/", { "content-length": "131073" }],
    [413, "GET", "/nope", { "content-length": "131073" }],
    [431, "GET", "/", many],
  ])("%i: %s %s", (status, ...request) => {
    expect(decided(...request)).toEqual({ kind: "refuse", status });
  });

  test.each([
    ["PUT", "/", "GET, HEAD, POST"],
    ["POST", "/terms", "GET, HEAD"],
    ["GET", "/contact.data", "POST"],
    ["OPTIONS", "/_root.data", "POST"],
  ])("405: %s %s, which allows %s", (method, url, allow) => {
    const refused = { kind: "refuse", status: 405, allow };
    expect(decided(method, url)).toEqual(refused);
  });
});
