import type { Page } from "playwright/test";

/**
 * What at least one browser of support.json does not know. A browser of today
 * drops what is renamed, as that one drops what it was.
 */
const newer: [RegExp, string][] = [
  // Nesting is lowered by the build: what is left of it is lost.
  [/&/g, ":unknown"],
  [/content:([^;}]*\/ "")/g, "x-content:$1"],
  [/\b(color-mix|round)\(/g, "unknown-$1("],
  [/:(has|is)\(/g, ":unknown-$1("],
  [/([;{])(translate|rotate|scale|mask(?:-[a-z]+)?|text-wrap):/g, "$1x-$2:"],
  [/(overflow(?:-[xy])?:)clip/g, "$1unknown"],
  [/@(property|view-transition)/g, "@unknown-$1"],
  [/::details-content/g, "::unknown"],
];

/** What browsers do that are older than support.json names. */
const all: [RegExp, string][] = [
  [/@supports [^{]*/g, "@supports (unknown: 0)"],
];

const looks = { "oldest browsers": newer, "older browsers": all };
export type Sight = keyof typeof looks;
export const sights = Object.keys(looks) as Sight[];

/** Replaces the sheet by what such browsers make of it. */
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
