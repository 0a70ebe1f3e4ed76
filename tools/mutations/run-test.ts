import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

export interface Verdict {
  verdict: "red" | "GREEN" | "did not run";
  /** Why it failed, or was not run. */
  reason: string;
}

/** Runs a package's program in a copy of the project. */
export function run(folder: string, program: string, args: string[]) {
  const file = path.resolve("node_modules/.bin", program);
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    // A mutation may keep a test from ending.
    timeout: 20 * 60_000,
    killSignal: "SIGKILL",
  });
  return { status, stdout, stderr };
}

/** Runs the file's tests whose names match the pattern until one fails. */
export function runTest(
  folder: string,
  file: string,
  pattern: string,
): Verdict {
  const [, kind = ""] = file.split("/");
  const isUnit = kind === "unit";
  // A test may need those before it.
  const isSerial = readFileSync(file, "utf8").includes('mode: "serial"');
  const { stdout, stderr } = isUnit
    ? run(folder, "vitest", [
        ...["run", file, "-t", pattern, "--reporter=json"],
        "--bail=1",
      ])
    : run(folder, "playwright", [
        ...["test", "--workers=1", "-x", "--reporter=json"],
        ...(projects[kind] ?? []).map((project) => `--project=${project}`),
        ...[file, ...(isSerial ? [] : ["-g", pattern])],
      ]);
  const report = jsonIn(stdout);
  if (!report) return notRun(stderr.slice(-300));
  return isUnit
    ? ofVitest(report as VitestReport)
    : ofPlaywright(report as PlaywrightReport, isSerial ? pattern : "");
}

/** The projects of playwright.config.ts, by folder. A test runs in one or two. */
const projects: Record<string, string[]> = {
  http: ["http", "slow"],
  e2e: ["javascript", "no-javascript", "slow"],
  audit: ["audit"],
  long: ["long", "measures"],
};

function jsonIn(output: string): unknown {
  const start = output.indexOf("{");
  try {
    return JSON.parse(output.slice(start, output.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}

interface VitestReport {
  testResults: {
    /** Why the file could not be loaded. */
    message: string;
    assertionResults: { status: string; failureMessages?: string[] }[];
  }[];
}

function ofVitest({ testResults }: VitestReport): Verdict {
  const results = testResults.flatMap((file) => file.assertionResults);
  const failed = results.find(({ status }) => status === "failed");
  if (failed) return red(failed.failureMessages?.[0]);
  if (results.some(({ status }) => status === "passed")) return green;
  return notRun(testResults[0]?.message);
}

interface PlaywrightReport {
  errors: { message?: string }[];
  suites: Suite[];
}

interface Suite {
  suites?: Suite[];
  specs: {
    title: string;
    tests: {
      status: "expected" | "unexpected" | "skipped" | "flaky";
      annotations: { type: string; description?: string }[];
      results: { errors: { message?: string }[] }[];
    }[];
  }[];
}

function ofPlaywright(
  { errors, suites }: PlaywrightReport,
  pattern: string,
): Verdict {
  const specsIn = ({ specs, suites = [] }: Suite): Suite["specs"] => [
    ...specs,
    ...suites.flatMap(specsIn),
  ];
  const tests = suites
    .flatMap(specsIn)
    .filter(({ title }) => new RegExp(pattern).test(title))
    .flatMap((spec) => spec.tests);
  const failed = tests.find(({ status }) => status === "unexpected");
  if (failed) return red(failed.results[0]?.errors[0]?.message);
  if (tests.some(({ status }) => status === "expected")) return green;
  const skip = tests[0]?.annotations.find(({ type }) => type === "skip");
  return notRun(skip?.description ?? errors[0]?.message);
}

const red = (message: string | undefined): Verdict => ({
  verdict: "red",
  reason: inShort(message),
});
const green: Verdict = { verdict: "GREEN", reason: "" };
const notRun = (reason: string | undefined): Verdict => ({
  verdict: "did not run",
  reason: inShort(reason),
});

/** A message's first line, and what it expected and received. */
function inShort(message = ""): string {
  const [first = "", ...others] = message
    // eslint-disable-next-line no-control-regex -- the runners color their messages
    .replace(/\x1b\[[\d;]*m/g, "")
    // Vitest's stack of a test that timed out.
    .replace("STACK_TRACE_ERROR", "timed out")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const compared = others.filter((line) => /^(Expected|Received)/.test(line));
  return [first, ...compared].join("; ").slice(0, 200);
}
