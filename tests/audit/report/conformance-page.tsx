import { mail, productName } from "~/content/site";
import type { Report } from "../results";
import { coverageOf } from "./coverage";
import { criteria } from "./criteria";
import type { Criterion } from "./criteria";
import { judge } from "./judgement";
import type { Judgement } from "./judgement";
import { List, Page, Table } from "./page";

const terms = {
  supports: "Supports",
  partially: "Partially Supports",
  doesNot: "Does Not Support",
  notApplicable: "Not Applicable",
  // The template allows "Not Evaluated" for Level AAA alone.
  notEvaluated: "Not Evaluated",
  forAPerson: "To be judged by a person",
} as const;

/** Claims no more than was measured in every state. */
export function conformanceLevel(
  { outcome, cells }: Judgement,
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

/** `conformance.html`: the rows of a conformance report for WCAG 2.2. */
export function ConformancePage({ report }: { report: Report }) {
  const { isWhole, sentence, notRun } = coverageOf(report);
  return (
    <Page
      title={`${productName}: accessibility conformance report, WCAG 2.2`}
      notice={isWhole ? undefined : sentence}
    >
      <p>
        These are the columns of the WCAG table of VPAT 2.5. The rows claim what
        the audit measured. A person completes the others before this is handed
        to anyone.
      </p>
      <Table
        caption="About this report"
        head={["What", "Value"]}
        rows={[
          ["Name of product", productName],
          ["Report date", report.created.slice(0, 10)],
          ["Product description", "A public site for beta signups"],
          ["Contact information", mail.support],
          [
            "Evaluation methods used",
            `npm run audit: axe, measurements in Chromium ${report.browser}, and key strokes in the browsers that are installed. ${sentence}`,
          ],
          ["Applicable standard", "WCAG 2.2, Levels A, AA and AAA"],
        ]}
      />
      <h2>What did not run</h2>
      <List items={notRun} />
      <h2>Terms</h2>
      <List
        items={[
          `${terms.supports}: the audit measured it in every state and found nothing.`,
          `${terms.partially}: the audit found something, in at most half of the cells.`,
          `${terms.doesNot}: the audit found something in most of the cells.`,
          `${terms.notApplicable}: the site has no occasion for it; the remark says why.`,
          `${terms.notEvaluated}, ${terms.forAPerson}: nothing is claimed yet.`,
        ]}
      />
      <h2>WCAG 2.2</h2>
      {(["A", "AA", "AAA"] as const).map((level, index) => (
        <Table
          key={level}
          caption={`Table ${index + 1}: Success Criteria, Level ${level}`}
          head={["Criteria", "Conformance Level", "Remarks and Explanations"]}
          rows={criteria
            .filter((criterion) => criterion.level === level)
            .map((criterion) => {
              const judgement = judge(report, criterion);
              return [
                `${criterion.number} ${criterion.name} (Level ${level})`,
                conformanceLevel(judgement, level),
                judgement.remark,
              ];
            })}
        />
      ))}
    </Page>
  );
}
