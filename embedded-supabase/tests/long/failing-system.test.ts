import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseFolder } from "#supabase/testing";

let folder: string;
beforeEach(() => {
  folder = databaseFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ["fsyncSync", "EIO", "could not fsync file"],
  ["writeSync", "ENOSPC", "No space left on device"],
  ["openSync", "EIO", "could not open file"],
])(
  "a disk that fails in %s with %s ends the process, and nothing is acknowledged",
  (operation, code, reason) => {
    const program =
      "embedded-supabase/tests/programs/insert-on-failing-disk.ts";
    const child = spawnSync(
      process.execPath,
      ["--import", "tsx", program, folder, operation, code],
      { encoding: "utf8", timeout: 120_000 },
    );
    expect(child.stdout).toBe("201\n");
    expect(child.stderr).toContain(reason);
    expect(child.stderr).toContain("The embedded database has failed");
    expect(child.status).toBe(1);
  },
);
