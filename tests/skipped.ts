import type { FullResult, TestCase } from "playwright/types/testReporter";

interface SkippedTest {
  name: string;
  why: string | undefined;
}

const noReason = "It gives no reason.";

/** Tests that were skipped, with their reasons. */
export const skippedIn = (tests: TestCase[]) =>
  tests
    .filter((test) => test.outcome() === "skipped")
    .map(({ title, annotations }) => {
      const skip = annotations.find(({ type }) => type === "skip");
      // A failure may keep later tests from running.
      const why = skip ? (skip.description ?? noReason) : "It did not run.";
      return { name: title, why };
    });

/**
 * Names each skipped test, and tells whether they are failures: with CI set,
 * every program is installed.
 */
export function nameSkipped(skipped: SkippedTest[]): boolean {
  const areFailures = Boolean(process.env.CI) && skipped.length > 0;
  for (const { name, why = noReason } of skipped) {
    console.log(`${areFailures ? "✘" : "–"} ${name}: skipped: ${why}`);
  }
  return areFailures;
}

/** Names each skipped test, and gives the run's status. */
export function judgeSkipped(
  tests: TestCase[],
  status: FullResult["status"],
): FullResult["status"] {
  const areFailures = nameSkipped(skippedIn(tests));
  return areFailures && status === "passed" ? "failed" : status;
}
