import { expect, test } from "vitest";
import { Findings, newOnes, type Seen } from "../finding";
import { differ, linesOf } from "../modes";
import { defectsOf } from "../report/defects";
import { htmlOf } from "../report/html";
import { markdownOf } from "../report/markdown";
import { broken, met } from "../rules";
import type { Report } from "../site";

const findings = new Findings();
const window = { mode: "javascript", width: 320 } as const;
/** Finds that an element keeps the focus. */
function find(html: string, state: string, more: Partial<Seen> = {}) {
  const place = { selector: "body > main > *", html };
  const problem = broken("keyboard-trap", `"${html}" keeps it`, place);
  const mend = "Do any:\n  first\n  second";
  findings.add({ ...problem, mend }, { ...window, state, ...more });
}
find('<input id="a1">', "/");
find('<input id="b2">', "/b: sent", { mode: "no-javascript" });
find('<a class="card">a</a>', "/a");
find('<a class="card">b</a>', "/b");
find('<a class="icon">c</a>', "/c");

const rule = { rule: "language", by: "a test", part: "its" };
const report: Report = {
  created: "2026-11-25T12:00:00.000Z",
  name: "Site",
  versions: { auditor: "1.2.3", axe: "4.5.6", Chromium: "156" },
  baseURL: "https://example.org",
  level: "AA",
  issues: findings.all,
  ...{ failures: [], tried: [], flows: [] },
  judged: [{ ...rule, criteria: ["3.1.1"] }],
  visited: ["/", "/b"].map((path) => ({ state: path, path, ...window })),
};
const site = { notApplicable: [{ numbers: ["1.2.1"], why: "No <sound>." }] };

/** The text of the page; a tag is a bar. */
const text = htmlOf(site, report)
  .replace(/(?:<[^>]+>\s*)+/g, "|")
  .replaceAll("&#34;", '"');

test("an element that breaks a rule is one issue, whatever its id in each mode", () => {
  expect(findings.all).toHaveLength(4);
  expect(text).toContain("both modes, 320 px|Pages: 2|/|/b: sent|Elements: 1|");
});

/** Finds faint paragraphs, each by its number, and the contrast of one twice. */
function findFaint(pages: Record<string, number[]>) {
  const all = new Findings();
  for (const [state, numbers] of Object.entries(pages))
    for (const ratio of numbers) {
      const selector = `main > p:nth-of-type(${Math.floor(ratio)})`;
      const place = { selector, html: `<p id="${ratio}">` };
      const problem = broken("contrast", `It has ${ratio}:1`, place);
      all.add({ ...problem, ratio }, { ...window, state });
    }
  return all.all;
}

test("alike elements of one page are as many issues, and the worst that is seen of each comes first", () => {
  const issues = findFaint({ "/": [2.5, 1.5, 1.2], "/a": [3.5] });
  const words = issues.map(({ help }) => help);
  expect(words).toEqual(["It has 2.5:1", "It has 1.2:1"]);
  expect(issues[0]?.seen.map(({ state }) => state)).toEqual(["/", "/a"]);
  const [defect] = defectsOf({ ...report, issues });
  expect(defect?.help).toBe("It has 1.2:1");
  const spaced = new Findings();
  for (const style of ["line-height: 1", "letter-spacing: 0"]) {
    const place = { selector: "p", html: `<p style="${style} !important">` };
    const problem = met("avoid-inline-spacing", style, "1.4.12");
    spaced.add({ ...problem, ...place }, { state: style });
  }
  expect(spaced.all).toHaveLength(2);
});

test("a baseline knows as many alike elements as each state had, and a new state may have as many as any", () => {
  const baseline = {
    issues: findFaint({ "/": [1.1, 2.1], "/a": [1.1] }),
    visited: ["/", "/a", "/b"].map((state) => ({ state })),
  };
  const freshOf = (pages: Record<string, number[]>) =>
    newOnes(findFaint(pages), baseline).map(({ html }) => html);
  const same = { "/": [1.1, 2.1], "/a": [1.1], "/new": [1.1, 2.1] };
  expect(freshOf(same)).toEqual([]);
  expect(freshOf({ "/": [3.3, 1.1, 2.1] })).toEqual(['<p id="3.3">']);
  expect(freshOf({ "/a": [1.1, 2.1] })).toEqual(['<p id="2.1">']);
  expect(freshOf({ "/b": [1.1] })).toEqual(['<p id="1.1">']);
});

test("elements of one kind with the same mistake are one defect with its pages, elements and ways to mend it", () => {
  expect(text.match(/\|\d\. keyboard-trap/g)).toHaveLength(3);
  expect(text).toContain("|Pages: 2|/a|/b|Elements: 2|");
  expect(text).toContain("|How to mend it|Do any:|first|second|");
  expect(text).toContain("|Defects: 3 (A: 3), at 4 elements.");
  // The page, then its defects by level.
  expect(text).toContain("|/b|2|0|0|0|0|0|");
});

test("a criterion is found, claimed, judged in part or not judged, and none holds", () => {
  for (const row of [
    "2.1.2 No Keyboard Trap|A|9.2.1.2|Found: 3 (keyboard-trap)|no rule",
    "1.2.1 Audio-only and Video-only (Prerecorded)|A|9.1.2.1|Not applicable, as the team says: No &#60;sound&#62;.|no rule",
    "3.1.1 Language of Page|A|9.3.1.1|Judged in part|language (a test): its",
    "2.5.8 Target Size (Minimum)|AA|none|Not judged|no rule",
  ])
    expect(text).toContain(`|${row}|`);
  expect(text).not.toMatch(/\|(?:passed|supports)/i);
});

test("report.md has a section for each defect, which shows HTML as it is", () => {
  const [, ...sections] = markdownOf(report).split("\n## ");
  expect(sections).toHaveLength(3);
  expect(sections[0]).toContain("- Criterion: 2.1.2 No Keyboard Trap\n");
  expect(sections[0]).toContain("Do any:\n- first\n- second");
  expect(sections[1]).toContain('`<a class="card">a</a>`');
  expect(sections[1]).toMatch(/^2\. keyboard-trap: "\\<a class/);
});

test("a difference is a line, in the order of both modes", () => {
  const tree = '- main:\n  - link "B"\n  - paragraph';
  const lines = linesOf({ title: "A", tree, status: undefined });
  expect(lines).toEqual(["title: A", 'tree: - link "B"']);
  const { one, other } = differ(["a", "b", "c"], ["b", "x", "c"]);
  expect([one, other]).toEqual([["a"], ["x"]]);
});
