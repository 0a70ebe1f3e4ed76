import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { inlineScripts } from "./tools/inline-scripts";

export default defineConfig({
  plugins: [inlineScripts],
  resolve: {
    alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) },
  },
  test: {
    globalSetup: ["embedded-supabase/testing/run-folder.ts"],
    setupFiles: ["tests/unit/setup.ts"],
    include: [
      "{tests/unit,embedded-supabase,operator,auditor}/**/*.test.{ts,tsx}",
    ],
    // `npm run test:long` runs these.
    exclude: [
      ...configDefaults.exclude,
      ...(process.env.LONG ? [] : ["**/tests/long/**"]),
    ],
    // Like `npm start`: PGlite takes a third of the memory.
    execArgv: ["--liftoff-only"],
    // By default Vitest leaves one core free, but these tests mostly wait for a
    // disk, and the long ones for Orca.
    maxWorkers: 4,
    testTimeout: process.env.LONG ? 3_600_000 : 300_000,
    hookTimeout: 300_000,
    reporters: ["default", "./tests/vitest-summary.ts"],
  },
});
