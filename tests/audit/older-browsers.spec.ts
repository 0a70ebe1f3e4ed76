import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { inPage, lookAt, readText, untilPainted } from "auditor";
import { errorTitlePrefix } from "~/content/errors";
import { pages } from "~/content/pages";
import { test } from "../support/fixtures/test";
import { markup } from "./markup";

/** In CSS pixels. */
const widths = [320, 1280];

/**
 * What at least one browser in support.json does not support. A current browser
 * ignores what is renamed, as that one ignores the original.
 */
const newer: [RegExp, string][] = [
  // The build lowers nesting, so any that is left is lost.
  [/&/g, ":unknown"],
  [/content:([^;}]*\/ "")/g, "x-content:$1"],
  [/\b(color-mix|round)\(/g, "unknown-$1("],
  [/:(has|is)\(/g, ":unknown-$1("],
  [/([;{])(translate|rotate|scale|mask(?:-[a-z]+)?|text-wrap):/g, "$1x-$2:"],
  [/(overflow(?:-[xy])?:)clip/g, "$1unknown"],
  [/@property/g, "@unknown-property"],
  [/::details-content/g, "::unknown"],
];

const paths = Object.values(pages).map(({ path }) => path);

for (const path of [...paths, "/nope", "a message refused"]) {
  test(`the oldest browsers of the style sheet paint every word of ${path}, with enough contrast`, async ({
    page,
  }, info) => {
    const problems: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 640 });
      if (path.startsWith("/")) await page.goto(path);
      else {
        await page.goto(pages.contact.path);
        await page.evaluate(postNothing);
        await expect(page).toHaveTitle(new RegExp(`^${errorTitlePrefix}`));
      }
      await lowerStyles(page);
      const screenshot = async () =>
        (await page.screenshot({ fullPage: true })).toString("base64");
      await untilPainted({ evaluate: inPage(page), screenshot }, markup);
      const { faint } = await lookAt(
        page,
        markup,
        info.outputPath(`${width}.jpg`),
      );
      const text = await page.evaluate(readText, markup);
      problems.push(...text.problems, ...faint);
    }
    expect(problems).toEqual([]);
  });
}

/** Runs in the page: bypasses scripts and the browser's own validation. */
const postNothing = () =>
  document.querySelector<HTMLFormElement>("main form[method=post]")?.submit();

/** Replaces the style sheet with what the oldest browsers make of it. */
async function lowerStyles(page: Page) {
  let text = await page.locator("#styles").innerHTML();
  for (const [known, unknown] of newer) text = text.replace(known, unknown);
  await page.evaluate((text) => {
    const older = new CSSStyleSheet();
    older.replaceSync(text);
    document.adoptedStyleSheets = [older];
    for (const sheet of document.styleSheets) sheet.disabled = true;
  }, text);
}
