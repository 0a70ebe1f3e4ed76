import { afterEach, describe, expect, test, vi } from "vitest";
import { maximumBody } from "~/forms/definition";
import { decide } from "~/server/middleware/decision.server";

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

const decided = (...request: Parameters<typeof head>) =>
  decide(head(...request));

test.each([
  ["GET", "/", "/"],
  ["GET", "/terms?utm_source=mail", "/terms"],
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
  { origin: "http://localhost" },
  // A proxy may add the default port.
  { host: "kandi.example:443", origin: "https://kandi.example" },
  { origin: "null", "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "none" },
  { "content-length": String(maximumBody) },
])("a post with %o passes", (headers) => {
  expect(decided("POST", "/", headers)).toEqual({ kind: "pass", url: "/" });
});

afterEach(() => vi.unstubAllEnvs());

test("if SITE_URL is set, no other origin may post, whatever the Host header says", async () => {
  vi.stubEnv("SITE_URL", "https://kandi.example");
  vi.resetModules();
  const own = await import("~/server/middleware/decision.server");
  const kindFor = (origin: string) =>
    own.decide(head("POST", "/", { origin })).kind;
  expect(kindFor("https://kandi.example")).toBe("pass");
  expect(kindFor("https://kandi.example:443")).toBe("pass");
  expect(kindFor("https://kandi.example:8443")).toBe("refuse");
  // The Host header says localhost.
  expect(kindFor("http://localhost")).toBe("refuse");
  expect(kindFor("http://kandi.example")).toBe("refuse");
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
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`x-${index}`, ""]),
  );
  test.each<[number, ...Parameters<typeof head>]>([
    [400, "GET", "*"],
    [400, "GET", "/%E0%A4%A"],
    [400, "GET", "/", { host: "" }],
    [400, "GET", "/", { host: "evil.example/@x" }],
    [400, "GET", "/", { host: "two, hosts" }],
    [404, "GET", "/nope"],
    [404, "GET", "/__manifest?version=1&p=/"],
    [404, "GET", "//evil.example"],
    [404, "GET", "/\\evil.example"],
    [404, "GET", "/terms.data"],
    [404, "POST", "/contact.data"],
    [411, "POST", "/", { "transfer-encoding": "chunked" }],
    [413, "POST", "/", { "content-length": String(maximumBody + 1) }],
    [415, "POST", "/", { "content-type": "multipart/form-data; boundary=x" }],
    [415, "POST", "/contact", { "content-type": "text/plain" }],
    [415, "POST", "/", { "content-type": "" }],
    [431, "GET", "/", many],
    [431, "GET", "/", { cookie: "x".repeat(20_000) }],
  ])("%i: %s %s", (status, ...request) => {
    expect(decided(...request)).toEqual({ kind: "refuse", status });
  });

  test.each<Parameters<typeof head>>([
    ["POST", "/", { origin: "https://evil.example" }],
    ["POST", "/contact", { origin: "null" }],
    ["POST", "/", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["POST", "/", { origin: "https://not an origin" }],
    ["POST", "/", { "sec-fetch-site": "same-site" }],
    ["POST", "//CONTACT", { origin: "https://evil.example" }],
  ])("403: %s %s with %o, which names the page", (method, url, headers) => {
    const path = url === "/" ? "/" : "/contact";
    const refused = { kind: "refuse", status: 403, path };
    expect(decided(method, url, headers)).toEqual(refused);
  });

  test.each([
    ["PUT", "/", "GET, HEAD, POST"],
    ["POST", "/terms", "GET, HEAD"],
    ["OPTIONS", "/contact", "GET, HEAD, POST"],
  ])("405: %s %s, which allows %s", (method, url, allow) => {
    const refused = { kind: "refuse", status: 405, allow };
    expect(decided(method, url)).toEqual(refused);
  });
});
