import jsonld from "jsonld";
import { expect, test } from "vitest";
import { Findings, modes, newOnes, type Level, type Seen } from "../finding";
import { differ, factsOf } from "../modes";
import { answerLine, answerOf } from "../report/answer";
import { csvOf } from "../report/csv";
import { defectsOf } from "../report/defects";
import { earlOf } from "../report/earl";
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
  ...{ answer: [], failures: [], notes: [], tried: [], flows: [] },
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
  const [, , ...sections] = markdownOf(report).split("\n## ");
  expect(sections).toHaveLength(3);
  expect(sections[0]).toContain("- Criterion: 2.1.2 No Keyboard Trap\n");
  expect(sections[0]).toContain("Do any:\n- first\n- second");
  expect(sections[1]).toContain('`<a class="card">a</a>`');
  expect(sections[1]).toMatch(/^2\. keyboard-trap: "\\<a class/);
});

test("a difference is a line, in the order of both modes", () => {
  const facts = factsOf([
    {
      role: "row",
      name: "",
      children: [{ role: "link", name: "B", url: "/b" }],
    },
    { role: "paragraph", text: "Words" },
  ]);
  const lines = ['content: - link "B" to /b', "content: - paragraph: Words"];
  expect(facts.map(({ line }) => line)).toEqual(lines);
  const [a, b, c] = ["a", "b", "c"].map((line) => ({ line }));
  const x = { line: "x" };
  if (a && b && c)
    expect(differ([a, b, c], [b, x, c])).toEqual({ one: [a], other: [x] });
});

/** Says that something is lost on a page. */
const lose = (what: string, state: string, level: Level = "modes") => {
  const place = { selector: "p", html: what };
  return { ...broken("needs-script", what, place), level, seen: [{ state }] };
};

test("each page says first what it lacks without JavaScript, with no more than was seen", () => {
  const dead = [..."abcdefg"].map((name) => `‘${name}’ does nothing`);
  const visits = (state: string, forms: string[] = []) =>
    modes.map((mode) => ({ state, path: state, mode, forms }));
  const own: Report = {
    ...report,
    issues: [
      ...dead.map((what) => lose(what, "/dead")),
      lose("Without JavaScript this page shows nothing", "/empty"),
      lose("It says: ‘Switch it on’", "/empty", "advice"),
    ],
    visited: [
      ...[...visits("/"), ...visits("/dead"), ...visits("/empty")],
      ...[...visits("/form", ["Join"]), ...visits("/also")],
    ],
    tried: [],
  };
  const trial = { mode: modes[1] ?? "javascript", seen: "Nothing new" };
  const tried = ["stored", "empty"].map((test, at) => ({
    ...{ ...trial, form: '/also: "Send"', test },
    verdict: at ? ("passed" as const) : ("failed" as const),
  }));
  const [scripted] = visits("/once");
  const [other, gone] = visits("/gone");
  const answer = answerOf({
    ...{ ...own, tried },
    visited: [...own.visited, ...[scripted, other].flatMap((one) => one ?? [])],
    failures: [{ ...gone, name: "StateNotReached", message: "It answers 500" }],
  });
  const five = dead.slice(0, 5).map((what) => `${what}. `);
  expect(answer.map(answerLine)).toEqual([
    `/dead: ${five.join("")}And so for 2 more.`,
    "/empty: Without JavaScript this page shows nothing. It says: ‘Switch it on’.",
    "/also: The form ‘Send’ does not work without JavaScript: 1 of 2 tests passed; stored: Nothing new.",
    "/once: Seen in one mode alone: /once.",
    "/gone: Not reached without JavaScript: /gone: It answers 500. Seen in one mode alone: /gone.",
    "/: Works alike in both modes.",
    "/form: Works alike in both modes. The form ‘Join’ is there without JavaScript, too, and was not sent.",
  ]);
  const full = { ...own, answer };
  expect(htmlOf({}, full)).toMatch(
    /<h2 id="part-0">Without JavaScript<\/h2>\s*<p><b>\/dead:/,
  );
  expect(markdownOf(full)).toMatch(
    /^# .*\n\n## Without JavaScript\n\n- \/dead: /,
  );
});

test("a cell of report.csv is no formula, and each element and state has a row", () => {
  const issues = [{ ...lose('=1+1; "a"', "/"), fails: true }];
  const [head, row, ...rest] = csvOf({ ...report, issues }).split("\r\n");
  expect(head).toMatch(/^\ufeffPage,Level,Criteria,Rule,/);
  expect(row).toContain(`"/","modes","","needs-script","'=1+1; ""a""",`);
  expect(rest).toEqual([""]);
});

const prefixed = (prefix: string, terms: string) =>
  Object.fromEntries(terms.split(" ").map((one) => [one, `${prefix}:${one}`]));
/** The terms of W3C's context that the report uses. */
const context = {
  "@vocab": "http://www.w3.org/ns/earl#",
  earl: "http://www.w3.org/ns/earl#",
  WCAG22: "http://www.w3.org/TR/WCAG22/#",
  dct: "http://purl.org/dc/terms/",
  doap: "http://usefulinc.com/ns/doap#",
  sch: "https://schema.org/",
  ptr: "http://www.w3.org/2009/pointers#",
  ...prefixed("sch", "WebPage"),
  ...prefixed("dct", "source title"),
  ...prefixed("doap", "Version name description created release revision"),
  assertions: { "@reverse": "subject" },
  ...{ assertedBy: { "@type": "@id" }, mode: { "@type": "@id" } },
  ...{
    outcome: { "@type": "@id" },
    pointer: { "@type": "ptr:CSSSelectorPointer" },
  },
  isPartOf: { "@id": "dct:isPartOf", "@type": "@id" },
};

test("the report in EARL has an assertion for each page, criterion and rule, which a reader of JSON-LD understands, and none has passed", async () => {
  const judged = ["keyboard-trap", "language", "sound"].map((name, at) => ({
    ...{
      ...rule,
      rule: name,
      criteria: [["2.1.2"], ["3.1.1"], ["1.2.1"]][at] ?? [],
    },
  }));
  const earl = earlOf({ ...report, judged }, site);
  const url = earl["@context"];
  expect(url).toMatch(/^https:\/\/www\.w3\.org\/WAI\/.*earl-context\.json$/);
  const document = { "@context": context };
  const frame = { ...document, "@type": "earl:Assertion", "@embed": "@always" };
  const read = await jsonld.frame(
    earl as never,
    frame as never,
    {
      // Whatever a context does not know is an error.
      safe: true,
      documentLoader: async (documentUrl: string) => ({
        documentUrl,
        document,
      }),
    } as never,
  );
  type Read = {
    subject: { source: string };
    test: { title: string; isPartOf: string };
    result: { outcome: string };
  };
  const rows = (read as unknown as { "@graph": Read[] })["@graph"].map(
    ({ subject, test, result }) =>
      [subject.source, test.title, test.isPartOf, result.outcome].join(" "),
  );
  const [one, other] = ["https://example.org/", "https://example.org/b"];
  expect(rows.sort()).toEqual(
    [one, other].flatMap((page) => [
      `${page} keyboard-trap WCAG22:no-keyboard-trap earl:failed`,
      `${page} language WCAG22:language-of-page earl:cantTell`,
      `${page} sound WCAG22:audio-only-and-video-only-prerecorded earl:inapplicable`,
    ]),
  );
});
