import type { Report } from "../results";
import { conformanceLevel } from "./conformance-level";
import type { Criterion } from "./criteria";
import { judge, judgeInWords } from "./judgement";

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
  const judgement = judge(report, criterion);
  const level = conformanceLevel(judgement, criterion.level);
  return [title, level, judgeInWords(judgement), judgement.remark];
};
