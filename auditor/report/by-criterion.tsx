/** @jsxRuntime automatic @jsxImportSource react */
import type { Report } from "../results";
import { criteria, isAbout } from "./criteria";
import { judge, judgeInWords } from "./judgment";
import type { Judgment } from "./judgment";
import { Table } from "./page";

const inWords: Record<Judgment["outcome"], string> = {
  passed: "passed",
  failed: "failed",
  cantTell: "for a person",
  inapplicable: "does not apply",
  untested: "not judged",
};

/** The audit's judgment of each criterion. */
export function ByCriterion({ report }: { report: Report }) {
  const { cell } = report.results;
  return (
    <Table
      head={[
        "Criterion",
        "Level",
        "Outcome",
        "Who says so",
        "Findings",
        "axe could not tell",
        "Rules of axe passed",
        "Why",
      ]}
      rows={criteria.map((criterion) => {
        const { number, name, level } = criterion;
        const count = (texts: string[]) =>
          texts.filter((text) => isAbout(text, number)).length;
        const judgment = judge(report, criterion);
        const { outcome, findings, remark } = judgment;
        return [
          `${number} ${name}`,
          level,
          inWords[outcome],
          judgeInWords(judgment),
          findings.length,
          count(cell.flatMap(({ axe }) => axe.needsHuman)),
          count(cell.flatMap(({ axe }) => axe.passes)),
          remark,
        ];
      })}
    />
  );
}
