import { mkdirSync, writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type {
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestResult,
} from "playwright/types/testReporter";
import { folder } from "./results";
import type { Report, Results } from "./results";

/** Gathers what the tests attach, for `report.json`, and says how far it is. */
export default class Collect implements Reporter {
  #results: Results = { cell: [], parity: [], "text-browser": [] };
  #failures: Report["failures"] = [];
  #browser = "";
  #started = performance.now();
  #tests = 0;
  #done = 0;

  onBegin(_config: unknown, suite: Suite) {
    this.#tests = suite.allTests().length;
  }

  onTestEnd(test: TestCase, { attachments, errors }: TestResult) {
    for (const { name, body } of attachments) {
      if (!body) continue;
      if (name === "browser") this.#browser = body.toString();
      else if (name in this.#results) {
        this.#results[name as keyof Results].push(JSON.parse(body.toString()));
      }
    }
    const isPassed = test.outcome() === "expected";
    const messages = errors.map(({ message = "" }) =>
      stripVTControlCharacters(message),
    );
    if (!isPassed) this.#failures.push({ name: test.title, errors: messages });
    this.#done++;
    console.log(`${isPassed ? "✓" : "✘"} ${test.title}: ${this.#progress()}`);
    if (!isPassed) console.log(messages.join("\n"));
  }

  /** The tests have about as many cells each. */
  #progress() {
    const left = this.#tests - this.#done;
    const cells = this.#results.cell.length;
    const all = cells + Math.round((cells / this.#done) * left);
    const time = performance.now() - this.#started;
    const minutes = (((time / this.#done) * left) / 60_000).toFixed(1);
    return `${cells} of about ${all} cells, ${minutes} min left`;
  }

  onEnd({ status }: FullResult) {
    const report: Report = {
      created: new Date().toISOString(),
      browser: this.#browser,
      passed: status === "passed",
      results: this.#results,
      failures: this.#failures,
    };
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/report.json`, JSON.stringify(report, null, 1));
    const { length } = this.#failures;
    console.log(`audit: ${this.#done - length} passed, ${length} failed`);
    for (const { name } of this.#failures) console.log(`✘ ${name}`);
  }

  printsToStdio() {
    return true;
  }
}
