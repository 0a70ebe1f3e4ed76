interface SkippedTest {
  name: string;
  why: string | undefined;
}

/**
 * Ends a run with a line that counts its tests, after the names of those that were
 * skipped.
 *
 * @returns whether those are failures: with CI set, every program is installed
 */
export function endRun(
  kind: string,
  passed: number,
  failed: number,
  skipped: SkippedTest[],
): boolean {
  const areFailures = Boolean(process.env.CI) && skipped.length > 0;
  for (const { name, why = "It gives no reason." } of skipped) {
    console.log(`${areFailures ? "✘" : "–"} ${name}: skipped: ${why}`);
  }
  const counts = `${passed} passed, ${failed} failed, ${skipped.length} skipped`;
  console.log(`${kind}: ${counts}`);
  return areFailures;
}
