import type {
  FullResult,
  Reporter,
  Suite,
} from "playwright/types/testReporter";
import { endRun } from "./skipped";

export default class Summary implements Reporter {
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite) {
    this.#suite = suite;
  }

  onEnd({ status }: FullResult) {
    const tests = this.#suite?.allTests() ?? [];
    const passed = tests.filter((test) => test.outcome() === "expected").length;
    const skipped = tests
      .filter((test) => test.outcome() === "skipped")
      .map(({ title, annotations }) => {
        const skip = annotations.find(({ type }) => type === "skip");
        // A failure may keep later tests from running.
        const why = skip ? skip.description : "It did not run.";
        return { name: title, why };
      });
    // A run that broke off or ran nothing is not a success.
    const failed =
      tests.length - passed - skipped.length || (status === "passed" ? 0 : 1);
    const areFailures = endRun("e2e", passed, failed, skipped);
    return Promise.resolve({
      status: areFailures ? ("failed" as const) : status,
    });
  }
}
