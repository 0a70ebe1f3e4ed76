import { expect } from "playwright/test";
import { inPage, lookAt, readText, untilPainted } from "../../tools/auditor";
import { errorTitlePrefix } from "~/content/errors";
import { pages } from "~/content/pages";
import { test } from "../support/fixtures/test";
import { postNothing } from "./flows/post-nothing";
import { markup } from "./markup";
import { seeAs, sights } from "./older-browsers";

/** In CSS pixels. */
const widths = [320, 1280];
/** In CSS pixels. Drawings as wide as the window make / three times as high. */
const tallest = { "oldest browsers": Infinity, "older browsers": 5000 };

const paths = Object.values(pages).map(({ path }) => path);

for (const sight of sights) {
  for (const path of [...paths, "/nope", "a message refused"]) {
    test(`the ${sight} paint every word of ${path}, with enough contrast`, async ({
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
        await seeAs(page, sight);
        expect(await page.evaluate(isBare)).toBe(sight === "older browsers");
        const screenshot = async () =>
          (await page.screenshot({ fullPage: true })).toString("base64");
        await untilPainted({ evaluate: inPage(page), screenshot }, markup);
        const { faint } = await lookAt(
          page,
          markup,
          info.outputPath(`${width}.jpg`),
        );
        const height = await page.evaluate(
          () => document.documentElement.scrollHeight,
        );
        problems.push(...(await page.evaluate(readText, markup)).problems);
        // Without the style sheet, colors and borders are the browser's own.
        if (sight === "oldest browsers") problems.push(...faint);
        expect(height).toBeLessThan(tallest[sight]);
      }
      expect(problems).toEqual([]);
    });
  }
}

/** Runs in the page. */
const isBare = () =>
  getComputedStyle(document.documentElement).backgroundColor ===
  "rgba(0, 0, 0, 0)";
