import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "playwright/test";
import { transformWithEsbuild } from "vite";
import { dismissLabel } from "~/content/delivery";
import { pages } from "~/content/pages";
import { productName, socialImage } from "~/content/constants";
import { limits } from "~/forms/definition";
import support from "~/styles/support.json" with { type: "json" };
import { isInstalled } from "#supabase/testing";
import { ask } from "../support/visitors/ask";
import { cookieOf, post, signupFields } from "../support/visitors/post";
import { newAddress, test } from "../support/visitors/test";
import { checkHtml } from "../support/project/html-checker";

/** Every page, refusal, success and error, by its status and cause. */
const answers: { name: string; html: string; headers: Headers }[] = [];

test.beforeAll(async ({ site: { url }, supabase }) => {
  const signup = { ...signupFields(), email: newAddress() };
  const Cookie = cookieOf(await post(url, signup));
  const tooLong = { name: "\0", message: "x".repeat(limits.message + 1) };
  const given: Record<string, Response> = {
    "200 thanks": await fetch(url, { headers: { Cookie } }),
    "409 duplicate": await post(url, signup),
    "422 empty address": await post(url, { ...signup, email: "" }),
    "422 empty message": await post(`${url}/contact`, {}),
    "422 long message": await post(`${url}/contact`, tooLong),
    "404": await fetch(`${url}/nope`),
    "405": await post(`${url}/terms`, {}),
    "413": await post(url, { email: "x".repeat(2e5) }),
  };
  supabase.behave(() => Promise.reject(new Error("The test says no.")));
  given["503"] = await post(url, signup);
  supabase.behave(() => Promise.resolve());
  for (const { path } of Object.values(pages))
    given[`200 ${path}`] = await fetch(url + path);
  for (const [name, answer] of Object.entries(given)) {
    expect(answer.status, name).toBe(parseInt(name));
    answers.push({ name, html: await answer.text(), headers: answer.headers });
  }
});

test("the policy of every page, answer and error page names its scripts and styles, no CDN may change one, and a failure needs no cookie", () => {
  const inline = /<(script|style)[^>]*>([^]*?)<\/\1>/g;
  for (const { name, html, headers } of answers) {
    // A CDN would break the mail links.
    expect(headers.get("Cache-Control"), name).toContain("no-transform");
    const policy = headers.get("Content-Security-Policy");
    const parts = [...html.matchAll(inline)];
    expect(parts.length, name).toBeGreaterThan(0);
    for (const [, , content = ""] of parts) {
      const hash = createHash("sha256").update(content).digest("base64");
      expect(policy, name).toContain(`'sha256-${hash}'`);
    }
    if (!name.startsWith("200"))
      expect(headers.get("Set-Cookie"), name).toBeNull();
  }
});

test("every page, answer and error page is valid HTML", () => {
  test.skip(!isInstalled("java"), "not installed: java");
  // HTML forbids this, and the checker does not report it.
  for (const { name, html } of answers)
    expect(html, name).not.toMatch(/<dialog[^>]* tabindex=/i);
  const documents = answers.map(({ name, html }) => [name, html] as const);
  expect(checkHtml(Object.fromEntries(documents))).toEqual([]);
});

const assets = "build/client/assets";
const targets = support.browsers.map(({ target, since }) => target + since);

test("the styles of every document are built for the oldest browsers of support.json; older ones skip them, and drawings have a size without them", async () => {
  for (const { name, html } of answers) {
    for (const [drawing] of html.matchAll(/<svg[^>]*>/g))
      expect(drawing, name).toMatch(/ width="\d+" height="\d+"/);
    const [, sheet = ""] = /<style[^>]*>(.*?)<\/style>/s.exec(html) ?? [];
    const lowered = await transformWithEsbuild(sheet, "sheet.css", {
      minify: true,
      charset: "utf8",
      target: targets,
    });
    // Comparing the texts would print the whole style sheet.
    const isSame = lowered.code.trim() === sheet.trim();
    expect(isSame, `${name}: nothing to lower`).toBe(true);
    expect(sheet, name).toContain(
      "@media screen{@supports (selector(:focus-visible) and (inset: 0)){:root{",
    );
    // Text with an empty alternative follows the same text without one.
    const texts = sheet.match(/content:[^;}]* \/ ""/g) ?? [];
    expect(texts.length, name).toBeGreaterThanOrEqual(3);
    for (const text of texts)
      expect(sheet).toContain(`${text.replace(' / ""', "")};${text}`);
  }
});

