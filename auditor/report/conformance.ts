import type { Report } from "../results";
import type { Criterion } from "./criteria";
import { judge, judgeInWords } from "./judgment";
import type { Judgment } from "./judgment";

export const terms = {
  supports: "Supports",
  partially: "Partially Supports",
  doesNot: "Does Not Support",
  notApplicable: "Not Applicable",
  // The template allows "Not Evaluated" for Level AAA alone.
  notEvaluated: "Not Evaluated",
  forAPerson: "To be judged by a person",
} as const;

/** Claims only what was measured in every state or judged by people. */
export function conformanceLevel(
  { outcome, cells }: Judgment,
  level: Criterion["level"],
): string {
  if (outcome === "passed") return terms.supports;
  if (outcome === "inapplicable") return terms.notApplicable;
  if (outcome === "failed") {
    const isMost = cells.failing * 2 > cells.all;
    return isMost ? terms.doesNot : terms.partially;
  }
  return level === "AAA" ? terms.notEvaluated : terms.forAPerson;
}

export const head = [
  "Criteria",
  "Conformance Level",
  "Who says so",
  "Remarks and Explanations",
];

export const criterionRow = (
  report: Report,
  criterion: Criterion,
  title: string,
) => {
  const judgment = judge(report, criterion);
  const level = conformanceLevel(judgment, criterion.level);
  return [title, level, judgeInWords(judgment), judgment.remark];
};
