import type {
  FullResult,
  Reporter,
  Suite,
} from "playwright/types/testReporter";
import { judgeSkipped, skippedIn } from "./skipped";

/** Ends the run with a line that counts its tests. */
export default class Summary implements Reporter {
  #suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite) {
    this.#suite = suite;
  }

  onEnd(result: FullResult) {
    const tests = this.#suite?.allTests() ?? [];
    const passed = tests.filter((test) => test.outcome() === "expected").length;
    const skipped = skippedIn(tests).length;
    // A run that broke off or ran nothing is not a success.
    const failed =
      tests.length - passed - skipped || (result.status === "passed" ? 0 : 1);
    const status = judgeSkipped(tests, result.status);
    console.log(`e2e: ${passed} passed, ${failed} failed, ${skipped} skipped`);
    return Promise.resolve({ status });
  }

  printsToStdio() {
    return false;
  }
}
