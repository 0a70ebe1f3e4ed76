import { readFileSync } from "node:fs";
import type { ComponentType } from "react";
import { expect, test } from "vitest";
import { fieldId } from "~/forms/definition";
import { pages } from "~/content/pages";
import type { SitePage } from "~/content/pages";
import routes from "~/routes";
import { decide } from "~/server/middleware/decision.server";
import { render } from "../support/project/render";
import { shownForms } from "../support/visitors/forms";

const list: [string, SitePage][] = Object.entries(pages);

/** The decision's answer to a request from a browser. */
const decided = (method: string, url: string) =>
  decide({
    ...{ method, url },
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      host: "localhost",
      "sec-fetch-site": "same-origin",
    },
    headersDistinct: { host: ["localhost"] },
    rawHeaders: [],
  });

/** What a page's route exports if the page has a form. */
const ofForm = ["action"];

test.each(list)(
  "%s has a route that takes a form only if the list says so",
  async (name, { path, hasForm }) => {
    const route = (await import(`../../app/routes/${name}.tsx`)) as object;
    const needed = ["default", ...(hasForm ? ofForm : [])];
    expect(
      ["default", ...ofForm].filter((part) => part in route),
      `app/routes/${name}.tsx must export ${needed.join(", ")}`,
    ).toEqual(needed);
    expect(decided("POST", path).kind).toBe(hasForm ? "pass" : "refuse");
  },
);

test.each(shownForms)("the page of the form $id shows it", async (shown) => {
  const { form, id } = shown;
  const [name] = list.find(([, { path }]) => path === form.path) ?? [];
  const route = (await import(`../../app/routes/${name}.tsx`)) as {
    default: ComponentType;
  };
  const html = await render(route.default, form.path);
  expect(
    Object.keys(form.fields).filter(
      (field) => !html.includes(` id="${fieldId(id, field)}"`),
    ),
    `app/routes/${name}.tsx must render <SiteForm> with these fields`,
  ).toEqual([]);
});

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
