import { z } from "zod";
import type { Report } from "../results";
import { coverageOf, visitedStates } from "./coverage";
import { criteria, idOf, requirement } from "./criteria";
import type { Criterion } from "./criteria";
import { testCasesOf } from "./earl-test-cases";
import { context, earlDocument, fragment } from "./earl-vocabulary";
import type { Assertion, EarlDocument } from "./earl-vocabulary";
import type { Finding } from "./findings";
import { judge } from "./judgment";
import { theAudit, theTeam } from "./evaluation";
import { stateInWords } from "./words";

const website = "_:website";

/** `report.json`: assertions about each page and the site, by criterion. */
export function earlOf(report: Report): EarlDocument {
  const { site } = report;
  const { name: siteName, origin } = site;
  const { isWhole, sentence } = coverageOf(report);
  const paths = [...new Set(visitedStates(report).map(({ path }) => path))];

  const assertion = (criterion: Criterion, path?: string): Assertion => {
    const { by, outcome, remark, findings } = judge(report, criterion, path);
    return {
      "@type": "Assertion",
      assertedBy: fragment(origin, by),
      subject: path ? origin + path : website,
      test: requirement(criterion),
      mode: by === theAudit ? "earl:automatic" : "earl:manual",
      result: {
        "@type": "TestResult",
        outcome: `earl:${outcome}`,
        date: report.created,
        description: remark,
        ...(findings.length > 0 && { pointer: findings.map(pointerTo) }),
      },
    };
  };

  return {
    "@context": context,
    "@graph": [
      {
        "@id": fragment(origin, theAudit),
        "@type": ["Assertor", "Software"],
        title: `The accessibility audit of ${siteName}`,
        description: `npm run audit: axe and the audit's own measurements in Chromium ${report.browser}.`,
      },
      {
        "@id": fragment(origin, theTeam),
        "@type": ["Assertor", "Organization"],
        title: `The team of ${siteName}`,
        description:
          "Says in its checklist what does not apply. Tests verify the facts on which this rests.",
      },
      {
        "@id": website,
        "@type": "TestSubject",
        title: isWhole ? siteName : `A part of ${siteName}`,
        description: sentence,
        hasPart: paths.map((path) => origin + path),
      },
      ...paths.map((path) => ({
        "@id": origin + path,
        "@type": "TestSubject" as const,
        title: path,
        description: `States: ${visitedStates(report)
          .filter((state) => state.path === path)
          .map(({ name }) => stateInWords(site, name))
          .join("; ")}.`,
      })),
      ...criteria.map((criterion) => ({
        "@id": requirement(criterion),
        "@type": "TestRequirement" as const,
        title: `${criterion.number} ${criterion.name} (Level ${criterion.level})`,
        // The WCAG-EM Report Tool identifies WCAG 2.2's criteria by this URL.
        isPartOf: `http://www.w3.org/TR/WCAG/#${idOf(criterion)}`,
      })),
      ...testCasesOf(report, paths),
      ...[undefined, ...paths].flatMap((path) =>
        criteria.map((criterion) => assertion(criterion, path)),
      ),
    ],
  };
}

const pointerTo = ({ place, text, selector }: Finding) => {
  const description = `${place}: ${text}`;
  return selector
    ? {
        "@type": "CSSSelectorPointer" as const,
        description,
        expression: selector,
      }
    : { "@type": "Pointer" as const, description };
};

/** Finds words outside EARL's vocabulary, and missing criteria. */
export function earlProblems(json: string): string[] {
  const parsed = earlDocument.safeParse(JSON.parse(json));
  if (!parsed.success) return [z.prettifyError(parsed.error)];
  const graph = parsed.data["@graph"];
  const ids = graph.flatMap((node) => ("@id" in node ? [node["@id"]] : []));
  const subjects = graph.flatMap((node) =>
    node["@type"] === "TestSubject" ? [node["@id"]] : [],
  );
  const assertions = graph.filter((node) => node["@type"] === "Assertion");
  const asserted = assertions.map(({ subject, test }) => `${subject} ${test}`);
  const expected = subjects.flatMap((subject) =>
    criteria.map((criterion) => `${subject} ${requirement(criterion)}`),
  );
  return [
    ...ids
      .filter((id, index) => ids.indexOf(id) !== index)
      .map((id) => `${id} is described twice`),
    ...assertions
      .flatMap(({ assertedBy, subject, test }) => [assertedBy, subject, test])
      .filter((id) => !ids.includes(id))
      .map((id) => `${id} occurs in an assertion, and is not described`),
    ...expected
      .filter((pair) => asserted.filter((one) => one === pair).length !== 1)
      .map((pair) => `${pair} does not have exactly one assertion`),
  ];
}
