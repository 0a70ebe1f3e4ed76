/** @jsxRuntime automatic @jsxImportSource react */
import type { Report } from "../results";
import { criterionRow, head, terms } from "./conformance";
import { coverageOf } from "./coverage";
import { criteria } from "./criteria";
import { EN301549 } from "./en-301-549-tables";
import { List, Page, Sections, Table } from "./page";

/** `conformance.html`: the rows of a conformance report, for a full audit. */
export function ConformancePage({ report }: { report: Report }) {
  const { name, description, contact } = report.site;
  const { sentence, notRun } = coverageOf(report);
  const wcag = (["A", "AA", "AAA"] as const).map((level, index) => (
    <Table
      key={level}
      caption={`Table ${index + 1}: Success Criteria, Level ${level}`}
      head={head}
      rows={criteria
        .filter((criterion) => criterion.level === level)
        .map((criterion) =>
          criterionRow(
            report,
            criterion,
            `${criterion.number} ${criterion.name} (Level ${level})`,
          ),
        )}
    />
  ));
  return (
    <Page title={`${name}: accessibility conformance report`}>
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
                ["Name of product", name],
                ["Report date", report.created.slice(0, 10)],
                ["Product description", description],
                ["Contact information", contact.mail],
                [
                  "Evaluation methods used",
                  `npm run audit: axe, measurements in Chromium ${report.browser}, and keystrokes in the browsers that are installed. ${sentence} People's judgments, each with its name.`,
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
                `${terms.notApplicable}: it does not apply to the site; the remark says why.`,
                `${terms.notEvaluated}, ${terms.forAPerson}: nothing is claimed yet.`,
              ]}
            />
          ),
          "WCAG 2.2": wcag,
          "EN 301 549 V3.2.1": <EN301549 report={report} />,
        }}
      />
    </Page>
  );
}
