import { expect } from "playwright/test";
import { transformWithEsbuild } from "vite";
import support from "~/styles/support.json" with { type: "json" };
import { dismissLabel } from "~/content/delivery";
import { pages } from "~/content/pages";
import { ask } from "../support/visitors/ask";
import { post, signupFields } from "../support/visitors/post";
import { test } from "../support/visitors/test";

const targets = support.browsers.map(({ target, since }) => target + since);

test("the styles of every page are built for the oldest browsers of support.json; older ones skip them, and drawings have a size without them", async ({
  site,
}) => {
  for (const { path } of Object.values(pages)) {
    const { text } = await ask(site.url + path);
    const drawings = text.match(/<svg[^>]*>/g) ?? [];
    if (path === "/") expect(drawings.length).toBeGreaterThan(3);
    for (const drawing of drawings)
      expect(drawing).toMatch(/ width="\d+" height="\d+"/);
    const [, sheet = ""] = /<style[^>]*>(.*?)<\/style>/s.exec(text) ?? [];
    const lowered = await transformWithEsbuild(sheet, "sheet.css", {
      minify: true,
      charset: "utf8",
      target: targets,
    });
    // Comparing the texts would print the whole style sheet.
    const isSame = lowered.code.trim() === sheet.trim();
    expect(isSame, "nothing to lower").toBe(true);
    expect(sheet).toContain(
      "@media screen{@supports (selector(:focus-visible) and (inset: 0)){:root{",
    );
    // Text with an empty alternative follows the same text without one.
    const texts = sheet.match(/content:[^;}]* \/ ""/g) ?? [];
    expect(texts.length).toBeGreaterThanOrEqual(3);
    for (const text of texts) {
      expect(sheet).toContain(`${text.replace(' / ""', "")};${text}`);
    }
  }
});

// They would send its form, which brings back an empty page. Lynx, w3m, NetSurf and
// Dillo are tried by the audit.
test("where <dialog> is unknown, the button that dismisses a toast belongs to no form", async ({
  site,
}) => {
  const posted = await post(site.url, signupFields({ email: "ann@localhost" }));
  const text = await posted.text();
  // Links and ELinks send the last form before a button that is in none.
  const outside = text.split(/<form|<\/form>/)[0];
  expect(outside).toContain(`<button form="dismiss">${dismissLabel}</button>`);
  expect(text.match(/<button[^>]* form=/g)).toHaveLength(1);
  expect(text).toMatch(/<form id="dismiss"[^>]*><\/form><\/dialog>/);
});
