import type { Browser } from "playwright";
import type { Mode } from "../finding";
import { nameFunctions } from "../measuring/places";
import { startFirefox } from "./firefox";
import { height } from "./webdriver";
import type { Window } from "./webdriver";
import { startWebKit } from "./webkit";

interface Engine {
  engine: string;
  start: (mode: Mode, browser: Browser) => Promise<Window>;
  /** What it needs on this machine. */
  programs: string[];
}

async function startChromium(mode: Mode, browser: Browser): Promise<Window> {
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
    evaluate: (run, given) =>
      page.evaluate(run as (given: unknown) => ReturnType<typeof run>, given),
    screenshot: async () => (await page.screenshot()).toString("base64"),
    close: () => context.close(),
  };
}

/** The first is the one that the audit measures. */
export const engines: readonly Engine[] = [
  { engine: "Chromium", start: startChromium, programs: [] },
  { engine: "Firefox", start: startFirefox, programs: ["firefox-esr"] },
  {
    engine: "WebKit",
    start: startWebKit,
    programs: ["WebKitWebDriver", "Xvfb"],
  },
];
