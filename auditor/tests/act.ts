// Audits W3C's test cases of ACT rules, and prints which defects are named:
// npm run audit:act FOLDER [RULES]
// FOLDER is a clone of https://github.com/w3c/wcag-act-rules, and RULES a pattern
// of their ids, such as "afw4f7|80af7b".
import { readFileSync } from "node:fs";
import path from "node:path";
import axe from "axe-core";
import { levelOf } from "../finding";
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
  d0f69e: ["header-alone"],
  kb1m8s: ["aria-prohibited-attr"],
  oj04fd: ["focus-invisible"],
  ucwvc8: ["page-language"],
};
/** WCAG asks for less than these rules, so an advice names their defect, too. */
const advised = ["kb1m8s"];

const [clone = "", pattern = ""] = process.argv.slice(2);
const folder = path.join(clone, "content-assets/wcag-act-rules");
const file = readFileSync(path.join(folder, "testcases.json"), "utf8");
const { testcases } = JSON.parse(file) as { testcases: Case[] };

/** The criteria of a rule, and whether it is only related to them. */
function criteriaOf({ ruleAccessibilityRequirements: all }: Case) {
  const asked = Object.entries(all ?? {}).filter(([id]) =>
    /^wcag2\d:/.test(id),
  );
  const own = asked.filter(([, { forConformance }]) => forConformance);
  const numbers = (own[0] ? own : asked)
    .map(([id]) => id.replace(/.*:/, ""))
    .filter((number) => /^AA?$/.test(levelOf([number])));
  return { numbers, isRelated: !own[0] };
}

/** No part of the auditor listens or watches a film. */
const isOfMedia = (number: string) => /^1\.2\.|^1\.4\.2$/.test(number);
const cases = testcases.filter((one) => {
  const { numbers } = criteriaOf(one);
  const isAsked = numbers[0] && !numbers.every(isOfMedia);
  const isChosen = new RegExp(pattern).test(one.ruleId);
  return isAsked && isChosen && one.relativePath.endsWith(".html");
});
const types: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};
const site = await serve(({ url = "" }, response) => {
  const { pathname } = new URL(url, "http://localhost");
  const name = path.join(clone, decodeURI(pathname).replace("/WAI/", "/"));
  try {
    const type = types[path.extname(name)] ?? "application/octet-stream";
    response.setHeader("content-type", type).end(readFileSync(name));
  } catch {
    response.writeHead(404).end();
  }
});
const because = "W3C's cases are for browsers that run scripts.";
const states = cases.map(({ relativePath: name }) => ({
  name,
  path: `/WAI/content-assets/wcag-act-rules/${name}`,
  only: { mode: "javascript", because } as const,
}));
const { failures, issues } = await auditOnce(
  { baseURL: site.url, states },
  { say: (line) => process.stderr.write(`${line}\n`) },
);
site.stop();

/** Whether a finding is about the defect of a case's rule. */
function isNamed({ ruleId, relativePath }: Case) {
  const own = axe
    .getRules()
    .filter(({ actIds }) => actIds?.includes(ruleId))
    .map(({ ruleId }) => ruleId);
  const rules = [...own, ...(also[ruleId] ?? [])];
  const levels = ["A", "AA", advised.includes(ruleId) && "advice"];
  return issues.some(
    ({ rule, level, seen }) =>
      rules.includes(rule) &&
      levels.includes(level) &&
      seen.some(({ state }) => state === relativePath),
  );
}

const isFailed = ({ expected }: Case) => expected === "failed";
const countOf = (all: Case[]) => {
  const failed = all.filter(isFailed);
  const others = all.filter((one) => !isFailed(one));
  const [named, wrong] = [failed.filter(isNamed), others.filter(isNamed)];
  return `${named.length} of ${failed.length} | ${wrong.length} of ${others.length} |`;
};
console.log("| ACT rule | named | wrong |\n| --- | --- | --- |");
for (const id of new Set(cases.map(({ ruleId }) => ruleId))) {
  const own = cases.filter(({ ruleId }) => ruleId === id);
  const [{ ruleName = "" } = {}] = own;
  console.log(`| ${id} ${ruleName} | ${countOf(own)}`);
}
const isRelated = (one: Case) => criteriaOf(one).isRelated;
console.log(`| All | ${countOf(cases.filter((one) => !isRelated(one)))}`);
console.log(
  `| ARIA, less strict in WCAG | ${countOf(cases.filter(isRelated))}`,
);
for (const one of cases)
  if (isNamed(one) !== isFailed(one))
    console.log(`${isFailed(one) ? "missed" : "wrong"}: ${one.relativePath}`);
for (const { state, part, message } of failures)
  console.log(`not measured: ${state}, ${part}: ${message}`);
