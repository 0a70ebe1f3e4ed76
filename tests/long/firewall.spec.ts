import { spawnSync } from "node:child_process";
import { expect, test } from "playwright/test";

const PATH = `${process.env.PATH}:/usr/sbin`;
const options = { encoding: "utf8", env: { ...process.env, PATH } } as const;

/** Runs a command as root in its own network and mount namespaces. */
const runApart = (...command: string[]) =>
  spawnSync(
    "unshare",
    ["--net", "--mount", "--map-root-user", ...command],
    options,
  );

test("the firewall limits a network to 2,000 connections, and lets its neighbor in", () => {
  const tried = runApart("sh", "-c", "nft list ruleset && ip -V");
  const reason = tried.error?.message ?? tried.stderr;
  test.skip(tried.status !== 0, `nft, ip or unshare cannot run: ${reason}`);

  const run = runApart("sh", "tests/support/programs/two-networks.sh");
  expect(run.stderr).toBe("");
  expect(
    run.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { host: "10.0.0.1", held: 2000, admitted: 1 },
    { host: "fd00::1", held: 2000, admitted: 1 },
  ]);
});
