import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { mutations } from "./mutations";
import type { Mutation } from "./mutations";

/**
 * Takes out each mechanism of mutations.ts in a copy of the project, runs the
 * tests of its promise, and prints a table of which failed. Ends with status 1
 * if a promise stayed green, or has no mutation.
 *
 *     npm run mutations -- [part of a promise]
 */

interface Promised {
  text: string;
  tests: { file: string; name: string }[];
}

/** Tests are found by docs/promises.md, whose format docs.test.ts checks. */
const promises: Promised[] = readFileSync("docs/promises.md", "utf8")
  .split(/^- /m)
  .slice(1)
  .map((item) => ({
    text: (item.split(/^ {2}- /m)[0] ?? "").replace(/\s+/g, " ").trim(),
    tests: [...item.matchAll(/\]\(\.\.\/([^)]+)\): "(.+)"$/gm)].map(
      ([, file = "", name = ""]) => ({ file, name }),
    ),
  }));

const folder = mkdtempSync(path.join(tmpdir(), "kandi-mutations-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const tracked = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" });
for (const file of tracked.split("\0").filter(Boolean)) {
  cpSync(file, path.join(folder, file));
}
symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));

function run(program: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

/** A name's … stands for what the test fills in. */
const pattern = (name: string) =>
  name
    .split("…")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");

/** @returns how many tests of this name passed and failed */
function count(file: string, name: string) {
  if (file.startsWith("tests/unit/")) {
    const args = ["vitest", "run", file, "-t", pattern(name)];
    const { stdout, stderr } = run("npx", [...args, "--reporter=json"]);
    const report = jsonIn(stdout) as
      { numPassedTests: number; numFailedTests: number } | undefined;
    // A file that cannot be loaded has no tests.
    if (!report) throw new Error(stderr.slice(-2000));
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  }
  const kind = file.split("/")[1] ?? "";
  const projects = kind === "e2e" ? ["javascript", "no-javascript"] : [kind];
  const { stdout, stderr } = run("npx", [
    ...["playwright", "test", "--workers=1", "--reporter=json"],
    ...projects.map((project) => `--project=${project}`),
    ...[file, "-g", pattern(name)],
  ]);
  const report = jsonIn(stdout) as
    | { stats: { expected: number; unexpected: number; flaky: number } }
    | undefined;
  if (!report) throw new Error(stderr.slice(-2000));
  const { expected, unexpected } = report.stats;
  return { passed: expected, failed: unexpected };
}

function jsonIn(output: string): unknown {
  const start = output.indexOf("{");
  try {
    return JSON.parse(output.slice(start, output.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}

/** Builds the mutated site, and runs the tests of its promise. */
function verdictOf({ file, from, to }: Mutation, tests: Promised["tests"]) {
  const target = path.join(folder, file);
  const source = readFileSync(file, "utf8");
  if (source.split(from).length !== 2) {
    return [{ ...tests[0], verdict: `no single place for ${from}` }];
  }
  writeFileSync(
    target,
    source.replace(from, () => to),
  );
  try {
    if (tests.some(({ file }) => !file.startsWith("tests/unit/"))) {
      const { status, stderr } = run("npm", ["run", "build"]);
      if (status !== 0) {
        return [{ ...tests[0], verdict: `no build: ${stderr.slice(-200)}` }];
      }
    }
    return tests.map(({ file, name }) => {
      const { passed, failed } = count(file, name);
      const verdict = failed > 0 ? "red" : passed > 0 ? "GREEN" : "did not run";
      return { file, name, verdict };
    });
  } finally {
    writeFileSync(target, source);
  }
}

const wanted = process.argv[2] ?? "";
const cell = (text: string) => text.replaceAll("|", "\\|").replace(/\s+/g, " ");
let isWhole = true;
console.log("| Promise | Mutation | Test | Red |\n| --- | --- | --- | --- |");
for (const { text, tests } of promises) {
  if (!text.includes(wanted)) continue;
  const own = mutations.filter(({ promise }) => text.startsWith(promise));
  const seen = new Set<string>();
  for (const mutation of own) {
    const { file, from, to, test = "" } = mutation;
    const named = tests.filter(({ name }) => name.includes(test));
    for (const { file: spec, name, verdict } of verdictOf(mutation, named)) {
      if (verdict === "red" && name) seen.add(name);
      const change = `${file}: ${from} → ${to || "nothing"}`;
      const cells = [text.slice(0, 60), change, `${spec}: ${name}`, verdict];
      console.log(`| ${cells.map(cell).join(" | ")} |`);
    }
  }
  if (seen.size === 0) {
    isWhole = false;
    console.log(`| ${cell(text.slice(0, 60))} | | | NOT SEEN RED |`);
  }
}
const lost = mutations.filter(
  ({ promise }) => !promises.some(({ text }) => text.startsWith(promise)),
);
for (const { promise } of lost) {
  isWhole = false;
  console.log(`No promise begins with "${promise}".`);
}
process.exitCode = isWhole ? 0 : 1;
