import { isDeepStrictEqual } from "node:util";
import type { Browser } from "playwright";
import type { Mode } from "../site";
import { startChromium } from "./chromium";
import { startFirefox } from "./firefox";
import type { Step } from "./visitor";
import type { Window } from "./webdriver";
import { startWebKit } from "./webkit";

interface Engine {
  engine: string;
  start: (mode: Mode, browser: Browser) => Promise<Window>;
  /** What it needs on this machine. */
  programs: string[];
}

/** The others have to show what the first one shows. */
export const engines: readonly Engine[] = [
  { engine: "Chromium", start: startChromium, programs: [] },
  { engine: "Firefox", start: startFirefox, programs: ["firefox-esr"] },
  {
    engine: "WebKit",
    start: startWebKit,
    programs: ["WebKitWebDriver", "Xvfb"],
  },
];

/** A page after each step of a flow. */
export type Steps = Record<string, Step>;

/** What an engine shows otherwise than the first one. */
export const unlike = (expected: Steps, seen: Steps): string[] =>
  Object.entries(seen).flatMap(([step, is]) =>
    Object.entries(is).flatMap(([what, value]) => {
      const should = expected[step]?.[what];
      return isDeepStrictEqual(value, should)
        ? []
        : [
            `${step}: ${what} is ${JSON.stringify(value)}, in Chromium ${JSON.stringify(should)}`,
          ];
    }),
  );
