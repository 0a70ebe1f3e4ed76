import { mail, productName } from "~/content/site";
import type { Report } from "../results";
import { coverageOf } from "./coverage";
import { criteria } from "./criteria";
import type { Criterion } from "./criteria";
import { documentation, generic, newInWcag22, performance } from "./en-301-549";
import type { Clause } from "./en-301-549";
import { judge, judgeInWords } from "./judgement";
import type { Judgement } from "./judgement";
import { List, Page, Sections, Table } from "./page";

const terms = {
  supports: "Supports",
  partially: "Partially Supports",
  doesNot: "Does Not Support",
  notApplicable: "Not Applicable",
  // The template allows "Not Evaluated" for Level AAA alone.
  notEvaluated: "Not Evaluated",
  forAPerson: "To be judged by a person",
} as const;

/** Claims no more than was measured in every state, or judged by people. */
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

const head = [
  "Criteria",
  "Conformance Level",
  "Who says so",
  "Remarks and Explanations",
];

const clauseRow = ({ clause, name, notApplicable, facts, remark }: Clause) => [
  `${clause} ${name}`,
  notApplicable ? terms.notApplicable : terms.forAPerson,
  notApplicable ? "the team" : "nobody yet",
  notApplicable
    ? `${notApplicable}${facts ? ` Tests hold it: ${facts.join("; ")}.` : ""}`
    : remark,
];

/** `conformance.html`: the rows of a conformance report, of a whole audit. */
export function ConformancePage({ report }: { report: Report }) {
  const { sentence, notRun } = coverageOf(report);
  const row = (criterion: Criterion, title: string) => {
    const judgement = judge(report, criterion);
    const level = conformanceLevel(judgement, criterion.level);
    return [title, level, judgeInWords(judgement), judgement.remark];
  };
  const wcag = (["A", "AA", "AAA"] as const).map((level, index) => (
    <Table
      key={level}
      caption={`Table ${index + 1}: Success Criteria, Level ${level}`}
      head={head}
      rows={criteria
        .filter((criterion) => criterion.level === level)
        .map((criterion) =>
          row(
            criterion,
            `${criterion.number} ${criterion.name} (Level ${level})`,
          ),
        )}
    />
  ));
  const chapter9 = criteria
    .filter(({ level }) => level !== "AAA")
    .filter(({ number }) => !newInWcag22.includes(number))
    .map((criterion) =>
      row(criterion, `9.${criterion.number} ${criterion.name}`),
    );
  return (
    <Page title={`${productName}: accessibility conformance report`}>
      <p>
        The tables have the columns of VPAT 2.5 and one that says who judged.
        The rows claim what the audit measured and what people judged. A person
        completes the others before this is handed to anyone.
      </p>
      <Sections
        of={{
          "About this report": (
            <Table
              head={["What", "Value"]}
              rows={[
                ["Name of product", productName],
                ["Report date", report.created.slice(0, 10)],
                ["Product description", "A public site for beta signups"],
                ["Contact information", mail.support],
                [
                  "Evaluation methods used",
                  `npm run audit: axe, measurements in Chromium ${report.browser}, and key strokes in the browsers that are installed. ${sentence} People's judgements, each with its name.`,
                ],
                [
                  "Applicable standards",
                  "WCAG 2.2, Levels A, AA and AAA; EN 301 549 V3.2.1, clause 4.2 and chapters 5, 9 and 12",
                ],
              ]}
            />
          ),
          "What did not run": <List items={notRun} />,
          Terms: (
            <List
              items={[
                `${terms.supports}: the audit measured it in every state, or people judged every line of the checklist about it, and nothing was found.`,
                `${terms.partially}: something was found, in at most half of the cells.`,
                `${terms.doesNot}: something was found in most of the cells.`,
                `${terms.notApplicable}: the site has no occasion for it; the remark says why.`,
                `${terms.notEvaluated}, ${terms.forAPerson}: nothing is claimed yet.`,
              ]}
            />
          ),
          "WCAG 2.2": wcag,
          "EN 301 549 V3.2.1": (
            <>
              <Table
                caption="Clause 4.2: Functional performance statements"
                head={head}
                rows={performance.map(clauseRow)}
              />
              <Table
                caption="Chapter 5: Generic requirements"
                head={head}
                rows={generic.map(clauseRow)}
              />
              <Table
                caption="Chapter 9: Web (WCAG 2.1, Levels A and AA)"
                head={head}
                rows={chapter9}
              />
              <p>
                9.4.1.1 Parsing: WCAG 2.1, as corrected in 2023, has it
                satisfied by any HTML, and WCAG 2.2 has it no more. 9.6, the
                conformance requirements, is met when every row of chapter 9 is.
              </p>
              <Table
                caption="Chapter 12: Documentation and support services"
                head={head}
                rows={documentation.map(clauseRow)}
              />
            </>
          ),
        }}
      />
    </Page>
  );
}
