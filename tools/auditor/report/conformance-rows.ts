import type { Report } from "../results";
import { conformanceLevel } from "./conformance-level";
import type { Criterion } from "./criteria";
import { judge, judgeInWords } from "./judgment";

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
