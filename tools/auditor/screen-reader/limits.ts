import type { ScreenReaderRun } from "../results";
import type { Site } from "../site";

/** Whether a problem is known and declared. */
export const isLimit = (
  { limits }: Pick<Site, "limits">,
  { browser, mode }: Pick<ScreenReaderRun, "browser" | "mode">,
  problem: string,
): boolean =>
  limits.some(
    (limit) =>
      (limit.runs.browser ?? browser) === browser &&
      (limit.runs.mode ?? mode) === mode &&
      limit.problem.test(problem),
  );
