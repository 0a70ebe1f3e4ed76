import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import packageJson from "../../package.json" with { type: "json" };

const unit = path.resolve("deploy/kandi.service");

/** Runs systemd's own tool on the unit file. */
function analyze(...words: string[]) {
  const options = { encoding: "utf8" } as const;
  const run = spawnSync("systemd-analyze", [...words, unit], options);
  if (run.error) return undefined;
  return { status: run.status, output: run.stdout + run.stderr };
}

const verified = analyze("verify");
const rated = analyze("security", "--offline=true");

if (verified && rated) {
  test("systemd accepts the unit file without a warning", () => {
    expect(verified).toEqual({ status: 0, output: "" });
  });

  test("the unit leaves the site few privileges", () => {
    for (const kept of ["User=", "ProtectSystem=", "NoNewPrivileges="]) {
      expect(rated.output).toMatch(new RegExp(`✓ \\S*${kept}`));
    }
    const exposure = /Overall exposure level for kandi.service: ([\d.]+)/;
    expect(Number(exposure.exec(rated.output)?.[1])).toBeLessThan(2);
  });
}

test("the unit runs the command of npm start", () => {
  const command = packageJson.scripts.start.replace("exec", "/usr/bin/env");
  const lines = readFileSync(unit, "utf8").split("\n");
  expect(lines).toContain(`ExecStart=${command}`);
  // systemd would keep a comment behind a value.
  expect(lines.join("\n")).not.toMatch(/^EnvironmentFile=/m);
});
