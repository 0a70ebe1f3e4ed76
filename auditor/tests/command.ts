import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll } from "vitest";
import { temporaryFolder } from "../programs";
import type { Report } from "../site";

/** Installs the packed auditor in an empty folder, and runs it there. */
export function inFolder() {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => path.join(folder, name);
  const read = (name: string) => readFileSync(at(name), "utf8");
  const call = (command: string, args: string[], env = {}, cwd = folder) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd,
      env: { ...process.env, NODE_ENV: "test", CI: "", ...env },
      encoding: "utf8",
    });
    return `${status}\n${stdout}${stderr}`;
  };
  const to = ["--pack-destination", folder];
  const packed = call("npm", ["pack", ...to], {}, path.resolve("auditor"));
  const [tarball = packed] = /\S+\.tgz$/m.exec(packed.trim()) ?? [];
  const flags = ["--prefer-offline", "--no-audit", "--no-fund"];
  const said = call("npm", ["install", ...flags, `./${tarball}`]);
  return {
    at,
    tarball,
    /** Why it is not installed, if the registry cannot be reached. */
    unreachable: /code E(NOTFOUND|AI_AGAIN|CONNREFUSED|TIMEDOUT)/.exec(
      said,
    )?.[0],
    /** @returns its status, then its output */
    run: (args: string, env = {}) =>
      call(at("node_modules/.bin/two-modes-audit"), args.split(" "), env),
    write: (name: string, text: string) => writeFileSync(at(name), text),
    read,
    reportIn: (name: string) =>
      JSON.parse(read(`${name}/report.json`)) as Report,
  };
}
