import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { isInstalled } from "#supabase/testing";
import packageJson from "../../package.json" with { type: "json" };

const { start, waitlist } = packageJson.scripts;
const read = (name: string) =>
  readFileSync(path.join("deploy", name), "utf8").split("\n");

test("systemd accepts the unit files without a warning", () => {
  test.skip(!isInstalled("systemd-analyze"), "not here: systemd-analyze");
  const units = readdirSync("deploy")
    .filter((name) => /\.(?:service|timer)$/.test(name))
    .map((name) => path.resolve("deploy", name));
  const { status, stdout, stderr } = spawnSync(
    "systemd-analyze",
    ["verify", ...units],
    { encoding: "utf8" },
  );
  expect([status, stdout + stderr]).toEqual([0, ""]);
});

test("the unit runs the command of npm start, and the daily timers run jobs of npm run waitlist", () => {
  for (const [name, command] of [
    ["kandi", start.replace(/^exec /, "")],
    ["kandi-backup", `${waitlist} backup --keep 28`],
    ["kandi-erase-old", `${waitlist} erase-old-messages --yes`],
  ] as const) {
    expect(read(`${name}.service`)).toContain(
      `ExecStart=/usr/bin/env ${command}`,
    );
    if (name === "kandi") continue;
    expect(read(`${name}.timer`).join("\n")).toMatch(/^OnCalendar=\*-\*-\* /m);
  }
});
