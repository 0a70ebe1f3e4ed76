import type { Reporter, TestModule } from "vitest/node";
import { endRun } from "./skipped";

export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => ({ name: test.fullName, ...test.result() }));
    // Vitest also skips the tests that a pattern (-t) leaves out.
    const isChosen = modules[0]?.project.vitest.config.testNamePattern;
    const skipped = tests.flatMap((test) =>
      test.state === "skipped" && !isChosen
        ? [{ name: test.name, why: test.note }]
        : [],
    );
    const count = (state: string) =>
      tests.filter((test) => test.state === state).length;
    // A module that failed to load has no tests to count.
    const broken = modules.filter((module) => module.errors().length > 0);
    const failed = count("failed") + count("pending") + broken.length;
    const areFailures = endRun("unit", count("passed"), failed, skipped);
    if (areFailures) process.exitCode = 1;
  }
}
