/** @jsxRuntime automatic @jsxImportSource react */
import { describe, expect, test } from "vitest";
import { AuditPage } from "../report/audit-page";
import { conformanceLevel } from "../report/conformance";
import { ConformancePage } from "../report/conformance-page";
import { criteria } from "../report/criteria";
import { earlOf, earlProblems } from "../report/earl";
import { judge } from "../report/judgment";
import { renderPage } from "../report/page";
import { part, whole } from "./reports";
import { sampleSite } from "./sample-site";

const earl = () => JSON.stringify(earlOf(part));

const criterion = (number: string) => ({ number });

describe("report.json", () => {
  test("conforms to EARL, with an assertion for each criterion on each page", () => {
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
    ["a subject", '"@id":"https://sample.example/terms"', '"@id":"_:other"'],
    ["a criterion", "/WCAG22/#reflow", "/WCAG22/#flow"],
  ])("%s that is missing or not EARL's is found", (_, right, wrong) => {
    expect(earl()).toContain(right);
    expect(earlProblems(earl().replace(right, wrong))).not.toEqual([]);
  });

  test("a finding has a pointer, by axe's selector where there is one", () => {
    expect(earl()).toContain('"expression":"main > img"');
    expect(judge(part, criterion("1.4.4")).findings).toEqual([
      {
        place: "Terms page, with JavaScript, 320 px wide, usual look",
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
  // Neither the audit nor the checklist covers it.
  ["1.2.6", undefined, "untested"],
])("%s on %s: %s", (number, path, outcome) => {
  expect(judge(part, criterion(number), path).outcome).toBe(outcome);
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
    const judgment = judge(part, criterion("1.4.10"));
    expect(conformanceLevel({ ...judgment, outcome }, level)).toBe(term);
  },
);

test("a full audit passes what it measured alone, and is not called a part", () => {
  expect(judge(whole, criterion("1.4.12")).outcome).toBe("passed");
  const page = renderPage(<ConformancePage report={whole} />);
  expect(page).toContain(`visited all ${sampleSite.states.length} states`);
  expect(page).toContain(
    '2.5.5 Target Size (Enhanced) (Level AAA)</th><td data-head="Conformance Level">Supports<',
  );
  expect(page).not.toContain("part of the audit");
});

describe("a part of the audit", () => {
  const audit = renderPage(<AuditPage report={part} />);

  test.each([audit, earl()])("says that it is one, and which", (text) => {
    expect(text).toContain("This is a part of the audit");
    expect(text).toContain("It looked at what --grep /terms matches.");
    expect(text).toMatch(/It visited 1 of \d+ states: Terms page\./);
  });

  test("links no statement and no conformance report, and says so", () => {
    expect(audit).not.toMatch(/(?:statement|conformance)\.html/);
    expect(audit).toContain("makes no statement");
  });
});

describe("claims", () => {
  const conformance = renderPage(<ConformancePage report={whole} />);

  test("the team says what does not apply, and tests verify it", () => {
    const { by, remark } = judge(whole, criterion("1.2.1"));
    expect(by).toBe("the team");
    expect(remark).toContain("Tests hold it: there is no audio");
  });

  test("a finding declared with its reason is reported and fails no criterion", () => {
    const [run] = whole.results["screen-reader"];
    if (!run) throw new Error("There is no run.");
    const problems = ['4.1.2 Clutter is spoken: "Dismiss clickable."'];
    const heard = { ...run, program: "Orca in Chromium", problems };
    const results = { ...whole.results, "screen-reader": [heard] };
    const { outcome, remark } = judge(
      { ...whole, results },
      criterion("4.1.2"),
    );
    expect(outcome).toBe("cantTell");
    expect(remark).toContain("declared with its reason: 4.1.2 Clutter");
  });

  test.each(["4.2.11 ", "5.9 ", "9.1.1.1 ", "9.4.1.3 ", "9.4.1.1 ", "12.2.4 "])(
    "the table of EN 301 549 has %s",
    (clause) => expect(conformance).toContain(`>${clause}`),
  );

  test("chapter 9 of EN 301 549 has WCAG 2.1's criteria, and no new ones", () => {
    expect(conformance.match(/>9\.\d\.\d\.\d+ /g)).toHaveLength(50);
    expect(conformance).not.toContain(">9.2.5.8 ");
  });
});
