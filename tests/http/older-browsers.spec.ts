import { expect } from "playwright/test";
import { transformWithEsbuild } from "vite";
import support from "~/styles/support.json" with { type: "json" };
import { pages } from "~/content/pages";
import { ask } from "../support/fixtures/ask";
import { test } from "../support/fixtures/test";

const targets = support.browsers.map(({ target, since }) => target + since);

for (const { path } of [pages.landing, pages.contact]) {
  test(`the styles of ${path} are built for the oldest browsers of support.json, and older ones skip them`, async ({
    site,
  }) => {
    const { text } = await ask(site.url + path);
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
  });
}

test("every drawing has a width and height without the style sheet", async ({
  site,
}) => {
  for (const { path } of Object.values(pages)) {
    const { text } = await ask(site.url + path);
    const drawings = text.match(/<svg[^>]*>/g) ?? [];
    if (path === "/") expect(drawings.length).toBeGreaterThan(3);
    for (const drawing of drawings) {
      expect(drawing).toMatch(/ width="\d+" height="\d+"/);
    }
  }
});
