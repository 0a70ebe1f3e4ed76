import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { databaseFolder } from "../../support/fixtures/supabase";

let folder: string;
beforeEach(() => {
  folder = databaseFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("a disk that fails", () => {
  test.each([
    ["fsyncSync", "EIO", "could not fsync file"],
    ["writeSync", "ENOSPC", "No space left on device"],
  ])(
    "in %s with %s ends the process, and nothing is acknowledged",
    (operation, code, reason) => {
      const child = spawnSync(
        process.execPath,
        [
          "--import",
          "tsx",
          "tests/support/programs/insert-on-failing-disk.ts",
          folder,
          operation,
          code,
        ],
        { encoding: "utf8", timeout: 120_000 },
      );
      expect(child.stdout).toBe("201\n");
      expect(child.stderr).toContain(reason);
      expect(child.stderr).toContain("The embedded database has failed");
      expect(child.status).toBe(1);
    },
  );

  test("without a descriptor for a new file ends the process with one line", () => {
    const child = spawnSync(
      "sh",
      [
        "-c",
        'ulimit -n 300; exec "$@"',
        "sh",
        process.execPath,
        "--import",
        "tsx",
        "tests/support/programs/insert-without-descriptors.ts",
        folder,
      ],
      { encoding: "utf8", timeout: 120_000 },
    );
    expect(child.stdout).toBe("");
    expect(child.stderr).toMatch(
      /^The embedded database has failed \(58P02: .*File exists\); the process ends\.\n$/,
    );
    expect(child.status).toBe(1);
  });
});
