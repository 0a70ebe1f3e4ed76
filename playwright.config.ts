import { setFlagsFromString } from "node:v8";
import { defineConfig } from "playwright/test";
import type { Project } from "playwright/test";
import { findHeadless } from "two-modes-audit/browser";

// Like `npm start`: PGlite takes a third of the memory, and compiles faster. Each
// worker reads this file.
setFlagsFromString("--liftoff-only");

const launchOptions = {
  executablePath: findHeadless(),
  args: [
    // Stops Chromium's own traffic: no test needs a network beyond this
    // machine.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ],
};

/** These tests wait for processes and for limits of the site. */
const slow = { timeout: 120_000 };

const long = { testDir: "tests/long", expect: slow, fullyParallel: false };

/** Two runs at the same time must not clear each other's folder. */
const projects = (list: (Project & { name: string })[]) =>
  list.map((project) => ({
    ...project,
    outputDir: `test-results/${project.name}`,
  }));

export default defineConfig({
  globalSetup: "./embedded-supabase/testing/run-folder.ts",
  forbidOnly: true,
  fullyParallel: true,
  workers: 3,
  timeout: 900_000,
  // A wrong text fails fast; slow steps set their own timeout.
  expect: { timeout: 15_000 },
  reporter: [["list"], ["./tests/playwright-summary.ts"]],
  use: { launchOptions, actionTimeout: 120_000 },
  projects: projects([
    {
      name: "http",
      testDir: "tests/http",
      grepInvert: /@slow/,
      // Most files start a site of their own, once for each worker.
      fullyParallel: false,
    },
    // Every spec runs in both, except what only one of the modes has.
    {
      name: "javascript",
      testDir: "tests/e2e",
      testIgnore: "**/*.no-javascript.spec.ts",
      grepInvert: /@slow/,
      use: { javaScriptEnabled: true },
    },
    {
      name: "no-javascript",
      testDir: "tests/e2e",
      testIgnore: "**/*.only-javascript.spec.ts",
      grepInvert: /@slow/,
      use: { javaScriptEnabled: false },
    },
    // `npm test` leaves these to `npm run test:long`.
    // The longest file is the first to start.
    { name: "recipes", ...long, testMatch: "**/recipes.spec.ts" },
    {
      name: "slow",
      testDir: "tests",
      expect: slow,
      testMatch: /(http|e2e)\/.*\.spec/,
      grep: /@slow/,
    },
    {
      name: "long",
      ...long,
      testIgnore: "**/recipes.spec.ts",
    },
    // `npm run test:bare`, before a release.
    {
      name: "bare",
      testDir: "tests/bare",
    },
    // `npm run test:power`, when what reaches the disk has changed.
    {
      name: "power",
      testDir: "tests/power",
    },
  ]),
});
