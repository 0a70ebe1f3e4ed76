import { defineConfig } from "playwright/test";
import site from "../../playwright.config";

/** The whole audit; `npm test` has its quick part. */
export default defineConfig({
  ...site,
  // A cell is looked at in many ways.
  timeout: 120_000,
  reporter: [["list"], ["./collect.ts"]],
  outputDir: "../../test-results/audit",
  projects: [{ name: "audit", testDir: "." }],
});
