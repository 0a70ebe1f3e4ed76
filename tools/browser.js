import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";

const systemBrowsers = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/**
 * Finds a Chromium: CHROMIUM_PATH's, Playwright's or the system's.
 *
 * @returns {string | undefined} its path
 */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH: no ${named}`);
    return named;
  }
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const installed = folders.flatMap((folder) =>
    systemBrowsers.map((name) => path.join(folder, name)),
  );
  return [chromium.executablePath(), ...installed].find((file) =>
    existsSync(file),
  );
}
