import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";

const systemBrowsers = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** Finds a whole Chromium: CHROMIUM_PATH's, the system's or Playwright's. */
export function findBrowser() {
  const own = chromium.executablePath();
  const found = named() ?? findInPath(systemBrowsers);
  return found ?? (existsSync(own) ? own : undefined);
}

/**
 * Finds a Chromium that shows no window: the headless shell if there is one, which
 * takes half the processor time but has no back/forward cache, or Playwright's own.
 */
export const findHeadless = () =>
  named() ?? findInPath(["chromium-headless-shell", ...systemBrowsers]);

/** Starts a Chromium that shows no window. */
export async function launchHeadless() {
  const executablePath = findHeadless();
  return chromium.launch({ executablePath }).catch((error) => {
    // Playwright says on many lines what the program has printed, and draws a box.
    const [text, said = text] = /\[err\] (.+)/.exec(error) ?? [error.message];
    throw new Error(
      executablePath
        ? `${executablePath} does not start: ${said.split("\n")[0]}`
        : "There is no Chromium that starts. Install one, as with: apt-get install chromium, or: npx playwright install --with-deps chromium, or set CHROMIUM_PATH.",
    );
  });
}

function named() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH && !existsSync(CHROMIUM_PATH))
    throw new Error(`CHROMIUM_PATH: no ${CHROMIUM_PATH}`);
  return CHROMIUM_PATH || undefined;
}

/** Finds the first program that is installed. @param {string[]} names the best first */
export function findInPath(names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file));
}
