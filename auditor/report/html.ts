import type { Finding, Level } from "../finding";
import { levels } from "../finding";
import type { About, FlowRun, Report } from "../site";
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

const table = (head: string[], rows: readonly (readonly unknown[])[]) =>
  rows.length === 0
    ? "<p>None.</p>"
    : `<table><thead><tr>${head.map((name) => `<th scope="col">${h(name)}</th>`).join("")}</tr></thead>
<tbody>${rows
        .map(
          ([first, ...rest]) =>
            `<tr><th scope="row">${h(first)}</th>${rest.map((cell) => `<td>${h(cell)}</td>`).join("")}</tr>`,
        )
        .join("\n")}</tbody></table>`;

const list = (items: readonly unknown[]) =>
  `<ul>${items.map((item) => `<li>${h(item)}</li>`).join("")}</ul>`;

const headings: Record<Level, string> = {
  A: "Level A",
  modes: "What only one mode has",
  forms: "What a form does not stand",
  AA: "Level AA",
  AAA: "Level AAA",
  advice: "Advice: no criterion asks for it",
};

/** "both modes, 320 px, 3 states: /, /contact, …" */
function whereSeen({ seen }: Pick<Finding, "seen">): string {
  const values = (pick: (one: Finding["seen"][number]) => unknown) => [
    ...new Set(seen.map(pick).filter((value) => value !== undefined)),
  ];
  const modes = values(({ mode }) => mode);
  const states = values(({ state }) => state);
  const looks = values(({ look }) => look).join(" and ");
  const also = seen.some(({ look }) => !look) ? "also with" : "with";
  return [
    ...values(({ program }) => program),
    modes.length === 2
      ? "both modes"
      : modes[0] === "javascript"
        ? "with JavaScript"
        : modes[0] && "without JavaScript",
    values(({ width }) => width && `${width} px`).join(" and "),
    looks && `${also} ${looks}`,
    `${states.length === 1 ? "" : `${states.length} states: `}${states.slice(0, 5).join("; ")}${states.length > 5 ? "; …" : ""}`,
  ]
    .filter(Boolean)
    .join(", ");
}

const issue = (finding: Finding) => `<article>
<h4>${h([...finding.criteria, finding.rule].join(" "))}</h4>
<p>${h(finding.help)}</p>
${finding.picture ? `<p><img src="${h(finding.picture)}" alt="The element"></p>` : ""}
<pre>${h(finding.html)}</pre>
<p>At <code>${h(finding.selector)}</code>. Seen: ${h(whereSeen(finding))}.</p>
<p><a href="${h(finding.url)}">How to mend ${h(finding.rule)}</a></p>
</article>`;

/** A flow in another program, with what was heard or seen. */
const flowOf = (run: FlowRun) =>
  `<details><summary>${h([run.program, run.mode, run.name].filter(Boolean).join(", "))}: issues: ${run.problems}${run.attempts > 1 ? ", at the second attempt" : ""}</summary>
${run.known?.length ? `<p>Known, and declared with a reason:</p>${list(run.known)}` : ""}<pre>${h(run.transcript?.join("\n") ?? "")}</pre></details>`;

/** What the report says first. */
export function verdictOf({ issues, failing, failures, level, grep }: Report) {
  const counts = levels
    .map(
      (one) =>
        [one, issues.filter(({ level }) => level === one).length] as const,
    )
    .filter(([, count]) => count > 0)
    .map(([one, count]) => `${one}: ${count}`);
  return [
    ...(grep ? [`A part of the audit: what matches ${grep}.`] : []),
    `Issues: ${issues.length}${counts.length > 0 ? ` (${counts.join(", ")})` : ""}, of which ${failing} fail the audit at level ${level}.`,
    ...(failures.length > 0
      ? [
          `${failures.length} measurements failed, so this report is incomplete.`,
        ]
      : []),
    "A tool judges a part of WCAG; that nothing was found does not mean that a criterion holds.",
  ].join(" ");
}

