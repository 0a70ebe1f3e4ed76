import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Report } from "../site";
import { freePort } from "./cases";

/** An empty folder without a package.json. */
const folder = mkdtempSync(path.join(tmpdir(), "auditor-"));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (args: string[], PORT = "") => {
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
};

const read = (name: string) => readFileSync(path.join(folder, name), "utf8");
const reportIn = (name: string) =>
  JSON.parse(read(`${name}/report.json`)) as Report;

/** The first block of README.md in TypeScript. */
const [, example = ""] =
  /```ts\n([^]*?)```/.exec(readFileSync("auditor/README.md", "utf8")) ?? [];

let port = "";
beforeAll(async () => {
  writeFileSync(path.join(folder, "kiosk.audit.ts"), example);
  copyFileSync("auditor/tests/kiosk.mjs", path.join(folder, "kiosk.mjs"));
  port = String(await freePort());
});

test("the example of README runs in an empty folder: 1 for its issues, and 0 for none that are new", () => {
  const first = run(["kiosk.audit.ts", "--out", "first"], port);
  expect(first.status, first.said).toBe(1);
  const rules = reportIn("first").issues.map(({ rule }) => rule);
  expect(rules).toEqual(expect.arrayContaining(["contrast", "difference"]));
  expect(read("first/report.html")).toContain("Kiosk, with a script");

  const again = run(
    ["kiosk.audit.ts", "--out", "again", "--baseline", "first/report.json"],
    port,
  );
  expect(again.status, again.said).toBe(0);

  const none = run(["kiosk.audit.ts", "--out", "none", "-g", "nowhere"], port);
  expect(none.status, none.said).toBe(2);
});

const broken = {
  DescriptionNotLoaded: "throw new Error('no');",
  StartFailed:
    "export default { baseURL: 'http://127.0.0.1:9', start: 'exit 3', states: [] };",
  PageNotFound:
    "export default { baseURL: BASE, start: START, states: [{ name: '/', path: '/' }, { name: '/gone', path: '/gone' }] };",
  StateNotReached:
    "export default { baseURL: BASE, start: START, states: [{ name: '/', path: '/' }, { name: '/: lost', path: '/', reach: () => Promise.reject(new Error('lost')) }] };",
};

test.each(Object.entries(broken))(
  "what could not be measured is named %s, with status 2, and the rest is measured",
  (name, text) => {
    const file = `${name}.mjs`;
    mkdirSync(path.join(folder, name));
    writeFileSync(
      path.join(folder, file),
      text
        .replaceAll("BASE", `"http://127.0.0.1:${port}"`)
        .replaceAll("START", '"node kiosk.mjs"'),
    );
    const { status, said } = run([file, "--out", name], port);
    expect(status, said).toBe(2);
    expect(said).toContain(name);
    if (name === "DescriptionNotLoaded") return;
    const { failures, visited } = reportIn(name);
    expect(failures.map((failure) => failure.name)).toContain(name);
    if (name !== "StartFailed") expect(visited).not.toEqual([]);
  },
);

test("--help says how to describe a site", () => {
  const { status, said } = run(["--help"]);
  expect(status).toBe(0);
  for (const word of ["baseURL", "start", "states", "forms", "--baseline"])
    expect(said).toContain(word);
});
