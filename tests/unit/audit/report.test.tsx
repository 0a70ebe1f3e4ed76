import { describe, expect, test } from "vitest";
import { AuditPage } from "../../audit/report/audit-page";
import {
  ConformancePage,
  conformanceLevel,
} from "../../audit/report/conformance-page";
import { criteria, unlisted } from "../../audit/report/criteria";
import { earlOf, earlProblems } from "../../audit/report/earl";
import { judge } from "../../audit/report/judgement";
import { renderPage } from "../../audit/report/page";
import { StatementPage } from "../../audit/report/statement-page";
import type { Report } from "../../audit/results";
import { states } from "../../audit/states";

const axeFinding = "1.1.1 image-alt: Images have words (main > img)";

/** One page, in one cell, with a screen reader and one other engine. */
const onePage: Report = {
  created: "2026-11-21T12:00:00.000Z",
  browser: "156.0",
  passed: false,
  results: {
    cell: [
      {
        state: "/terms",
        mode: "javascript",
        width: 320,
        look: "default",
        screenshot: "terms.jpg",
        axe: { violations: [axeFinding], needsHuman: [], passes: [] },
        keyboard: [],
        problems: [axeFinding, "1.4.10, 1.4.4 the page scrolls sideways"],
      },
    ],
    parity: [{ state: "/terms", problems: [], sameAs: {} }],
    "text-browser": [],
    "screen-reader": [
      {
        flow: "read /terms",
        mode: "javascript",
        browser: "Firefox",
        transcript: ["Terms of Service, heading level 1"],
        problems: ["the toast is spoken twice"],
      },
    ],
    engine: [
      {
        engine: "WebKitGTK",
        version: "2.50",
        mode: "no-javascript",
        flow: "a signup",
        problems: [],
      },
    ],
  },
  failures: [{ name: "/terms", errors: ["it scrolls"] }],
  skipped: [{ name: "Firefox: a signup", why: "Firefox is not installed" }],
};

const part: Report = { ...onePage, grep: "/terms" };

const whole: Report = {
  ...onePage,
  results: {
    ...onePage.results,
    parity: states.map(({ name }) => ({
      state: name,
      problems: [],
      sameAs: {},
    })),
  },
};

const earl = () => JSON.stringify(earlOf(part, "https://kandi.example"));

const criterion = (number: string) => ({ number });

describe("report.json", () => {
  test("keeps to EARL, with an assertion of each criterion on each page", () => {
    expect(earlProblems(earl())).toEqual([]);
    const levels = criteria.map(({ level }) => level);
    expect(levels.filter((level) => level === "A")).toHaveLength(31);
    expect(levels.filter((level) => level === "AA")).toHaveLength(24);
    expect(levels.filter((level) => level === "AAA")).toHaveLength(31);
  });

  test.each([
    ["an outcome", '"earl:failed"', '"earl:fail"'],
    ["a mode", '"earl:manual"', '"earl:byHand"'],
    ["a type", '"TestResult"', '"Result"'],
    ["a property", '"date":', '"when":'],
    ["a context", '"earl:Assertion"', '"earl:Claim"'],
    ["a date", "2026-11-21T12:00:00.000Z", "today"],
    ["a subject", '"@id":"https://kandi.example/terms"', '"@id":"_:other"'],
    ["a criterion", "/WCAG22/#reflow", "/WCAG22/#flow"],
  ])("%s that is not EARL's, or not there, is found", (_, right, wrong) => {
    expect(earl()).toContain(right);
    expect(earlProblems(earl().replace(right, wrong))).not.toEqual([]);
  });

  test("a criterion without an assertion is found", () => {
    const document = earlOf(part, "https://kandi.example");
    document["@graph"].pop();
    expect(earlProblems(JSON.stringify(document))).toHaveLength(1);
  });

  test("a finding has a pointer, by axe's selector where there is one", () => {
    expect(earl()).toContain('"expression":"main > img"');
    expect(judge(part, criterion("1.4.4")).findings).toEqual([
      {
        place: "/terms, javascript, 320 px, default",
        text: "1.4.10, 1.4.4 the page scrolls sideways",
      },
    ]);
  });
});

test.each([
  ["1.4.10", "/terms", "failed"],
  ["1.2.1", "/terms", "inapplicable"],
  ["1.3.1", "/terms", "cantTell"],
  ["1.4.12", "/terms", "passed"],
  ["1.4.12", undefined, "cantTell"],
  ["1.4.12", "/support", "untested"],
])("%s on %s: %s", (number, path, outcome) => {
  expect(judge(part, criterion(number), path).outcome).toBe(outcome);
});

test("a criterion that no check is about is not said to be measured", () => {
  const { remark } = judge(part, criterion("3.2.3"), "/terms");
  expect(remark).toContain("No check of the audit is about it.");
});

test.each([
  ["passed", "A", "Supports"],
  ["inapplicable", "A", "Not Applicable"],
  ["failed", "A", "Does Not Support"],
  ["cantTell", "AA", "To be judged by a person"],
  ["untested", "A", "To be judged by a person"],
  ["cantTell", "AAA", "Not Evaluated"],
] as const)(
  "a conformance report says of %s, %s: %s",
  (outcome, level, term) => {
    const judgement = judge(part, criterion("1.4.10"));
    expect(conformanceLevel({ ...judgement, outcome }, level)).toBe(term);
  },
);

test("a finding in half of the cells is partial support", () => {
  const judgement = judge(part, criterion("1.4.10"));
  const cells = { failing: 1, all: 2 };
  const level = conformanceLevel({ ...judgement, cells }, "A");
  expect(level).toBe("Partially Supports");
});

test("a finding of a criterion that no report lists is named", () => {
  const findings = ["4.1.1 x", "best practice x", "1.4.10, 1.4.4 x", "4.1.1"];
  expect(unlisted(findings)).toEqual(["4.1.1 x"]);
});

test("a whole audit passes what it measured alone, and is called no part", () => {
  expect(judge(whole, criterion("1.4.12")).outcome).toBe("passed");
  const page = renderPage(<ConformancePage report={whole} />);
  expect(page).toContain(`visited all ${states.length} states`);
  expect(page).toContain(
    '2.5.5 Target Size (Enhanced) (Level AAA)</th><td data-head="Conformance Level">Supports<',
  );
  expect(page).not.toContain("part of the audit");
});

describe("a part of the audit", () => {
  const pages = [
    <AuditPage key="audit" report={part} />,
    <ConformancePage key="conformance" report={part} />,
    <StatementPage key="statement" report={part} />,
  ].map(renderPage);

  test.each([...pages, earl()])("says that it is one, and which", (text) => {
    expect(text).toContain("This is a part of the audit");
    expect(text).toContain("It looked at what --grep /terms matches.");
    expect(text).toMatch(/It visited 1 of \d+ states: \/terms\./);
  });

  test.each(pages)("says what did not run", (page) => {
    for (const name of ["lynx", "w3m", "Firefox"]) {
      expect(page).toContain(`${name} did not run`);
    }
    for (const name of ["Orca", "WebKit"]) {
      expect(page).not.toContain(`${name} did not run`);
    }
    expect(page).toContain("Firefox: a signup was skipped");
  });

  test("shows what was heard, and each engine in a column", () => {
    const [audit = ""] = pages;
    expect(audit).toContain("<li>Terms of Service, heading level 1</li>");
    expect(audit).toContain("<li>the toast is spoken twice</li>");
    expect(audit).toContain('<th scope="col">WebKitGTK 2.50</th>');
  });
});
