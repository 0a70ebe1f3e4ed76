import type { FlowRun } from "../results";
import type { Site } from "../site";

/** Whether a problem is known and declared. */
export const isLimit = (
  { limits }: Pick<Site, "limits">,
  { program, mode }: FlowRun,
  problem: string,
): boolean =>
  limits.some(
    ({ runs, problem: known }) =>
      runs.program === program &&
      (runs.mode ?? mode) === mode &&
      known.test(problem),
  );
