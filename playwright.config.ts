import { defineConfig } from "playwright/test";
import { findBrowser } from "./tools/browser.js";

const launchOptions = {
  executablePath: findBrowser(),
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

export default defineConfig({
  globalSetup: "./tests/support/fixtures/database-template.ts",
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  // A loaded machine is slow, not wrong.
  expect: { timeout: 10_000 },
  reporter: [["list"], ["./tests/playwright-summary.ts"]],
  use: { launchOptions },
  projects: [
    { name: "http", testDir: "tests/http" },
    // Every spec runs in both, except what only one of the modes has.
    {
      name: "javascript",
      testDir: "tests/e2e",
      testIgnore: "**/*.no-javascript.spec.ts",
      use: { javaScriptEnabled: true },
    },
    {
      name: "no-javascript",
      testDir: "tests/e2e",
      testIgnore: "**/*.only-javascript.spec.ts",
      use: { javaScriptEnabled: false },
    },
    // `npm test` leaves these two to `npm run test:long`.
    {
      name: "audit",
      testDir: "tests/audit",
      // A test measures up to twelve cells, or uses a form in three engines.
      timeout: 480_000,
    },
    { name: "long", testDir: "tests/long", timeout: 300_000 },
  ],
});
