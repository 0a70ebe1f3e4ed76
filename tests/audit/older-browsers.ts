import type { Page } from "playwright/test";

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

/** What browsers older than those in support.json do. */
const all: [RegExp, string][] = [
  [/@supports [^{]*/g, "@supports (unknown: 0)"],
];

const looks = { "oldest browsers": newer, "older browsers": all };
export type Sight = keyof typeof looks;
export const sights = Object.keys(looks) as Sight[];

/** Replaces the style sheet with what such browsers make of it. */
export async function seeAs(page: Page, sight: Sight) {
  const sheet = await page.evaluate(
    () => document.getElementById("styles")?.textContent ?? "",
  );
  let text = sheet;
  for (const [known, unknown] of looks[sight]) {
    text = text.replace(known, unknown);
  }
  await page.evaluate((text) => {
    const older = new CSSStyleSheet();
    older.replaceSync(text);
    document.adoptedStyleSheets = [older];
    for (const sheet of document.styleSheets) sheet.disabled = true;
  }, text);
}
