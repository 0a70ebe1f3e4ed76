import { mkdirSync, writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type {
  FullResult,
  Reporter,
  TestCase,
  TestResult,
} from "playwright/types/testReporter";
import { folder } from "./results";
import type { Report, Results } from "./results";

/** Gathers what the tests attach, for `report.json`. */
export default class Collect implements Reporter {
  #results: Results = { cell: [], parity: [], "text-browser": [] };
  #failures: Report["failures"] = [];
  #browser = "";

  onTestEnd(test: TestCase, { attachments, errors }: TestResult) {
    for (const { name, body } of attachments) {
      if (!body) continue;
      if (name === "browser") this.#browser = body.toString();
      else if (name in this.#results) {
        this.#results[name as keyof Results].push(JSON.parse(body.toString()));
      }
    }
    if (test.outcome() === "expected") return;
    this.#failures.push({
      name: test.title,
      errors: errors.map(({ message = "" }) =>
        stripVTControlCharacters(message),
      ),
    });
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
    for (const { name } of this.#failures) console.log(`✘ ${name}`);
  }

  printsToStdio() {
    return false;
  }
}
