import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pages } from "~/content/pages";
import type { SitePage } from "~/content/pages";
import routes from "~/routes";
import { decide } from "~/server/middleware/decision.server";

const list: [string, SitePage][] = Object.entries(pages);

/** The decision's answer to a request from a browser. */
const decided = (method: string, url: string) =>
  decide({
    ...{ method, url },
    headers: { host: "localhost", "sec-fetch-site": "same-origin" },
    headersDistinct: { host: ["localhost"] },
    rawHeaders: [],
  });

test.each(list)(
  "%s has a route that takes a form only if the list says so",
  async (name, { path, hasForm }) => {
    const route = (await import(`../../app/routes/${name}.tsx`)) as object;
    expect("default" in route).toBe(true);
    expect("action" in route).toBe(hasForm);
    expect("clientAction" in route).toBe(hasForm);
    // Without them, Remix drops Retry-After.
    expect("headers" in route).toBe(hasForm);
    const data = path === "/" ? "/_root.data" : `${path}.data`;
    for (const url of [path, data]) {
      expect(decided("POST", url).kind).toBe(hasForm ? "pass" : "refuse");
    }
  },
);

test.each(routes.filter(({ path }) => path !== "*"))(
  "the decision lets a request reach the route $path",
  ({ path = "" }) => {
    const url = path.startsWith("/") ? path : `/${path}`;
    expect(decided("GET", url)).toEqual({ kind: "pass", url });
  },
);

test("nginx caches every page, and no other route", () => {
  const config = readFileSync("deploy/nginx.conf", "utf8");
  const [, pattern = ""] = /"~(\^ \(\?<page>.+)" ""/.exec(config) ?? [];
  // nginx matches the cookies and the URL; these requests have no cookie.
  const cached = routes
    .map(({ path = "" }) => (path.startsWith("/") ? path : `/${path}`))
    .filter((path) => new RegExp(pattern).test(` ${path}`));
  expect(cached.sort()).toEqual(list.map(([, { path }]) => path).sort());
});
