import { defineConfig } from "playwright/test";
import site from "../../playwright.config";

/** What takes too long for `npm test`. */
export default defineConfig({
  ...site,
  timeout: 300_000,
  reporter: [["list"], ["../playwright-summary.ts"]],
  outputDir: "../../test-results/long",
  projects: [{ name: "long", testDir: "." }],
});
