import puppeteer from "puppeteer-core";
import type { LaunchOptions } from "puppeteer-core";
import { findInPath } from "two-modes-audit/browser";
import type { Mode } from "two-modes-audit";
import { called, height } from "./window";
import type { Engine } from "./window";

/** No first run, no offers; motion without a graphics card takes a core. */
const preferences = {
  "accessibility.force_disabled": -1,
  "browser.formfill.enable": false,
  // Loaded in the background, it interrupts what is said of the page.
  "browser.newtab.preload": false,
  "browser.preonboarding.enabled": false,
  "browser.translations.enable": false,
  "intl.accept_languages": "en-US, en",
  "signon.rememberSignons": false,
  "termsofuse.bypassNotification": true,
  "ui.prefersReducedMotion": 1,
  // A phone has overlay scroll bars.
  "ui.useOverlayScrollbars": 1,
};

/** For what waits for a browser on a busy machine. */
const patience = 90_000;

/** Starts Debian's Firefox with a new profile, which goes with it. */
export const launchFirefox = (mode: Mode, options: LaunchOptions = {}) =>
  puppeteer.launch({
    browser: "firefox",
    executablePath: findInPath(["firefox-esr"]),
    timeout: patience,
    protocolTimeout: patience,
    extraPrefsFirefox: {
      ...preferences,
      "javascript.enabled": mode === "javascript",
    },
    ...options,
  });

/** Firefox without a window, by WebDriver BiDi. */
export const firefox: Engine = {
  engine: "Firefox",
  programs: ["firefox-esr"],
  start: async (mode) => {
    const browser = await launchFirefox(mode);
    // In the first tab, the address bar has the focus.
    const page = await browser.newPage();
    page.setDefaultTimeout(patience);
    return {
      version: await browser.version(),
      open: async (url, width) => {
        await page.setViewport({ width, height });
        await page.goto(url);
      },
      type: async (text) => {
        for (const sign of text)
          if (sign === "\t") await page.keyboard.press("Tab");
          else await page.keyboard.type(sign);
      },
      evaluate: async <Result>(run: () => Result) =>
        JSON.parse((await page.evaluate(called(run))) as string) as Result,
      close: () => browser.close(),
    };
  },
};
