import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = mkdtempSync(path.join(tmpdir(), "auditor-"));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (args: string[], PORT = "") =>
  spawnSync(process.execPath, [path.resolve("auditor/cli.js"), ...args], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "test", PORT, CI: "" },
    encoding: "utf8",
  });

/** The first block of README.md in TypeScript. */
const [, example = ""] =
  /```ts\n([^]*?)```/.exec(readFileSync("auditor/README.md", "utf8")) ?? [];

beforeAll(() => {
  writeFileSync(path.join(folder, "kiosk.audit.ts"), example);
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  copyFileSync("auditor/tests/kiosk.js", path.join(folder, "kiosk.js"));
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
});

/** @returns a port that was free a moment ago */
const freePort = () =>
  new Promise<string>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(String(port)));
    });
  });

test("the example audits a site that is not ours, and the report names what differs between the modes and what has too little contrast", async () => {
  const { status, stdout } = run(["kiosk.audit.ts"], await freePort());
  expect(status, stdout).toBe(1);
  const read = (name: string) =>
    readFileSync(path.join(folder, "reports/accessibility", name), "utf8");
  expect(read("index.html")).toContain("Kiosk, with a script");
  expect(read("index.html")).toContain("1.4.3 color-contrast");
  // EARL is about criteria, and none says that the modes must be the same.
  expect(read("report.json")).toContain("1.4.3 color-contrast");
  expect(stdout).toContain("report.json keeps to EARL 1.0");
  expect(read("conformance.html")).toContain("EN 301 549");
});

test("--help says how to describe a site", () => {
  const { status, stdout } = run(["--help"]);
  expect(status).toBe(0);
  for (const word of ["baseURL", "start", "pages", "states", "reach"]) {
    expect(stdout).toContain(word);
  }
});
