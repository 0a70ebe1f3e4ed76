import type { ReactNode } from "react";
import { checklist, judgedByTool, notApplicable } from "./checklist";
import { criteria } from "./criteria";
import { differences } from "./differences";
import type { Observation } from "./observe";
import { screenshots, folder } from "./results";
import type { Cell, Parity, Report } from "./results";
import { states } from "./states";

const styles = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 75rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid; padding: 0.3rem 0.6rem; text-align: start; vertical-align: top; }
summary { padding: 0.6rem 0; cursor: pointer; }
pre { overflow: auto; border: 1px solid; padding: 1rem; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
@media (max-width: 40rem) { table, tbody, tr, th, td { display: block; } thead { display: none; } }
`;

/** `index.html`: what the audit found, for people. */
export function ReportPage({ report }: { report: Report }) {
  const { results, failures } = report;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Accessibility audit of the Kandi site</title>
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <main>
          <h1>Accessibility audit of the Kandi site</h1>
          <p>
            {report.passed ? "Passed" : "Failed"}: {results.cell.length} cells,{" "}
            {results.parity.length} states compared in both modes,{" "}
            {results["text-browser"].length} runs in text browsers,{" "}
            {failures.length} failures. Made {report.created} with Chromium{" "}
            {report.browser}.
          </p>
          <h2>Failures</h2>
          {failures.length === 0 && <p>None.</p>}
          <ul>
            {failures.map(({ name, errors }) => (
              <li key={name}>
                {name}
                <pre tabIndex={0}>{errors.join("\n")}</pre>
              </li>
            ))}
          </ul>
          <h2>By criterion of WCAG 2.2</h2>
          <ByCriterion cells={results.cell} />
          <h2>What a person has to judge</h2>
          <Table head={["Criterion", "Do this", "Right is"]}>
            {checklist.map(({ criterion, look, expect }) => (
              <Row key={look} cells={[criterion, look, expect]} />
            ))}
          </Table>
          <h2>The cells</h2>
          {states.map(({ name }) => (
            <StateCells
              key={name}
              state={name}
              cells={results.cell.filter(({ state }) => state === name)}
            />
          ))}
          <h2>With and without JavaScript, side by side</h2>
          <h3>Differences that are declared</h3>
          <Table head={["States that end so", "What differs", "Why"]}>
            {differences.map(({ states, what, because }) => (
              <Row
                key={because}
                cells={[states.source, what.join(", "), because]}
              />
            ))}
          </Table>
          <h3>Every state</h3>
          {results.parity.map((parity) => (
            <SideBySide key={parity.state} {...parity} />
          ))}
          <h2>Text browsers</h2>
          {results["text-browser"].map(
            ({ browser, flow, problems, screen }) => (
              <details key={browser + flow}>
                <summary>
                  {browser}: {flow} ({problems.length} problems)
                </summary>
                <pre tabIndex={0}>{screen}</pre>
              </details>
            ),
          )}
        </main>
      </body>
    </html>
  );
}

const Table = ({ head, children }: { head: string[]; children: ReactNode }) => (
  <table>
    <thead>
      <tr>
        {head.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

const Row = ({ cells: [first, ...others] }: { cells: ReactNode[] }) => (
  <tr>
    <th scope="row">{first}</th>
    {others.map((cell, index) => (
      <td key={index}>{cell}</td>
    ))}
  </tr>
);

function ByCriterion({ cells }: { cells: Cell[] }) {
  const count = (of: (cell: Cell) => string[], number: string) => {
    const found = cells.flatMap(of).filter((text) => {
      const [, numbers = ""] = /^([\d., ]+)/.exec(text) ?? [];
      return numbers.split(/[, ]+/).includes(number);
    });
    return found.length;
  };
  const how = (number: string) => {
    const without = notApplicable.find((entry) =>
      entry.criteria.includes(number),
    );
    if (without) return `Not applicable: ${without.why}`;
    return judgedByTool.includes(number)
      ? "By the tool alone"
      : "By the tool where it can, and by a person: see below";
  };
  return (
    <Table
      head={[
        "Criterion",
        "Level",
        "Violations",
        "axe could not tell",
        "Rules of axe passed",
        "Judged",
      ]}
    >
      {criteria.map(({ number, name, level }) => (
        <Row
          key={number}
          cells={[
            `${number} ${name}`,
            level,
            count(({ problems }) => problems, number),
            count(({ axe }) => axe.needsHuman, number),
            count(({ axe }) => axe.passes, number),
            how(number),
          ]}
        />
      ))}
    </Table>
  );
}

function StateCells({ state, cells }: { state: string; cells: Cell[] }) {
  const problems = cells.flatMap((cell) => cell.problems).length;
  return (
    <details>
      <summary>
        {state}: {cells.length} cells, {problems} problems
      </summary>
      <Table
        head={[
          "Cell",
          "Problems",
          "The Tab key's stops",
          "axe could not tell",
          "Picture",
        ]}
      >
        {cells.map(({ mode, width, look, axe, ...cell }) => (
          <Row
            key={cell.screenshot}
            cells={[
              `${mode}, ${width} px, ${look}`,
              cell.problems.join("; ") || "none",
              cell.keyboard.map(({ name }) => name).join(" → "),
              axe.needsHuman.length,
              <a
                key="picture"
                href={`${screenshots.replace(`${folder}/`, "")}/${cell.screenshot}`}
              >
                {state}, {mode}, {width} px, {look}
              </a>,
            ]}
          />
        ))}
      </Table>
    </details>
  );
}

function SideBySide({ state, problems, sameAs, ...seen }: Parity) {
  const { javascript, "no-javascript": plain } = seen;
  const names = Object.keys(javascript ?? plain ?? {}) as (keyof Observation)[];
  const inWords = (value: unknown) =>
    typeof value === "string" ? value : JSON.stringify(value, null, 1);
  return (
    <details>
      <summary>
        {state}: {problems.length} problems
      </summary>
      {Object.entries(sameAs).map(([mode, place]) => (
        <p key={mode}>
          {mode}: the same document was measured at {place}.
        </p>
      ))}
      <Table head={["What", "With JavaScript", "Without JavaScript"]}>
        {names.map((name) => (
          <Row
            key={name}
            cells={[
              name,
              inWords(javascript?.[name]) ?? "cannot be brought about",
              inWords(plain?.[name]) ?? "cannot be brought about",
            ]}
          />
        ))}
      </Table>
    </details>
  );
}
