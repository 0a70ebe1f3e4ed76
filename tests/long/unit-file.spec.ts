import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import packageJson from "../../package.json" with { type: "json" };

const unit = path.resolve("deploy/kandi.service");
const names = readdirSync("deploy").filter((name) =>
  /\.(?:service|timer)$/.test(name),
);
const services = names.filter((name) => name.endsWith(".service"));
const jobs = services.filter((name) => name !== "kandi.service");

const read = (name: string) =>
  readFileSync(path.join("deploy", name), "utf8").split("\n");

/** Runs systemd's own tool on unit files. */
function analyze(words: string[], files: string[]) {
  const units = files.map((name) => path.resolve("deploy", name));
  const options = { encoding: "utf8" } as const;
  const run = spawnSync("systemd-analyze", [...words, ...units], options);
  if (run.error) return undefined;
  return { status: run.status, output: run.stdout + run.stderr };
}

const verified = analyze(["verify"], names);

if (verified) {
  test("systemd accepts the unit files without a warning", () => {
    expect(verified).toEqual({ status: 0, output: "" });
  });

  for (const name of services) {
    test(`${name} has few privileges`, () => {
      const output = analyze(["security", "--offline=true"], [name])?.output;
      for (const kept of ["User=", "ProtectSystem=", "NoNewPrivileges="]) {
        expect(output).toMatch(new RegExp(`✓ \\S*${kept}`));
      }
      const exposure = /Overall exposure level for \S+: ([\d.]+)/;
      expect(Number(exposure.exec(output ?? "")?.[1])).toBeLessThan(2);
    });
  }
}

test("the unit runs the command of npm start", () => {
  const command = packageJson.scripts.start.replace("exec", "/usr/bin/env");
  const lines = readFileSync(unit, "utf8").split("\n");
  expect(lines).toContain(`ExecStart=${command}`);
  // systemd would keep a comment behind a value.
  expect(lines.join("\n")).not.toMatch(/^EnvironmentFile=/m);
});

test("each timer starts, every day, a job by the command of npm run waitlist", () => {
  const command = `ExecStart=/usr/bin/env ${packageJson.scripts.waitlist} `;
  expect(
    jobs.map((name) => {
      const start = read(name).find((line) => line.startsWith("ExecStart="));
      expect(start).toContain(command);
      const timer = read(name.replace(".service", ".timer"));
      expect(timer.join("\n")).toMatch(/^OnCalendar=\*-\*-\* /m);
      return start?.slice(command.length);
    }),
  ).toEqual(["backup --keep 28", "erase-old-messages --yes"]);
});
