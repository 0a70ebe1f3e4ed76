import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import type { Report } from "../site";

/** Runs the command in an empty folder without a package.json. */
export function inFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "auditor-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  return {
    folder,
    run: (args: string[], PORT = "") => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [path.resolve("auditor"), ...args],
        {
          cwd: folder,
          env: { ...process.env, NODE_ENV: "test", PORT, CI: "" },
          encoding: "utf8",
        },
      );
      return { status, said: stdout + stderr };
    },
    write: (name: string, text: string) =>
      writeFileSync(path.join(folder, name), text),
    read: (name: string) => readFileSync(path.join(folder, name), "utf8"),
    reportIn: (name: string) =>
      JSON.parse(
        readFileSync(path.join(folder, name, "report.json"), "utf8"),
      ) as Report,
  };
}
