import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { launchHeadless } from "../../browser.js";
import { crawl } from "../../crawl";
import { addressesIn } from "../../lists";
import { Log } from "../../log";
import { freePort, temporaryFolder } from "../../programs";
import type { Description, Stage } from "../../site";
import { startSite } from "../../start";
import { auditOnce, serve } from "../cases";

const page = (main: string, head = "") =>
  `<!doctype html><html lang="en"><title>A page</title>${head}<main><h1>A page</h1>${main}</main>`;
const linksTo = (...paths: string[]) =>
  page(paths.map((path) => `<a href="${path}">To it</a>`).join(" "));
const login = page(
  `<form method="post"><label>Password <input type="password" name="p"></label> <button>Sign in</button></form> <a href="/secret">The secret</a>`,
);
const chart = `<svg xmlns:xlink="http://www.w3.org/1999/xlink"><a href="/svg"><text y="9">Map</text></a><a xlink:href="/xlink"><text y="19">Plan</text></a></svg>
  <map name="m"><area href="/area" alt="The mill"></map>`;
let url = "";
const pages: Record<string, string> = {
  "/end": page("The end"),
  "/refreshed": page("", '<meta http-equiv="refresh" content="0; url=/end">'),
  "/scripted": page("", "<script>location.replace('/end')</script>"),
  "/login": login,
  "/portal": linksTo("/end", "/secret", "/logout"),
  "/account": linksTo("/secret", "/orders", "/bills"),
  "/late": page(
    "",
    `<script>setTimeout(() => document.body.insertAdjacentHTML("beforeend", '<a href="/end">End</a>'), 1500)</script>`,
  ),
  "/routes": linksTo("#part", "#/b"),
  "/bang": linksTo("#!b"),
  ...Object.fromEntries(
    ["/svg", "/xlink", "/area", "/here"].map((path) => [path, page(path)]),
  ),
};
let site: Awaited<ReturnType<typeof serve>>;
const browser = await launchHeadless();
const folder = temporaryFolder();
beforeAll(async () => {
  site = await serve(({ url: asked = "", headers }, response) => {
    const [path = ""] = asked.split("?");
    const { port } = new URL(url);
    if (path === "/links")
      return response.end(
        page(`${chart}<a href="http://localhost:${port}/here">Here</a>`),
      );
    if (path === "/basic" && !headers.authorization) response.statusCode = 401;
    if (path === "/basic")
      return response
        .setHeader("www-authenticate", "Basic")
        .end(page(response.statusCode === 200 ? "Signed in" : "Sign in"));
    if (path === "/cookie" && headers.cookie !== "session=1")
      return response.writeHead(302, { location: "/login" }).end();
    if (path === "/cookie") return response.end(page("Signed in"));
    if (path === "/map.xml")
      return response.end(
        `<sitemapindex><sitemap><loc>${url}/inner.xml</loc></sitemap></sitemapindex>`,
      );
    if (path === "/inner.xml")
      return response.end(`<urlset><url><loc> ${url}/end?a=1&amp;b=2 </loc></url>
        <url><loc>https://example.org/</loc></url></urlset>`);
    if (path in pages) return response.end(pages[path]);
    const next = path === "/moved" ? "/end" : `/login?next=${path}`;
    response.writeHead(302, { location: next }).end();
  });
  url = site.url;
});
afterAll(async () => {
  await browser.close();
  site.stop();
  rmSync(folder, { recursive: true });
});

async function follow(
  path: string,
  asked: number | string | string[] = 20,
  more: Description<Stage> = {},
) {
  const log = new Log(folder, () => {});
  const own = { baseURL: url + path, ...more };
  const audit = { site: own, browser, log, visits: 0, documents: new Map() };
  const rest = { used: new Set<never>(), isBare: true, isForeign: true };
  const states = await crawl({ ...audit, ...rest }, asked);
  const failed = log.failures.map(({ message }) => `✘ ${message}`);
  const paths = states.map(({ path }) => path).join(" ");
  return { paths, said: [...log.notes, ...failed] };
}

/** An address, the pages that are audited, and what is noted or fails. */
const journeys = `
  /moved: /end: 1 address led to /end: /moved
  /refreshed: /end: 1 address led to /end: /refreshed
  /scripted: /end: 1 address led to /end: /scripted
  /links: /links /svg /xlink /area /here
  /routes: /routes /routes#/b
  /bang: /bang /bang#!b
  /late: /late /end
  /portal: /portal /end /login?next=/secret: 1 address not followed (may end or change something): /logout, 1 address led to /login: /secret
  /account: /account /login?next=/secret: ✘ 3 addresses led to /login: /secret; /orders; /bills
  /orders: /login?next=/orders: ✘ 2 addresses led to /login: /orders; /secret
  /basic: : ✘ /basic asks for a login`;

test.each(journeys.trim().split(/\n\s+/))(
  "each address is followed, counted once, and said: %s",
  async (journey) => {
    const [, path = "", paths, said = ""] =
      /(\S+): ([^:]*)(?:: (.*))?$/.exec(journey) ?? [];
    const found = await follow(path);
    expect(found.paths).toBe(paths?.trim());
    expect(found.said.join(", ").replace(url, "")).toBe(said);
  },
);

