/** @jsxRuntime automatic @jsxImportSource react */
import { evaluate } from "./evaluation";
import type { Report } from "../results";
import { coverageOf } from "./coverage";
import { criteria } from "./criteria";
import { newInWcag22 } from "./en-301-549";
import { findingsInFlows } from "./findings";
import { judge } from "./judgment";
import { List, Page } from "./page";

const owner = (what: string) => `[The owner of the site fills in: ${what}.]`;

/**
 * `statement.html`: a draft following the model of Commission Implementing
 * Decision (EU) 2018/1523, for a full audit.
 */
export function StatementPage({ report }: { report: Report }) {
  const { name, contact } = report.site;
  const { sentence, ran, notRun } = coverageOf(report);
  const judged = criteria
    .filter(({ level }) => level !== "AAA")
    .filter(({ number }) => !newInWcag22.includes(number))
    .map((criterion) => ({ ...criterion, ...judge(report, criterion) }));
  const count = (...outcomes: string[]) =>
    judged.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const failed = judged.filter(({ outcome }) => outcome === "failed");
  const open = count("cantTell", "untested");
  const lines = evaluate(report);
  const people = [
    ...new Set(lines.flatMap(({ judgments }) => judgments.map(({ by }) => by))),
  ];
  const barriers = [
    ...failed.map(
      ({ number, name, remark }) => `9.${number} ${name}: ${remark}`,
    ),
    ...findingsInFlows(report).map(
      ({ place, text, isLimit }) =>
        `${place}: ${text}${isLimit ? " (known, and declared with its reason)" : ""}`,
    ),
    ...report.failures.map(({ name }) => `A check failed: ${name}.`),
  ];
  return (
    <Page
      title={`Accessibility statement for ${name}`}
      notice="This is a draft that the audit wrote from what it measured and what people judged. The owner of the site completes it before it is published."
    >
      <p>
        {owner("name of the body")} is committed to making its website
        accessible, in accordance with{" "}
        {owner("the national law that transposes Directive (EU) 2016/2102")}{" "}
        This accessibility statement applies to the website {name}.
      </p>
      <h2>Compliance status</h2>
      <p>
        {complianceOf(failed.length, open)} Of the {judged.length} requirements
        of EN 301 549 V3.2.1, chapter 9, that stand for success criteria of WCAG
        2.1, {count("passed")} passed, {failed.length} failed,{" "}
        {count("inapplicable")} do not apply, and {open} are still to be judged
        by a person.
      </p>
      <h2>Non-accessible content</h2>
      <p>The content listed below is non-accessible for these reasons:</p>
      <h3>Non-compliance with the law named above</h3>
      {barriers.length > 0 ? (
        <List items={barriers} />
      ) : (
        <p>The audit knows of nothing.</p>
      )}
      <h3>Disproportionate burden</h3>
      <p>{owner("what is exempt, or that nothing is")}</p>
      <h3>Content that is not within the scope of the law</h3>
      <p>{owner("what is out of scope, or that nothing is")}</p>
      <h2>Preparation of this accessibility statement</h2>
      <p>
        This statement was prepared on {report.created.slice(0, 10)}, by a
        self-assessment: an automated audit, and a checklist for people.{" "}
        {sentence} Measured in Chromium {report.browser}. People judged{" "}
        {lines.filter(({ verdict }) => verdict !== "not judged yet").length} of{" "}
        {lines.length} lines of the checklist
        {people.length > 0 && `: ${people.join(", ")}`}.
      </p>
      <List items={[...ran, ...notRun]} />
      <p>The statement was last reviewed on {owner("a date")}</p>
      <h2>Feedback and contact information</h2>
      <p>
        Please tell us of barriers that you meet, and ask for information that
        you cannot reach: {contact.mail}, or the form at {contact.path}. We
        answer in {contact.answersIn}.
      </p>
      <h2>Enforcement procedure</h2>
      <p>{owner("the procedure, and how to reach the enforcement body")}</p>
      <h2>More than the law asks for</h2>
      <p>
        The aim is WCAG 2.2, Level AA. These criteria beyond WCAG 2.1, Levels A
        and AA, passed:
      </p>
      <List
        items={criteria
          .filter(
            ({ level, number }) =>
              level === "AAA" || newInWcag22.includes(number),
          )
          .filter((criterion) => judge(report, criterion).outcome === "passed")
          .map(({ number, name, level }) => `${number} ${name} (${level})`)}
      />
      <h2>Evaluation report</h2>
      <List
        items={[
          <a key="audit" href="index.html">
            What the audit found
          </a>,
          <a key="conformance" href="conformance.html">
            The conformance report
          </a>,
        ]}
      />
    </Page>
  );
}

/** Full compliance takes evidence of every requirement. */
function complianceOf(failed: number, open: number): string {
  const standard = "EN 301 549 V3.2.1, chapter 9";
  if (failed > 0) {
    return `This website is partially compliant with ${standard}, due to the non-compliances listed below.`;
  }
  return open > 0
    ? `No compliance with ${standard} is claimed yet: not all of it was judged.`
    : `This website is fully compliant with ${standard}.`;
}
