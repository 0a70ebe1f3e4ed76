import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright/test";
import type { Markup } from "../site";
import { faint } from "./contrast";
import { focusShown } from "./focus";
import { readPicture } from "./picture";
import { shoot } from "./shoot";
import { readText } from "./text";
import { withStyle } from "./with-style";

/**
 * The page without its text, for the backgrounds. The window is as tall as the
 * page, so that one painting serves all pictures.
 */
const groundStyle = `
  * {
    -webkit-text-fill-color: transparent !important;
    text-decoration-color: transparent !important;
  }
  main { min-block-size: 0 !important; }`;

/**
 * Examines the whole page.
 *
 * @param file where to save a picture of it
 * @param hasOwnColors whether the page's colors are the site's
 * @returns how each control shows its focus, by its `data-stop`, and text and
 *   field borders with too little contrast
 */
export async function lookAt(
  page: Page,
  markup: Markup,
  file: string,
  hasOwnColors = true,
) {
  const devTools = await page.context().newCDPSession(page);
  const { cssContentSize } = await devTools.send("Page.getLayoutMetrics");
  await page.setViewportSize({
    width: cssContentSize.width,
    height: cssContentSize.height,
  });
  // Chromium may not paint for a picture until the page comes to the front.
  await page.bringToFront();
  // Faster than Playwright's own picture, which prepares the page first.
  const picture = await devTools.send("Page.captureScreenshot", {
    ...{ format: "jpeg", quality: 35, optimizeForSpeed: true },
  });
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, picture.data, "base64");
  // The browser's own validation bubble disappears with the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const seen = await withStyle(page, groundStyle, async () => {
    const ground = await readPicture(await shoot(devTools));
    const focus = await focusShown(page, ground, markup, devTools);
    if (!hasOwnColors) return { focus, faint: [] };
    const { painted } = await page.evaluate(readText, markup);
    return { focus, faint: faint(painted, ground) };
  });
  await devTools.detach();
  return seen;
}
