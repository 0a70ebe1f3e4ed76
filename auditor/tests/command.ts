import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll } from "vitest";
import { temporaryFolder } from "../programs";
import type { Report } from "../site";

/** Runs the command in an empty folder without a package.json. */
export function inFolder() {
  const folder = temporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true }));
  const at = (name: string) => path.join(folder, name);
  const read = (name: string) => readFileSync(at(name), "utf8");
  return {
    at,
    /** @returns its status, then its output */
    run: (args: string, PORT = "") => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [path.resolve("auditor"), ...args.split(" ")],
        {
          cwd: folder,
          env: { ...process.env, NODE_ENV: "test", PORT, CI: "" },
          encoding: "utf8",
        },
      );
      return `${status}\n${stdout}${stderr}`;
    },
    write: (name: string, text: string) => writeFileSync(at(name), text),
    read,
    reportIn: (name: string) =>
      JSON.parse(read(`${name}/report.json`)) as Report,
  };
}
