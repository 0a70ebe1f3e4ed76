import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { pages } from "~/content/pages";
import { test } from "../support/fixtures/test";

/** Finishes a page's animations, and returns their names. */
const finishMotion = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().map((animation) => {
      animation.finish();
      return animation instanceof CSSAnimation ? animation.animationName : "";
    }),
  );

test("nothing moves for visitors who asked for less motion, and no page shifts for anyone", async ({
  page,
}) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      document.documentElement.dataset.shifts = `${list.getEntries().length}`;
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const { path } of Object.values(pages)) {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(path);
    expect(await finishMotion(page)).toEqual([]);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto(path);
    expect(await finishMotion(page)).toContain("settle");
    await expect(page.locator("html")).not.toHaveAttribute("data-shifts");
  }
});
