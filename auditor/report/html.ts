import type { Finding, Level, Mode, Seen } from "../finding";
import { levels } from "../finding";
import { titleOf } from "../follow";
import type { About, FlowRun, Report } from "../site";
import { criteria } from "./criteria";
import { en301549 } from "./en-301-549";
import { judge } from "./judgment";

const styles = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 75rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
table { border-collapse: collapse; width: 100%; margin-block: 1rem; }
th, td { border: 1px solid; padding: 0.3rem 0.6rem; text-align: start; vertical-align: top; }
summary { padding: 0.6rem 0; cursor: pointer; }
article { border-block-start: 1px solid; padding-block: 1rem; }
article img { max-width: 100%; max-height: 16rem; border: 1px solid; background: #fff; }
code, pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.notice { border: 2px solid; padding: 1rem; }
a { display: inline-block; padding-block: 0.1rem; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
@media (max-width: 40rem) {
  table, tbody, tr, th, td { display: block; }
  thead { display: none; }
}`;

/** Escapes a text for HTML. */
const h = (text: unknown) =>
  String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const th = (scope: "row" | "col") => (cell: unknown) =>
  `<th scope="${scope}">${h(cell)}</th>`;
const td = (cell: unknown) => `<td>${h(cell)}</td>`;

const table = (head: string[], rows: readonly (readonly unknown[])[]) =>
  rows.length === 0
    ? "<p>None.</p>"
    : `<table><thead><tr>${head.map(th("col")).join("")}</tr></thead>
<tbody>${rows.map(([first, ...rest]) => `<tr>${th("row")(first)}${rest.map(td).join("")}</tr>`).join("\n")}</tbody></table>`;

const details = (summary: string, content: string) =>
  `<details><summary>${h(summary)}</summary>${content}</details>`;

/** A part of the report, if there is something to show. */
const section = (heading: string, isThere: unknown, content: () => string) =>
  isThere ? `<h2>${heading}</h2>\n${content()}\n` : "";

const headings: Record<Level, string> = {
  A: "Level A",
  modes: "What only one mode has",
  forms: "Failed form tests",
  AA: "Level AA",
  AAA: "Level AAA",
  advice: "Advice: no criterion asks for it",
};

const words: Record<Mode, string> = {
  javascript: "with JavaScript",
  "no-javascript": "without JavaScript",
};

/** "both modes, 320 px, 3 states: /, /contact, …" */
function whereSeen(seen: Seen[]): string {
  const values = <Value>(pick: (one: Seen) => Value | undefined) => [
    ...new Set(seen.flatMap((one) => pick(one) ?? [])),
  ];
  const modes = values(({ mode }) => mode && words[mode]);
  const states = values(({ state }) => state);
  const looks = values(({ look }) => look).join(" and ");
  const also = seen.some(({ look }) => !look) ? "also with" : "with";
  const count = states.length > 1 ? `${states.length} states: ` : "";
  const more = states.length > 5 ? "; …" : "";
  return [
    ...values(({ program }) => program),
    modes.length > 1 ? "both modes" : modes[0],
    values(({ width }) => width && `${width} px`).join(" and "),
    looks && `${also} ${looks}`,
    count + states.slice(0, 5).join("; ") + more,
  ]
    .filter(Boolean)
    .join(", ");
}

const headingOf = ({ criteria, rule }: Finding) =>
  [...criteria, rule].join(" ");

/** A finding on a line. */
export const lineOf = (finding: Finding) =>
  `✘ ${finding.level} ${headingOf(finding)}: ${finding.help} At ${finding.selector}. Seen: ${whereSeen(finding.seen)}.`;

const issue = (finding: Finding) => `<article>
<h4>${h(headingOf(finding))}</h4>
<p>${h(finding.help)}</p>
${finding.picture ? `<p><img src="${h(finding.picture)}" alt="The element"></p>` : ""}
<pre>${h(finding.html)}</pre>
<p>At <code>${h(finding.selector)}</code>. Seen: ${h(whereSeen(finding.seen))}.</p>
<p><a href="${h(finding.url)}">How to mend ${h(finding.rule)}</a></p>
</article>`;

function issuesOf(level: Level, issues: readonly Finding[]): string {
  const found = issues.filter((one) => one.level === level);
  if (found.length === 0) return "";
  const content = found.map(issue).join("\n");
  const isApart = level === "AAA" || level === "advice";
  return `<h3>${headings[level]}: ${found.length}</h3>
${isApart ? details(`Show them: ${headings[level]}`, content) : content}`;
}

/** A flow in another program, with what was heard or seen. */
function flowOf({ known = [], transcript = [], ...run }: FlowRun) {
  const which = run.attempts > 1 ? `, at attempt ${run.attempts}` : "";
  const declared = known.map((what) => `<li>${h(what)}</li>`).join("");
  return details(
    `${titleOf(run)}: issues: ${run.problems}${which}`,
    `${declared && `<p>Known, and declared with a reason:</p><ul>${declared}</ul>`}<pre>${h(transcript.join("\n"))}</pre>`,
  );
}

/** The first sentences of the report. */
export function verdictOf({ issues, failures, level, grep }: Report) {
  const failing = issues.filter(({ fails }) => fails).length;
  const counts = levels
    .map((one) => ({ one, found: issues.filter(({ level }) => level === one) }))
    .filter(({ found }) => found.length > 0)
    .map(({ one, found }) => `${one}: ${found.length}`);
  return [
    grep && `A part of the audit: what matches ${grep}.`,
    `Issues: ${issues.length}${counts[0] ? ` (${counts.join(", ")})` : ""}, of which ${failing} fail the audit at level ${level}.`,
    failures[0] &&
      `${failures.length} measurements failed, so this report is incomplete.`,
    "A tool judges a part of WCAG; that nothing was found does not mean that a criterion holds.",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Each test, with its verdict for each form and mode. */
function formsTable(tried: Report["tried"]): string {
  const columnOf = ({ form, mode }: (typeof tried)[number]) =>
    `${form}, ${mode}`;
  const columns = [...new Set(tried.map(columnOf))];
  const rows = [...new Set(tried.map(({ test }) => test))].map((test) => [
    test,
    ...columns.map((column) =>
      tried
        .filter((one) => one.test === test && columnOf(one) === column)
        .map(({ verdict, seen }) => [verdict, seen].filter(Boolean).join(": ")),
    ),
  ]);
  return table(["Test", ...columns], rows);
}

/** The report as one page: the issues first. */
export function htmlOf(site: About, report: Report): string {
  const { name, issues, failures, judged, visited, flows, created } = report;
  const { differences = [] } = site;
  const failed = failures.map(({ name, state, mode, part, message }) => [
    name,
    [state, mode, part].filter(Boolean).join(", "),
    message,
  ]);
  const skipped = flows
    .filter(({ skipped }) => skipped)
    .map((run) => ["Skipped", `${run.program}: ${run.name}`, run.skipped]);
  const parts = criteria.flatMap(({ number }) => {
    const own = judged.filter(({ criteria }) => criteria.includes(number));
    const names = own.map(({ part, rule, by }) => `${part} (${by}: ${rule})`);
    const { length } = judge(site, report, number).issues;
    return own.length > 0 ? [[number, names.join("; "), length]] : [];
  });
  const title = h(`Accessibility of ${name}`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${styles}</style></head>
<body><main><h1>${title}</h1>
<p class="notice">${h(verdictOf(report))}</p>
<p>${h(report.baseURL)}, ${h(created.slice(0, 10))}, Chromium ${h(report.browser)}, with JavaScript and without.</p>
<h2>Issues</h2>
${levels.map((level) => issuesOf(level, issues)).join("\n") || "<p>None.</p>"}
<h2>What could not be measured</h2>
${table(["Error", "Where", "What happened"], [...failed, ...skipped])}
<h2>What was judged, and by what</h2>
<p>Each of these is judged in the part that is named, and by nothing else. All other criteria are left to people.</p>
${table(["Criterion", "Part and rule", "Issues"], parts)}
${section("Form tests", report.tried[0], () => formsTable(report.tried))}
${section("Where the modes may differ", differences[0], () =>
  table(
    ["States", "Lines", "Because"],
    differences.map(({ states, lines, because }) => [states, lines, because]),
  ),
)}
${section("Flows in other programs", flows[0], () => flows.map(flowOf).join("\n"))}
<h2>EN 301 549 V3.2.1</h2>
${details("Clauses 4.2, 5, 9 and 12", table(["Clause", "Conformance", "Who says so", "Remarks"], en301549(site, report)))}
<h2>What was visited</h2>
<ul>${visited.map(({ state, mode }) => `<li>${h(state)}, ${words[mode]}</li>`).join("\n")}</ul>
</main></body></html>
`;
}