/** Each form in each mode, by what was done to it. */
function formsTable(tried: Report["tried"]): string {
  if (tried.length === 0) return "";
  const columns = [
    ...new Set(tried.map(({ form, mode }) => `${form}, ${mode}`)),
  ];
  const names = [...new Set(tried.map(({ test }) => test))];
  const cell = (test: string, column: string) => {
    const found = tried.find(
      (one) => one.test === test && `${one.form}, ${one.mode}` === column,
    );
    return found ? [found.verdict, found.seen].filter(Boolean).join(": ") : "";
  };
  const rows = names.map((test) => [
    test,
    ...columns.map((column) => cell(test, column)),
  ]);
  return `<h2>What forms stand</h2>${table(["Test", ...columns], rows)}`;
}

/** The report as one page: the issues first. */
export function htmlOf(site: About, report: Report): string {
  const { name, issues, failures, judged, visited, flows, created } = report;
  const levelsFound = levels.filter((one) =>
    issues.some(({ level }) => level === one),
  );
  const byLevel = levelsFound.map((level) => {
    const found = issues.filter((one) => one.level === level);
    const content = found.map(issue).join("\n");
    const heading = `<h3>${headings[level]}: ${found.length}</h3>`;
    return level === "AAA" || level === "advice"
      ? `${heading}<details><summary>Show them: ${headings[level]}</summary>${content}</details>`
      : heading + content;
  });
  const criteriaJudged = [
    ...new Set(judged.flatMap(({ criteria }) => criteria)),
  ].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  const title = `Accessibility of ${name}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${h(title)}</title><style>${styles}</style></head>
<body><main><h1>${h(title)}</h1>
<p class="notice">${h(verdictOf(report))}</p>
<p>${h(report.baseURL)}, ${h(created.slice(0, 10))}, Chromium ${h(report.browser)}, with JavaScript and without.</p>
<h2>Issues</h2>
${byLevel.join("\n") || "<p>None.</p>"}
<h2>What could not be measured</h2>
${table(
  ["Error", "Where", "What happened"],
  [
    ...failures.map(({ name, state, mode, part, message }) => [
      name,
      [state, mode, part].filter(Boolean).join(", "),
      message,
    ]),
    ...flows.flatMap(({ program, name, skipped }) =>
      skipped ? [["Skipped", `${program}: ${name}`, skipped]] : [],
    ),
  ],
)}
<h2>What was judged, and by what</h2>
<p>Each of these is judged in the part that is named, and by nothing else. All other criteria are left to people.</p>
${table(
  ["Criterion", "Part and rule", "Issues"],
  criteriaJudged.map((number) => [
    number,
    judged
      .filter(({ criteria }) => criteria.includes(number))
      .map(({ part, rule, by }) => `${part} (${by}: ${rule})`)
      .join("; "),
    judge(site, report, number).issues.length,
  ]),
)}
${formsTable(report.tried)}
${
  site.differences?.length
    ? `<h2>Where the modes may differ</h2>${table(
        ["States", "Lines", "Because"],
        site.differences.map((one) => [one.states, one.lines, one.because]),
      )}`
    : ""
}
${
  flows.length > 0
    ? `<h2>Flows in other programs</h2>${flows.map(flowOf).join("\n")}`
    : ""
}
<h2>EN 301 549 V3.2.1</h2>
<details><summary>Clauses 4.2, 5, 9 and 12</summary>
${table(["Clause", "Conformance", "Who says so", "Remarks"], en301549(site, report))}
</details>
<h2>What was visited</h2>
<details><summary>States: ${visited.length}</summary>
${table(
  ["State", "Mode", "Measured"],
  visited.map(({ state, mode, sameAs }) => [
    state,
    mode,
    sameAs ? `the same document as ${sameAs}` : "here",
  ]),
)}
</details>
</main></body></html>
`;
}
