import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs, stripVTControlCharacters } from "node:util";
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from "playwright/types/testReporter";
import { judgeSkipped, skippedIn } from "./skipped";
import { folder } from "./results";
import type { Results, Run } from "./results";

const cellsIn = ({ attachments }: TestResult) =>
  attachments.filter(({ name }) => name === "cell").length;

const messagesOf = ({ errors }: TestResult) =>
  errors.map(({ message = "" }) => stripVTControlCharacters(message));

/** Characters of a failure that are printed again at the end. */
const shown = 1000;

/** Collects what the tests attach, for `results.json`, and reports progress. */
export default class Collect implements Reporter {
  #grep: string | undefined;
  #tests: TestCase[] = [];
  #started = performance.now();
  #done = 0;
  #cells = 0;

  onBegin({ argv }: FullConfig, suite: Suite) {
    const { values } = parseArgs({
      args: argv,
      strict: false,
      options: { grep: { type: "string", short: "g" } },
    });
    this.#grep = values.grep?.toString();
    this.#tests = suite.allTests();
  }

  onTestEnd(test: TestCase, result: TestResult) {
    if (!test.ok() && result.retry < test.retries) {
      console.log(`↻ ${test.title}: failed, and runs once more`);
      console.log(messagesOf(result).join("\n"));
      return;
    }
    this.#done++;
    this.#cells += cellsIn(result);
    const isSkipped = test.outcome() === "skipped";
    const sign = isSkipped ? "–" : test.ok() ? "✓" : "✘";
    console.log(`${sign} ${test.title}: ${this.#progress()}`);
    if (!test.ok()) console.log(messagesOf(result).join("\n"));
  }

  /** Each test has about the same number of cells. */
  #progress() {
    const left = this.#tests.length - this.#done;
    const all = this.#cells + Math.round((this.#cells / this.#done) * left);
    const time = performance.now() - this.#started;
    const minutes = (((time / this.#done) * left) / 60_000).toFixed(1);
    return `${this.#cells} of about ${all} cells, ${minutes} min left`;
  }

  onEnd(result: FullResult) {
    const status = judgeSkipped(this.#tests, result.status);
    const report = reportOf(this.#tests, status === "passed", this.#grep);
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/results.json`, JSON.stringify(report, null, 1));
    const [failed, skipped] = [report.failures.length, report.skipped.length];
    const passed = this.#done - failed - skipped;
    for (const { name, errors } of report.failures) {
      console.log(`✘ ${name}\n${errors.join("\n").slice(0, shown)}`);
    }
    for (const test of this.#tests) {
      if (test.outcome() === "flaky") {
        console.log(`↻ ${test.title}: passed at the second attempt`);
      }
    }
    console.log(
      `audit: ${passed} passed, ${failed} failed, ${skipped} skipped`,
    );
    return Promise.resolve({ status });
  }

  printsToStdio() {
    return true;
  }
}

/** In the order of the tests, not the order in which the workers finished. */
function reportOf(
  tests: TestCase[],
  passed: boolean,
  grep: string | undefined,
): Run {
  const results: Results = {
    cell: [],
    parity: [],
    "text-browser": [],
    "screen-reader": [],
    engine: [],
  };
  let browser = "";
  const ended = tests.flatMap(({ results: attempts }) => attempts.slice(-1));
  for (const { name, body } of ended.flatMap((result) => result.attachments)) {
    if (!body) continue;
    if (name === "browser") browser = body.toString();
    else if (name in results) {
      results[name as keyof Results].push(JSON.parse(body.toString()));
    }
  }
  return {
    created: new Date().toISOString(),
    browser,
    passed,
    grep,
    results,
    failures: tests
      .filter((test) => !test.ok())
      .map((test) => ({
        name: test.title,
        errors: test.results.flatMap(messagesOf),
      })),
    skipped: skippedIn(tests),
  };
}
