import type { ScreenReaderRun } from "../results";

/** Known problems that are not fixed, each for a reason. */
const limits: readonly {
  runs: Partial<Pick<ScreenReaderRun, "browser" | "mode">>;
  problem: RegExp;
  because: string;
}[] = [
  {
    runs: { browser: "Chromium", mode: "javascript" },
    problem: /^4\.1\.2 Clutter is spoken: ".*clickable\."$/,
    because:
      "React listens on the document, and Chromium offers a click on whatever has the focus there.",
  },
  {
    runs: { browser: "Chromium" },
    problem: /^3\.3\.1 Nothing is spoken when an empty form is sent$/,
    because:
      "Orca 43 does not read Chromium's own bubble, an alert, and the focus stays in the field. Without JavaScript a page can do nothing; with it, a live region or a move of the focus would be heard, and what other screen readers read from the bubble would be said twice or lost.",
  },
];

/** Whether a problem is known and declared. */
export const isLimit = (
  { browser, mode }: ScreenReaderRun,
  problem: string,
): boolean =>
  limits.some(
    (limit) =>
      (limit.runs.browser ?? browser) === browser &&
      (limit.runs.mode ?? mode) === mode &&
      limit.problem.test(problem),
  );