test("an address that leads to another site's name is audited there", async () => {
  const other = await serve((_, response) =>
    response.writeHead(301, { location: `${url}/portal` }).end(),
  );
  onTestFinished(other.stop);
  expect(await follow("", 1, { baseURL: other.url })).toEqual({
    paths: "/portal",
    said: [
      `${other.url}/ led to ${url}.`,
      "1 address led to /portal: /",
      "1 address not followed (may end or change something): /logout",
      "2 addresses not audited (beyond the first 1 page): /end; /secret",
    ],
  });
});

test("only the pages of a list, or of a sitemap and those that it names, are visited", async () => {
  const twenty = Array.from({ length: 20 }, (_, at) => `/end?${at}`);
  const text = ["# Pages", ...twenty, "https://example.org/", ""].join("\n");
  const list = await follow("/portal", addressesIn(text));
  const said = ["1 address not audited (another site): https://example.org/"];
  expect(list).toEqual({ paths: twenty.join(" "), said });
  const map = await follow("/portal", `${url}/map.xml`);
  expect(map).toEqual({ paths: "/end?a=1&b=2", said });
});

test("cookies and headers of a visitor open what they open, in the crawl, too, and go to no other site", async () => {
  const cookie = {
    name: "session",
    value: "1",
    domain: "127.0.0.1",
    path: "/",
  };
  const others = {
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: "Lax",
  };
  const storageState = { cookies: [{ ...cookie, ...others }], origins: [] };
  const context = () => ({ storageState });
  expect((await follow("/cookie", 20, { context })).paths).toBe("/cookie");
  let told: unknown;
  const other = await serve(({ headers }, response) => {
    told = headers.authorization;
    response.end();
  });
  onTestFinished(other.stop);
  pages["/shown"] = page(`<img src="${other.url}" alt="">`);
  const headers = { authorization: "Basic secret" };
  expect((await follow("/basic", 20, { headers })).paths).toBe("/basic");
  await follow("/shown", 20, { headers });
  expect(told).toBeUndefined();
});

test("a name and password in an address open a site, and no report tells them", async () => {
  const baseURL = `${url.replace("//", "//ann:s3cret@")}/basic`;
  const states = [{ name: "/basic", path: "" }];
  const report = await auditOnce({ baseURL, states });
  expect(report.failures).toEqual([]);
  expect(report.visited.map(({ path }) => path)).toEqual(["", ""]);
  expect(JSON.stringify(report)).not.toMatch(/s3cret|ann:/);
});

test("a page that would move on stays, is measured, and it is said where it would go; what asks for programs, and what is left out, is said", async () => {
  pages["/refresh"] = page(
    '<p style="color: #bbb">Wait</p><p class="bar" style="color: #ccc">A bar</p>',
    '<meta http-equiv="refresh" content="3; url=/end"><script>setTimeout(() => { location.href = "/moved" }, 4000); navigator.webdriver</script>',
  );
  const { issues, failures, notes } = await auditOnce(
    { baseURL: url, states: [{ name: "/refresh", path: "/refresh" }] },
    { ignore: ".bar" },
  );
  expect(failures).toEqual([]);
  const found = issues.map(({ rule, html }) => `${rule} ${html}`).join("\n");
  expect(found).toContain("meta-refresh ");
  expect(found).toContain('contrast <p style="color: #bbb">');
  expect(found).not.toContain("A bar");
  expect(notes.sort()).toEqual([
    "/refresh asks whether a program steers the browser: it may hide something from programs.",
    `/refresh would move on to ${url}/end by itself.`,
    `/refresh would move on to ${url}/moved by itself.`,
  ]);
});

test("a press asks nothing of a site that nobody has described", async () => {
  const asked: string[] = [];
  const site = await serve(({ url = "" }, response) => {
    asked.push(url);
    response.end(`<!doctype html><title>A page</title><button onclick="fetch('delete')">Delete all</button>
      <button onclick="fetch('count'); navigator.sendBeacon('seen'); location.href = 'next'; new WebSocket('/socket')">Show</button>
      <button onclick="const a = document.createElement('a'); a.href = a.download = 'file'; a.click()">Load</button>`);
  });
  onTestFinished(site.stop);
  const { failures, visited } = await auditOnce({ baseURL: site.url });
  expect(failures).toEqual([]);
  expect(asked.filter((url) => url !== "/")).toEqual([]);
  const cut = visited.flatMap(
    (one) =>
      one.cut?.map((url) => new URL(url.split(" ")[1] ?? "").pathname) ?? [],
  );
  expect(cut.sort()).toEqual(["/count", "/file", "/next", "/seen", "/socket"]);
});

test("a site that answers 503 at first starts, and one at another address is named at once", async () => {
  const port = await freePort();
  const server = (status: string, host: string) =>
    `node -e 'const born = Date.now(); require("http").createServer((q, r) => r.writeHead(${status}).end()).listen(${port}, "${host}")'`;
  const late = server("Date.now() - born < 2000 ? 503 : 200", "127.0.0.1");
  const at = `http://127.0.0.1:${port}`;
  const end = await startSite(late, at);
  const { status } = await fetch(at);
  end();
  expect(status).toBe(200);
  const start = performance.now();
  const failed = startSite(server("200", "::1"), at);
  await expect(failed).rejects.toThrow(`answers at http://[::1]:${port} alone`);
  expect(performance.now() - start).toBeLessThan(30_000);
});
