import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Mutation } from "./mutation";
import { mutations } from "./mutations";
import { patternOf, promises } from "./promises";
import type { PromisedTest } from "./promises";
import { run, runTest } from "./run-test";

/**
 * Takes out each mechanism of mutations.ts in a copy of the project, runs the
 * tests of its promise, and prints a table of which failed, and why. Ends with
 * status 1 if a test stayed green or was not run, or a promise has no mutation.
 *
 *     npm run mutations -- [part of a promise] [part of a test's file]
 */
const [, , partOfPromise = "", partOfFile = ""] = process.argv;

const cell = (text: string) => text.replaceAll("|", "\\|").replace(/\s+/g, " ");
const print = (...cells: string[]) =>
  console.log(`| ${cells.map(cell).join(" | ")} |`);
let isWhole = true;
const complain = (problem: string) => {
  isWhole = false;
  console.log(problem);
};

const folder = mkdtempSync(path.join(tmpdir(), "kandi-mutations-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const tracked = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" });
for (const file of tracked.split("\0").filter(Boolean)) {
  cpSync(file, path.join(folder, file));
}
symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));

/** The file without the mechanism, or undefined if `from` is not there once. */
function mutated({ file, from, to = "" }: Mutation): string | undefined {
  const target = path.join(folder, file);
  const source = existsSync(target) ? readFileSync(target, "utf8") : "";
  const [before, after, ...more] = source.split(from);
  return after === undefined || more.length > 0
    ? undefined
    : `${before}${to}${after}`;
}

for (const [promise, own] of mutations) {
  const found = promises.find(({ text }) => text.startsWith(promise));
  if (!found) complain(`No promise begins with "${promise}".`);
  for (const mutation of own) {
    const { file, from, test = "" } = mutation;
    if (mutated(mutation) === undefined) {
      complain(`${file} has not once: ${from}`);
    }
    if (!found?.tests.some(({ name }) => patternOf(name, test))) {
      complain(`The promise "${promise}" has no test "${test}".`);
    }
  }
}

let built: Mutation | "as it is" | undefined;

/** @throws Error if the site does not build */
function build(mutation: Mutation): void {
  const isPart = /^(?:app|public)\/|^vite/.test(mutation.file);
  const wanted = isPart ? mutation : "as it is";
  if (built === wanted) return;
  const { status, stderr } = run(folder, "remix", ["vite:build"]);
  if (status !== 0) {
    throw new Error(`${mutation.file} does not build: ${stderr.slice(-300)}`);
  }
  built = wanted;
}

/** Builds the mutated project if a test needs it, and runs the tests. */
function* tryOut(mutation: Mutation, tests: PromisedTest[]) {
  const changed = mutated(mutation);
  const named = tests.flatMap((test) => {
    const pattern = patternOf(test.name, mutation.test ?? "");
    return pattern === undefined ? [] : [{ test, pattern }];
  });
  if (changed === undefined || named.length === 0) return;
  const target = path.join(folder, mutation.file);
  const source = readFileSync(target);
  writeFileSync(target, changed);
  try {
    if (named.some(({ test }) => !test.file.startsWith("tests/unit/"))) {
      build(mutation);
    }
    for (const { test, pattern } of named) {
      yield { test, ...runTest(folder, test.file, pattern) };
    }
  } catch (error) {
    complain((error as Error).message);
  } finally {
    writeFileSync(target, source);
  }
}

console.log("| Promise | Mutation | Test | Red | Why |");
console.log("| --- | --- | --- | --- | --- |");
const unseen: string[] = [];
for (const { text, tests } of promises) {
  const wanted = tests.filter(({ file }) => file.includes(partOfFile));
  if (!text.includes(partOfPromise) || wanted.length === 0) continue;
  const own = mutations
    .filter(([promise]) => text.startsWith(promise))
    .flatMap(([, list]) => list);
  const seen = new Set<PromisedTest>();
  for (const mutation of own) {
    const { file, from, to } = mutation;
    for (const { test, verdict, reason } of tryOut(mutation, wanted)) {
      if (verdict === "red") seen.add(test);
      else isWhole = false;
      const change = `${file}: ${from} → ${to ?? "nothing"}`;
      const where = `${test.file}: ${test.name}`;
      print(text.slice(0, 60), change, where, verdict, reason);
    }
  }
  if (seen.size === 0) complain(`Not seen red: ${text}`);
  const others = wanted.filter((test) => !seen.has(test));
  unseen.push(...others.map(({ file, name }) => `${file}: ${name}`));
}
if (unseen.length > 0) {
  console.log(`\nNo mutation turned these tests red:\n${unseen.join("\n")}`);
}
process.exitCode = isWhole ? 0 : 1;
