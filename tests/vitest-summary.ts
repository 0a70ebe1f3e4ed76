import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import { nameSkipped } from "./skipped";

/** Ends the run with a line that counts its tests. */
export default class Summary implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest) {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) =>
      tests.filter((test) => test.result().state === state).length;
    // A module that failed to load has no tests to count.
    const broken = modules.filter((module) => module.errors().length > 0);
    const [passed, skipped] = [count("passed"), count("skipped")];
    const failed = tests.length - passed - skipped + broken.length;
    // Vitest skips the tests that a pattern (-t) leaves out.
    const isChosen = this.#vitest?.config.testNamePattern !== undefined;
    const areFailures = !isChosen && nameSkipped(tests.flatMap(skippedTest));
    if (areFailures) process.exitCode = 1;
    console.log(`unit: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
}

function skippedTest(test: TestCase) {
  const result = test.result();
  if (result.state !== "skipped") return [];
  return { name: test.fullName, why: result.note };
}
