import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { isInstalled } from "#supabase/testing";
import packageJson from "../../package.json" with { type: "json" };

/** Runs systemd-analyze. @returns what it says about a problem */
function analyze(...args: string[]): string {
  test.skip(!isInstalled("systemd-analyze"), "not here: systemd-analyze");
  const { status, stdout, stderr } = spawnSync("systemd-analyze", args, {
    encoding: "utf8",
  });
  return status === 0 ? stderr : stdout + stderr;
}

const files = readdirSync("deploy").map((name) => path.resolve("deploy", name));
const timers = files.filter((name) => name.endsWith(".timer"));
const services = files.filter((name) => name.endsWith(".service"));

test("systemd accepts the unit files without a warning, and their processes have no rights but to write to their folder", () => {
  expect(analyze("verify", ...services, ...timers)).toBe("");
  // The lower the exposure, the more is forbidden; that of a usual service is 96.
  const rated = ["security", "--offline=true", "--threshold=14"];
  for (const service of services) expect(analyze(...rated, service)).toBe("");
});

const { start, waitlist } = packageJson.scripts;

test("the unit runs the command of npm start, and the daily timers run jobs of npm run waitlist, after the site has started", () => {
  for (const [name, command] of [
    ["kandi.service", start.replace(/^exec /, "")],
    ["kandi-backup.service", `${waitlist} backup --keep 28`],
    ["kandi-erase-old.service", `${waitlist} erase-old-messages --yes`],
  ] as const) {
    const lines = readFileSync(path.join("deploy", name), "utf8").split("\n");
    expect(lines).toContain(`ExecStart=/usr/bin/env ${command}`);
  }
  expect(timers).toHaveLength(2);
  // After a night without power all three start at once.
  for (const name of ["kandi-backup.service", "kandi-erase-old.service"])
    expect(readFileSync(path.join("deploy", name), "utf8")).toMatch(
      /^After=.* kandi\.service$/m,
    );
  for (const timer of timers)
    expect(readFileSync(timer, "utf8")).toMatch(/^OnCalendar=\*-\*-\* /m);
});
