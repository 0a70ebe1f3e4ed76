import type { Reporter, TestModule } from "vitest/node";

/** Ends the run with a line that counts its tests. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === "passed");
    // A module that failed to load has no tests to count.
    const broken = modules.filter((module) => module.errors().length > 0);
    const failed = tests.length - passed.length + broken.length;
    console.log(`unit: ${passed.length} passed, ${failed} failed`);
  }
}
