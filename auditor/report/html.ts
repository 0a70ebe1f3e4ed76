import { levels, type Level } from "../finding";
import { titleOf as flowTitle } from "../follow";
import { counted, grouped, joined, unique } from "../lists";
import { failureLine } from "../log";
import { windows } from "../measuring/measure";
import type { About, FlowRun, Report } from "../site";
import { clauseOf, criteria, titleOf } from "./criteria";
import { countsOf, defectsOf, shortened, statesOf } from "./defects";
import { verdictOf, words } from "./defects";
import type { Defect } from "./defects";

const styles = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 75rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h2 { margin-block-start: 2.5rem; border-block-end: 3px solid; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #888; padding: 0.3rem 0.6rem; text-align: start; vertical-align: top; }
thead th { border-block-end: 3px solid; overflow-wrap: normal; }
ul { padding-inline-start: 1.2rem; }
li { padding-block: 0.1rem; }
nav ul { columns: 16rem; }
dt { font-weight: bold; }
dd { margin: 0 0 0.5rem; }
summary { padding-block: 0.6rem; }
article { border: 1px solid #888; border-inline-start-width: 0.5rem; padding-inline: 1rem; margin-block: 1rem; }
article :is(p, ul, pre), td > ul { margin-block: 0 0.3rem; }
article img { max-width: 100%; max-height: 16rem; border: 1px solid; background: #fff; }
code, pre { white-space: pre-wrap; }
.notice { border: 3px solid; padding: 1rem; font-weight: bold; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
@media (min-width: 40.01rem) { dl { display: grid; grid-template-columns: 10rem 1fr; } }
@media (max-width: 40rem) {
  table, tbody, tr, th, td { display: block; }
  thead { display: none; }
  tr { margin-block-end: 1rem; }
  td::before { content: attr(data-head) ": "; font-weight: bold; }
}
@media print {
  :root { font-size: 10pt; }
  details::details-content { content-visibility: visible; block-size: auto; }
  h2, h3, h4, dt { break-after: avoid; }
  tr, pre, img { break-inside: avoid; }
}`;

/** HTML, unlike a text that stands in it. */
class Markup {
  constructor(readonly text: string) {}
}

const escapeSign = (sign: string) => `&#${sign.charCodeAt(0)};`;
const markupOf = (part: unknown): string => {
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(markupOf).join("\n");
  return String(part ?? "").replace(/[&<>"]/g, escapeSign);
};

/** Makes HTML of a template, and escapes what is put into it but for HTML. */
const h = (raw: TemplateStringsArray, ...parts: unknown[]) =>
  new Markup(String.raw({ raw }, ...parts.map(markupOf)));

const listOf = (items: readonly unknown[]) =>
  items[0] && h`<ul>${items.map((item) => h`<li>${item}</li>`)}</ul>`;

const details = (summary: string, content: unknown) =>
  h`<details><summary>${summary}</summary>${content}</details>`;

/** A list of which a reader may skip all but the first. */
function someOf(items: readonly unknown[], what: string, shown = 5) {
  const [first, rest] = [items.slice(0, shown), items.slice(shown)];
  const more =
    rest[0] && details(counted(rest.length, `more ${what}`), listOf(rest));
  return items[1] ? [listOf(first), more] : items[0];
}

/** On a narrow screen each cell repeats its heading. */
function table(head: readonly string[], rows: readonly unknown[][]) {
  const rowOf = ([first, ...rest]: unknown[]) =>
    h`<tr><th scope="row">${first}</th>${rest.map((cell, index) => h`<td data-head="${head[index + 1]}">${cell}</td>`)}</tr>`;
  const heads = head.map((cell) => h`<th scope="col">${cell}</th>`);
  return h`<table><thead><tr>${heads}</tr></thead><tbody>${rows.map(rowOf)}</tbody></table>`;
}

const termsOf = (terms: Record<string, unknown>) =>
  h`<dl>${Object.entries(terms).map(([term, text]) => ((text ?? "") === "" ? "" : h`<dt>${term}</dt><dd>${text}</dd>`))}</dl>`;

const meanings: { [level in Level]?: string } = {
  modes: "what only one mode has",
  forms: "failed form tests",
  advice: "no criterion asks for it",
};

/** axe indents the ways to mend something. */
const mendOf = (mend = "") =>
  mend.split(/\n(?=\S)/).map((part) => {
    const [first, ...ways] = part.trim().split(/\n\s+/);
    return [h`<p>${first}</p>`, ways[0] && listOf(ways)];
  });

function defectOf(defect: Defect, number: number) {
  const { rule, help, url, pages, states, elements } = defect;
  const shown = elements.map(({ selector, seen, ...one }) => [
    one.help === help ? "" : h`<p>${one.help}</p>`,
    h`<pre>${one.html}</pre>`,
    one.picture && h`<img src="${one.picture}" alt="The element">`,
    h`<p>At <code>${selector}</code>${elements[1] && ` in ${shortened(statesOf(seen))}`}</p>`,
  ]);
  const more = h`<p><a href="${url}">More about ${rule}</a></p>`;
  const terms = {
    Criterion: defect.criteria.map(titleOf).join("; "),
    "How to mend it": [mendOf(defect.mend), more],
    Seen: defect.where,
    [`Pages: ${pages.length}`]: someOf(states, "state", 10),
    [`Elements: ${elements.length}`]: someOf(shown, "element"),
  };
  return h`<article><h4>${number}. ${rule}: ${help}</h4>${termsOf(terms)}</article>`;
}

function defectsOfLevel(level: Level, defects: readonly Defect[]) {
  const found = defects.flatMap((one, index) =>
    one.level === level ? defectOf(one, index + 1) : [],
  );
  if (!found[0]) return undefined;
  const name = joined([`Level ${level}`, meanings[level]], ": ");
  const isApart = level === "AAA" || level === "advice";
  const shown = isApart ? details(`Show them: ${name}`, found) : found;
  return h`<h3>${name}: ${found.length}</h3>${shown}`;
}

/** What was audited: where, when, how and with what. */
function subjectOf({ name, baseURL, created, visited, ...report }: Report) {
  const lacking = report.failures.length + report.notes.length;
  return termsOf({
    Site: name,
    Address: baseURL,
    When: `${created.slice(0, 16).replace("T", " ")} UTC`,
    Part: report.grep && `What matches ${report.grep}`,
    Pages: unique(visited.map(({ path }) => path)).length,
    States: statesOf(visited).length,
    Modes: unique(visited.map(({ mode }) => words[mode])).join(" and "),
    Widths: windows.map(({ width }) => `${width} px`).join(" and "),
    "Not let out": unique(visited.flatMap(({ cut = [] }) => cut)).join(", "),
    "Left out of each page": report.ignore,
    "Not measured": lacking > 0 && `${counted(lacking, "thing")}, listed below`,
    Level: `What is found up to ${report.level} fails the audit`,
    Versions: Object.entries(report.versions).join("; ").replaceAll(",", " "),
  });
}

/** How many defects of each level a page has, and its states. */
function pagesTable({ visited }: Report, defects: readonly Defect[]) {
  const pages = unique([
    ...visited.map(({ path }) => path),
    ...defects.flatMap(({ pages }) => pages),
  ]);
  const rows = pages.map((page) => {
    const own = visited.filter(({ path }) => path === page);
    const visits = [...grouped(own, ({ state }) => state)];
    const states = visits.map(([state, [one, other]]) =>
      one && !other ? `${state}, ${words[one.mode]}` : state,
    );
    const counts = countsOf(defects.filter((one) => one.pages.includes(page)));
    return [page, ...counts, someOf(states, "state")];
  });
  const all = ["All pages", ...countsOf(defects), statesOf(visited).length];
  return table(["Page", ...levels, "States"], [all, ...rows]);
}

/** What is known of each criterion, but never that it holds: a rule judges a part. */
function criteriaTable({ notApplicable = [] }: About, report: Report) {
  const defects = defectsOf(report).filter(({ level }) => level !== "advice");
  const rows = criteria.flatMap((criterion) => {
    const { number, level } = criterion;
    const isAbout = (one: { criteria: readonly string[] }) =>
      one.criteria.includes(number);
    const found = defects.filter(isAbout);
    const claim = notApplicable.find(({ numbers }) => numbers.includes(number));
    const rules = report.judged
      .filter(isAbout)
      .map(({ rule, by, part }) => `${rule} (${by}): ${part}`);
    const result =
      (found[0] &&
        `Found: ${found.length} (${unique(found.map(({ rule }) => rule)).join(", ")})`) ||
      (claim && `Not applicable, as the team says: ${claim.why}`) ||
      (rules[0] ? "Judged in part" : "Not judged");
    const by = someOf(rules, "rule", 3) ?? "no rule";
    const row = [titleOf(number), level, clauseOf(criterion), result, by];
    return level === "AAA" && !rules[0] ? [] : [row];
  });
  const heads = "Criterion, Level, EN 301 549 V3.2.1, Result, Judged by";
  return h`<p>A rule judges only the part of a criterion that is named here. The rest is left to people, and so are the criteria that are not judged.</p>${table(heads.split(", "), rows)}`;
}

/** A flow in another program, with what was heard or seen. */
function flowOf({ known = [], transcript = [], ...run }: FlowRun) {
  const which = run.attempts > 1 ? `, at attempt ${run.attempts}` : "";
  return details(`${flowTitle(run)}: issues: ${run.problems}${which}`, [
    known[0] && h`<p>Known, and declared with a reason:</p>${listOf(known)}`,
    h`<pre>${transcript.join("\n")}</pre>`,
  ]);
}

/** Each test, with its verdict for each form and mode. */
function formsTable(tried: Report["tried"]) {
  const tests = [...grouped(tried, ({ test }) => test)];
  // Each form has every test in each mode, and in the same order.
  const columns = tests[0]?.[1].map(({ form, mode }) => `${form}, ${mode}`);
  const rows = tests.map(([test, verdicts]) => [
    test,
    ...verdicts.map(({ verdict, seen }) => joined([verdict, seen], ": ")),
  ]);
  return columns && table(["Test", ...columns], rows);
}

/** The report as one page: what is lost without JavaScript first. */
export function htmlOf(site: About, report: Report): string {
  const { answer, failures, notes, tried, flows } = report;
  const defects = defectsOf(report);
  const skipped = flows
    .filter(({ skipped }) => skipped)
    .map((run) => `Skipped: ${flowTitle(run)}: ${run.skipped}`);
  const lacking = [...failures.map(failureLine), ...notes, ...skipped];
  const declared = (site.differences ?? []).map(
    ({ states, lines, because }) => `${states}: ${lines}: ${because}`,
  );
  const sections = Object.entries({
    "Without JavaScript": answer.map(
      ({ pages, sentences }) =>
        h`<p><b>${shortened(pages)}:</b> ${sentences.join(" ")}</p>`,
    ),
    "What was audited": subjectOf(report),
    "Defects by page and level": pagesTable(report, defects),
    Defects: levels.map((level) => defectsOfLevel(level, defects)),
    "What could not be measured": listOf(lacking),
    "Criteria of WCAG 2.2 and EN 301 549": criteriaTable(site, report),
    "Form tests": formsTable(tried),
    "Where the modes may differ": listOf(declared),
    "Flows in other programs": flows.map(flowOf),
  });
  const title = `Accessibility of ${report.name}`;
  return h`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${new Markup(styles)}</style></head>
<body><main><h1>${title}</h1>
<p class="notice">${verdictOf(report)}</p>
<nav aria-label="Contents">${listOf(sections.map(([name], index) => h`<a href="#part-${index}">${name}</a>`))}</nav>
${sections.map(([name, content], index) => h`<h2 id="part-${index}">${name}</h2>\n${markupOf(content).trim() ? content : h`<p>None.</p>`}`)}
</main></body></html>
`.text;
}
