import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };

const { build, doctor, start, waitlist } = packageJson.scripts;

/** Runs a file as if by this version of Node. */
function runAs(version: string, ...words: string[]) {
  const program = `Object.defineProperty(process.versions, "node", { value: "${version}" })`;
  const pretend = `--import=data:text/javascript,${encodeURIComponent(program)}`;
  return spawnSync(process.execPath, [pretend, ...words], { encoding: "utf8" });
}

test.each(["18.20.8", "20.19.9", "22.12.0", "23.11.0", "25.2.0"])(
  "Node %s is refused with one line by the start, the build and the commands",
  (version) => {
    const loader = /--import=(\S+load-env\.js)/;
    for (const command of [start, doctor, waitlist]) {
      const { status, stderr } = runAs(
        version,
        loader.exec(command)?.[1] ?? "",
      );
      expect(status).toBe(1);
      expect(stderr).toBe(
        `The site does not run on Node ${version} (${process.execPath}); it needs ${packageJson.engines.node}.\n`,
      );
    }
    const [, ...first] = build.split(" && ")[0]?.split(" ") ?? [];
    expect(runAs(version, ...first).status).toBe(1);
  },
);

test.each(["20.20.0", "22.13.0", "24.0.0", "26.0.0", "28.1.0"])(
  "Node %s is accepted",
  (version) => {
    const { status, stderr } = runAs(version, "app/server/check-node.js");
    expect([status, stderr]).toEqual([0, ""]);
  },
);
