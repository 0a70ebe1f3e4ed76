import { describe, expect, test } from "vitest";
import { decide } from "~/server/decision.server";

/** The head of a request, as Node reads it. */
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
  ["GET", "/_root.data?_routes=root", "/_root.data?_routes=root"],
  ["GET", "/_root.data?toast=x&_routes=root", "/_root.data?_routes=root"],
  ["POST", "/contact.data", "/contact.data"],
])("%s %s passes as %s", (method, url, passed) => {
  expect(decided(method, url)).toEqual({ kind: "pass", url: passed });
});

test.each([
  ["//contact", "/contact"],
  ["/CONTACT/", "/contact"],
  ["/%63ontact?from=mail", "/contact"],
  [`/Terms?${"'".repeat(6000)}`, "/terms"],
])("%s is redirected to %s, without its query", (url, location) => {
  expect(decided("GET", url)).toEqual({ kind: "redirect", location });
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
    ["OPTIONS", "/contact.data", "GET, HEAD, POST"],
  ])("405: %s %s, which allows %s", (method, url, allow) => {
    const refused = { kind: "refuse", status: 405, allow };
    expect(decided(method, url)).toEqual(refused);
  });
});
