import type { FullResult, TestCase } from "playwright/types/testReporter";

interface SkippedTest {
  name: string;
  why: string | undefined;
}

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
 * Names each skipped test, and tells whether they are failures: with CI set,
 * every program is installed.
 */
export function nameSkipped(skipped: SkippedTest[]): boolean {
  const areFailures = Boolean(process.env.CI) && skipped.length > 0;
  for (const { name, why = "It gives no reason." } of skipped) {
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
