import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { expect, test, vi } from "vitest";
import { takeDataFolder } from "~/database/supabase.server";

test("a processor on which the embedded database would end the process is named before the site listens", () => {
  vi.spyOn(fs, "existsSync").mockReturnValue(true);
  vi.spyOn(fs, "readFileSync").mockReturnValue("flags\t\t: fpu sse2 ssse3\n");
  syncBuiltinESMExports();
  expect(takeDataFolder).toThrow("needs a processor with SSE4.1");
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});
