import type { Browser } from "playwright";
import type { Mode } from "../site";
import { nameFunctions } from "../measuring/places";
import { height, inPage } from "./webdriver";
import type { Window } from "./webdriver";

/** The engine that the audit measures, and the reference for the others. */
export async function startChromium(
  mode: Mode,
  browser: Browser,
): Promise<Window> {
  const context = await browser.newContext({
    javaScriptEnabled: mode === "javascript",
  });
  await nameFunctions(context);
  const page = await context.newPage();
  return {
    version: browser.version(),
    open: async (url, width) => {
      await page.setViewportSize({ width, height });
      await page.goto(url);
    },
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    evaluate: inPage(page),
    screenshot: async () => (await page.screenshot()).toString("base64"),
    close: () => context.close(),
  };
}
