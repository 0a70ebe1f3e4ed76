import { mail, paths, productName, responseTimes } from "~/content/site";
import type { Report } from "../results";
import { coverageOf } from "./coverage";
import { criteria } from "./criteria";
import { findingsInFlows } from "./findings";
import { judge } from "./judgement";
import { List, Page } from "./page";

const toBeFilledIn = "[The owner of the site fills this in.]";

const notTried =
  "Not tried by the audit: NVDA, JAWS, VoiceOver, TalkBack, speech input, screen magnifiers, and people who use them.";

/** `statement.html`: a draft in the outline of the W3C's statement generator. */
export function StatementPage({ report }: { report: Report }) {
  const { isWhole, sentence, ran, notRun } = coverageOf(report);
  const judged = criteria.map((criterion) => ({
    ...criterion,
    ...judge(report, criterion),
  }));
  const aim = judged.filter(({ level }) => level !== "AAA");
  const failed = judged.filter(({ outcome }) => outcome === "failed");
  const count = (outcome: string) =>
    aim.filter((criterion) => criterion.outcome === outcome).length;
  const open = count("cantTell") + count("untested");
  const limits = [
    ...failed.map(({ number, name, remark }) => `${number} ${name}: ${remark}`),
    ...findingsInFlows(report).map(({ place, text }) => `${place}: ${text}`),
    ...report.failures.map(({ name }) => `A check failed: ${name}.`),
  ];
  return (
    <Page
      title={`Accessibility statement for ${productName}`}
      notice={`This is a draft that the audit wrote from what it measured. A person completes it before it is published. ${isWhole ? "" : sentence}`}
    >
      <p>
        This is an accessibility statement from {toBeFilledIn} It is about the
        website {productName}.
      </p>
      <h2>Measures to support accessibility</h2>
      <List
        items={[
          "An audit visits every page, and every state that a visitor can bring about, with JavaScript on and off.",
          "The audit compares the two. A difference fails it, unless it is listed with its reason.",
        ]}
      />
      <h2>Conformance status</h2>
      <p>
        The Web Content Accessibility Guidelines (WCAG) define requirements to
        improve accessibility for people with disabilities, in three levels: A,
        AA and AAA. The aim of {productName} is WCAG 2.2 level AA.{" "}
        {count("failed") > 0
          ? "It is partially conformant: some parts of the content do not fully conform."
          : "Its conformance is not fully assessed yet."}{" "}
        Of the {aim.length} criteria of A and AA, {count("passed")} were
        measured and passed, {count("failed")} failed, {count("inapplicable")}{" "}
        do not apply, and {open} are still to be judged by a person.
      </p>
      <h2>Additional accessibility considerations</h2>
      <p>These criteria of level AAA were measured and passed:</p>
      <List
        items={judged
          .filter(
            ({ level, outcome }) => level === "AAA" && outcome === "passed",
          )
          .map(({ number, name }) => `${number} ${name}`)}
      />
      <h2>Feedback</h2>
      <p>
        Please tell us of barriers that you meet: {mail.support}, or the form at{" "}
        {paths.contact}. We answer in {responseTimes.general}.
      </p>
      <h2>Compatibility with browsers and assistive technology</h2>
      <p>
        Measured in Chromium {report.browser}. {notTried}
      </p>
      <List items={[...ran, ...notRun]} />
      <h2>Technical specifications</h2>
      <p>
        The site relies on HTML, WAI-ARIA, CSS and SVG. It uses JavaScript where
        it is on, and does not rely on it.
      </p>
      <h2>Limitations and alternatives</h2>
      <p>Known to the audit:</p>
      <List items={limits} />
      <h2>Assessment approach</h2>
      <p>
        Self-evaluation by an automated audit. {sentence} Judgement by a person:{" "}
        {toBeFilledIn}
      </p>
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
      <h2>Formal approval and complaints</h2>
      <p>{toBeFilledIn}</p>
      <h2>Date</h2>
      <p>
        This statement was drafted on {report.created.slice(0, 10)}, in the
        outline of the W3C Accessibility Statement Generator.
      </p>
    </Page>
  );
}
