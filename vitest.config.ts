import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) },
  },
  test: {
    globalSetup: ["tests/support/fixtures/database-template.ts"],
    setupFiles: ["tests/unit/setup.ts"],
    include: ["tests/unit/**/*.test.{ts,tsx}"],
    // Vitest leaves one core free, and these tests mostly wait for a disk.
    maxWorkers: 2,
    // A new embedded database takes a few seconds to be made.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "./tests/vitest-summary.ts"],
  },
});
