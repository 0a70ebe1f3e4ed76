import { expect, test } from "vitest";
import { Findings } from "../finding";
import { differ, linesOf } from "../modes";
import { earlOf } from "../report/earl";
import { en301549 } from "../report/en-301-549";
import { htmlOf } from "../report/html";
import { broken } from "../rules";
import type { About, Report } from "../site";

const site: About = {
  notApplicable: [{ numbers: ["1.2.1", "4.2.4"], why: "No sound." }],
};

const findings = new Findings();
const place = { selector: "main > input", html: '<input id="a1">' };
const trap = broken("keyboard-trap", "It keeps the focus", place);
const otherwise = { ...trap, html: '<input id="b2">' };
findings.add(trap, { state: "/", mode: "javascript", width: 320 });
findings.add(otherwise, { state: "/b", mode: "no-javascript", width: 320 });

const report: Report = {
  created: "2026-11-25T12:00:00.000Z",
  name: "Site",
  browser: "156",
  baseURL: "https://example.org",
  level: "AA",
  failures: [],
  issues: findings.all,
  tried: [],
  flows: [],
  judged: [
    { rule: "language", by: "a test", criteria: ["3.1.1"], part: "the page's" },
  ],
  visited: ["/", "/b"].map((path) => ({
    state: path,
    path,
    mode: "javascript",
  })),
};

test("an element that breaks a rule is one issue, whatever its id in each mode", () => {
  expect(findings.all).toHaveLength(1);
  const html = htmlOf(site, report);
  expect(html).toContain("both modes, 320 px, 2 states: /; /b");
});

/** Words of https://www.w3.org/TR/EARL10-Schema/ that are used here. */
const vocabulary =
  "Assertion Assertor Software TestRequirement TestResult TestSubject assertedBy subject test mode automatic manual result outcome passed failed cantTell inapplicable untested pointer";

test("EARL uses its own words, each assertion is about what is described, and no criterion passes by a tool", () => {
  const graph = earlOf(site, report)["@graph"];
  const text = JSON.stringify(graph);
  const words = [
    ...text.matchAll(/"(?:earl:(\w+)|([a-z]+)":|@type":"(\w+)")/gi),
  ].map((match) => match.slice(1).join(""));
  expect(vocabulary.split(" ")).toEqual(expect.arrayContaining(words));
  expect(words).toEqual(expect.arrayContaining(["failed", "Assertion"]));
  expect(words).not.toContain("passed");
  const ids = graph.flatMap((node) => ("@id" in node ? [node["@id"]] : []));
  expect(new Set(ids).size).toBe(ids.length);
  for (const node of graph)
    if ("result" in node)
      for (const ref of [node.assertedBy, node.subject, node.test])
        expect(ids).toContain(ref["@id"]);
});

test("EN 301 549 has a row for each clause, and supports nothing that nobody has judged", () => {
  const rows = en301549(site, report);
  const term = (clause: string) =>
    rows.find(([name = ""]) => name.startsWith(clause))?.[1];
  expect(term("9.2.1.2")).toBe("Does Not Support");
  expect(term("9.3.1.1")).toBe("To be judged by a person");
  expect(term("9.1.2.1")).toBe("Not Applicable");
  expect(term("4.2.4")).toBe("Not Applicable");
  expect(rows.map(([, term]) => term)).not.toContain("Supports");
});

test("a difference is a line, in the order of both modes", () => {
  const tree = '- main:\n  - link "B"\n  - paragraph';
  expect(linesOf({ title: "A", tree, status: undefined })).toEqual([
    "title: A",
    'tree: - link "B"',
  ]);
  const { one, other } = differ(["a", "b", "c"], ["b", "x", "c"]);
  expect([one, other]).toEqual([["a"], ["x"]]);
});
