// Audits the test cases of W3C's ACT rules, and prints which defects are named:
// npm run audit:act FOLDER [RULES]
// FOLDER is a clone of https://github.com/w3c/wcag-act-rules, and RULES a pattern
// of their ids, such as "afw4f7|80af7b". It writes W3C's form of an implementation
// report: https://www.w3.org/WAI/standards-guidelines/act/report/earl
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import axe from "axe-core";
import { levelOf } from "../finding";
import { grouped } from "../lists";
import { earlOf } from "../report/earl";
import { auditOnce, serve } from "./cases";

interface Case {
  ruleId: string;
  ruleName: string;
  ruleAccessibilityRequirements: Record<string, { forConformance?: true }>;
  expected: "failed" | "passed" | "inapplicable";
  relativePath: string;
}

/** The rules that find the defect of an ACT rule, besides those of axe that say so. */
const also: Record<string, string[]> = {
  "2t702h": ["summary-name"],
  "59br37": ["reflow", "text-spacing"],
  "6cfa84": ["stop-hidden"],
  "80af7b": ["keyboard-trap"],
  afw4f7: ["contrast"],
  b4f0c3: ["meta-viewport"],
  bc4a75: ["list"],
  d0f69e: ["header-alone"],
  // WCAG asks for less than this rule, so the finding is an advice.
  kb1m8s: ["aria-prohibited-attr"],
  oj04fd: ["focus-invisible"],
  ucwvc8: ["page-language"],
};

const [clone = "", pattern = ""] = process.argv.slice(2);
const folder = "content-assets/wcag-act-rules";
const list = readFileSync(path.join(clone, folder, "testcases.json"), "utf8");
const { testcases } = JSON.parse(list) as { testcases: Case[] };

/** The criteria of a rule at A and AA, and whether WCAG asks for less than the rule. */
function askedBy({ ruleAccessibilityRequirements: all }: Case) {
  const asked = Object.entries(all ?? {}).filter(([id]) => /^wcag2\d/.test(id));
  const own = asked.filter(([, { forConformance }]) => forConformance);
  const numbers = (own[0] ? own : asked)
    .map(([id]) => id.replace(/.*:/, ""))
    .filter((number) => /^AA?$/.test(levelOf([number])));
  return { numbers, isLess: !own[0] };
}

/** The auditor neither listens to media nor watches them. */
const isOfMedia = (number: string) => /^1\.2\.|^1\.4\.2/.test(number);
const cases = testcases.filter((one) => {
  const { numbers } = askedBy(one);
  const isChosen = numbers[0] && !numbers.some(isOfMedia);
  const isHtml = one.relativePath.endsWith(".html");
  return isChosen && isHtml && new RegExp(pattern).test(one.ruleId);
});
const types: Record<string, string> = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  svg: "image/svg+xml",
};
const site = await serve(({ url = "" }, response) => {
  const [, name = "", ending = ""] =
    /^\/WAI\/([^?#]*?(\w*))(?:$|[?#])/.exec(url) ?? [];
  try {
    const content = readFileSync(path.join(clone, decodeURI(name)));
    response.setHeader("content-type", types[ending] ?? "").end(content);
  } catch {
    response.writeHead(404).end();
  }
});
const because = "W3C writes them for browsers that run scripts.";
const states = cases.map(({ relativePath: name }) => ({
  name,
  path: `/WAI/${folder}/${name}`,
  only: { mode: "javascript", because } as const,
}));
const report = await auditOnce(
  { baseURL: site.url, origin: "https://www.w3.org", states },
  { say: (line) => process.stderr.write(`${line}\n`) },
);
site.stop();
const { failures, issues } = report;

const byAxe = (id: string) =>
  axe.getRules().flatMap(({ actIds, ruleId }) => {
    // It is about the parent of the element that this ACT rule is about.
    const isOther = id === "ff89c9" && ruleId === "aria-required-children";
    return actIds?.includes(id) && !isOther ? ruleId : [];
  });
const isFailed = ({ expected }: Case) => expected === "failed";
const rulesFor = (id: string) => [...byAxe(id), ...(also[id] ?? [])];
/** Whether a finding is about the defect that the case is a case of. */
function isNamed({ ruleId: id, relativePath }: Case) {
  const rules = rulesFor(id);
  return issues.some(
    ({ rule, level, seen }) =>
      rules.includes(rule) &&
      (/^AA?$/.test(level) || (level === "advice" && id === "kb1m8s")) &&
      seen.some(({ state }) => state === relativePath),
  );
}
function print(title: string, all: Case[]) {
  const [named, wrong] = [true, false].map((isDefect) => {
    const own = all.filter((one) => isFailed(one) === isDefect);
    return `${own.filter(isNamed).length} of ${own.length}`;
  });
  console.log(`| ${title} | ${named} | ${wrong} |`);
}
console.log("| ACT rule | Named | Wrong |\n| --- | --- | --- |");
for (const own of grouped(cases, (one) => `${one.ruleId} ${one.ruleName}`))
  print(...own);
for (const isLess of [false, true])
  print(
    isLess ? "ARIA, of which WCAG asks less" : "All",
    cases.filter((one) => askedBy(one).isLess === isLess),
  );
for (const one of cases)
  if (isNamed(one) !== isFailed(one))
    console.log(isFailed(one) ? "Missed:" : "Wrong:", one.relativePath);
for (const { state, part, message } of failures)
  console.log("Not measured:", state, part, message);

const idOf = new Map(states.map(({ path }, at) => [path, cases[at]?.ruleId]));
const earl = earlOf(report, {}, (rule, page) =>
  rulesFor(idOf.get(page) ?? "").includes(rule),
);
mkdirSync("reports", { recursive: true });
const file = "reports/act-implementation.json";
writeFileSync(file, JSON.stringify(earl, null, 1));
console.log(file);
