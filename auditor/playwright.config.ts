import { defineConfig } from "playwright/test";
import { findHeadless } from "./browser.js";
import { readDescription } from "./describe";

// The command `auditor` names the description, and starts Playwright in the
// folder from which it was called.
const file = process.env.AUDITOR_DESCRIPTION ?? "";
const { baseURL, start } = await readDescription(file);

export default defineConfig({
  testDir: ".",
  testMatch: "described.spec.ts",
  outputDir: `${process.cwd()}/test-results/audit`,
  fullyParallel: true,
  timeout: 300_000,
  ...(start && {
    webServer: { command: start, url: baseURL, cwd: process.cwd() },
  }),
  use: {
    baseURL,
    launchOptions: {
      executablePath: findHeadless(),
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
  projects: [{ name: "audit" }],
});
