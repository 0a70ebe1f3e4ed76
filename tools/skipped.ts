import type { FullResult, TestCase } from "playwright/types/testReporter";

/** Tests that were skipped, with their reasons. */
export const skippedIn = (tests: TestCase[]) =>
  tests
    .filter((test) => test.outcome() === "skipped")
    .map(({ title, annotations }) => ({
      name: title,
      why:
        annotations.find(({ type }) => type === "skip")?.description ??
        "It gives no reason.",
    }));

/**
 * Names each skipped test, and gives the run's status: with CI set, every
 * program is installed, so a skip is a failure.
 */
export function judgeSkipped(
  tests: TestCase[],
  status: FullResult["status"],
): FullResult["status"] {
  const skipped = skippedIn(tests);
  const isFailure = Boolean(process.env.CI) && skipped.length > 0;
  for (const { name, why } of skipped) {
    console.log(`${isFailure ? "✘" : "–"} ${name}: skipped: ${why}`);
  }
  return isFailure && status === "passed" ? "failed" : status;
}