test("every script is built for the oldest browsers of support.json", async () => {
  const scripts = new Map(
    readdirSync(assets)
      .filter((name) => name.endsWith(".js"))
      .map((name) => [name, readFileSync(`${assets}/${name}`, "utf8")]),
  );
  for (const { name, html } of answers)
    for (const [, , script = ""] of html.matchAll(
      /<script(.*?)>(.*?)<\/script>/gs,
    ))
      scripts.set(name, script);
  expect(scripts.size).toBeGreaterThan(10);
  for (const [name, script] of scripts) {
    const [lowered, same] = await Promise.all(
      [targets, "esnext"].map((target) =>
        transformWithEsbuild(script, "script.js", {
          ...{ target, charset: "utf8" },
          supported: { "optional-chain": true },
        }),
      ),
    );
    expect(lowered?.code === same?.code, `${name}: nothing to lower`).toBe(
      true,
    );
    // Chrome takes an argument after a spread one there from 91.
    expect(script, name).not.toMatch(/\?\.[\w$]*\([^()]*\.\.\.[\w$]+,/);
  }
});

// They would send its form, which brings back an empty page. Lynx and w3m are
// tried by the audit, NetSurf and Dillo by people.
test("where <dialog> is unknown, the button that dismisses a toast belongs to no form", () => {
  for (const { name, html } of answers) {
    if (!name.startsWith("422")) continue;
    // Links and ELinks send the last form before a button that is in none.
    const outside = html.split(/<form|<\/form>/)[0];
    const button = `<button type="submit" form="dismiss">${dismissLabel}</button>`;
    expect(outside, name).toContain(button);
    expect(html.match(/<button[^>]* form=/g), name).toHaveLength(1);
    expect(html).toMatch(/<form id="dismiss"[^>]*><\/form><\/dialog>/);
  }
});

test("every page tells search engines and link previews what it is, with an image as large as it says", async ({
  site,
}) => {
  const titles = new Set<string>();
  for (const { path, title, description } of Object.values(pages)) {
    const { text: html } = await ask(site.url + path);
    const content = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`)
        .exec(html)?.[1]
        ?.replaceAll("&#x27;", "'");
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
    expect(canonical).toMatch(new RegExp(`^http://localhost:\\d+${path}$`));
    expect(content("og:url")).toBe(canonical);
    expect(content("og:site_name")).toBe(productName);
    expect(content("description")).toBe(description);
    expect(description.length).toBeLessThanOrEqual(155);
    for (const family of ["og", "twitter"]) {
      expect(content(`${family}:title`)).toBe(title);
      expect(content(`${family}:description`)).toBe(description);
      expect(content(`${family}:image`)).toMatch(/^http.*\/social\.jpg$/);
    }
    expect(content("twitter:card")).toBe("summary_large_image");
    expect(content("robots")).toBeUndefined();
    titles.add(title);
  }
  expect(titles.size).toBe(Object.keys(pages).length);

  const image = await ask(site.url + socialImage.path);
  expect(image.headers["content-type"]).toBe("image/jpeg");
  // A JPEG's size follows its start-of-frame marker.
  const frame = image.body.indexOf(Buffer.from([0xff, 0xc0]));
  expect(image.body.readUInt16BE(frame + 5)).toBe(socialImage.height);
  expect(image.body.readUInt16BE(frame + 7)).toBe(socialImage.width);
});

test("robots.txt, the sitemap and the manifest name the pages and icons that are there", async ({
  site,
}) => {
  const at = (path: string) => ask(site.url + path);
  const sitemap = await at("/sitemap.xml");
  for (const { path } of Object.values(pages)) {
    expect(sitemap.text).toMatch(
      new RegExp(`<loc>http://localhost:\\d+${path}</loc>`),
    );
  }
  expect((await at("/robots.txt")).text).toMatch(
    /^User-agent: \*\nAllow: \/\n\nSitemap: http:.*\/sitemap\.xml\n$/,
  );
  const { text } = await at("/manifest.webmanifest");
  const manifest = JSON.parse(text) as {
    name: string;
    icons: { src: string }[];
  };
  expect(manifest.name).toBe(productName);
  const icons = manifest.icons.map(({ src }) => src);
  for (const src of [...icons, "/apple-touch-icon.png"])
    expect((await at(src)).status).toBe(200);
});
