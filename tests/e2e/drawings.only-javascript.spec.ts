import { readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "playwright/test";
import { test } from "../support/fixtures/test";

const folder = "app/components/beads/drawings";

for (const file of readdirSync(folder)) {
  test(`${file} is complete when opened by itself`, async ({ page }) => {
    await page.goto(String(pathToFileURL(path.resolve(folder, file))));
    const { root, beads } = await page.evaluate(() => ({
      root: document.documentElement.matches("svg[viewBox]"),
      beads: Array.from(
        document.querySelectorAll<SVGUseElement>("use[class]"),
        (bead) => ({
          // A shape that the file does not define has no width.
          width: bead.getBBox().width,
          hasColor:
            getComputedStyle(bead).color !==
            getComputedStyle(document.documentElement).color,
        }),
      ),
    }));
    // Invalid XML would be shown as an error page.
    expect(root).toBe(true);
    expect(beads).not.toEqual([]);
    for (const { width, hasColor } of beads) {
      expect(width).toBeGreaterThan(10);
      expect(hasColor).toBe(true);
    }
  });
}
