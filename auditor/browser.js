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
  const own = chromium.executablePath();
  return existsSync(own) ? own : findInPath(systemBrowsers);
}

/**
 * Finds a Chromium that shows no window: the headless shell if there is one,
 * because it takes half the processor time of the whole browser. It has no
 * back/forward cache.
 *
 * @returns {string | undefined} its path, or undefined for Playwright's own
 */
export function findHeadless() {
  if (process.env.CHROMIUM_PATH) return findBrowser();
  if (existsSync(chromium.executablePath())) return undefined;
  return findInPath(["chromium-headless-shell", ...systemBrowsers]);
}

/** @param {string[]} names in the order of preference */
function findInPath(names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => existsSync(file));
}
