import { differences } from "../differences";
import type { Report } from "../results";
import { states } from "../states";
import { checklist } from "./checklist";
import { coverageOf } from "./coverage";
import { ByCriterion } from "./by-criterion";
import { EngineRuns, ScreenReaderRuns, TextBrowserRuns } from "./flows";
import { List, Page, Table } from "./page";
import { SideBySide, StateCells } from "./states";

/** `index.html`: what the audit found, for people. */
export function AuditPage({ report }: { report: Report }) {
  const { results, failures } = report;
  const { isWhole, sentence, ran, notRun } = coverageOf(report);
  return (
    <Page
      title="Accessibility audit of the Kandi site"
      notice={isWhole ? undefined : sentence}
    >
      <p>
        {report.passed ? "Passed" : "Failed"}: {results.cell.length} cells,{" "}
        {results.parity.length} of {states.length} states compared in both
        modes, {results["text-browser"].length} runs in text browsers,{" "}
        {results["screen-reader"].length} with a screen reader,{" "}
        {results.engine.length} in other engines, {failures.length} failures.
        Made on {report.created.slice(0, 16).replace("T", " ")} UTC with
        Chromium {report.browser}.
      </p>
      <List
        items={[
          <a key="statement" href="statement.html">
            The accessibility statement, drafted
          </a>,
          <a key="conformance" href="conformance.html">
            The conformance report, by criterion of WCAG 2.2
          </a>,
          <a key="earl" href="report.json">
            The results as EARL, for programs
          </a>,
        ]}
      />
      <h2>Failures</h2>
      <List
        items={failures.map(({ name, errors }) => (
          <>
            {name}
            <pre tabIndex={0}>{errors.join("\n")}</pre>
          </>
        ))}
      />
      <h2>What ran beside Chromium</h2>
      <List items={ran} />
      <h2>What did not run</h2>
      <List items={notRun} />
      <h2>By criterion of WCAG 2.2</h2>
      <ByCriterion report={report} />
      <h2>What a person has to judge</h2>
      <Table
        head={["Criterion", "Do this", "Right is"]}
        rows={checklist.map((check) => [
          check.criterion,
          check.look,
          check.expect,
        ])}
      />
      <h2>Heard in a screen reader</h2>
      <ScreenReaderRuns runs={results["screen-reader"]} />
      <h2>Other browser engines</h2>
      <EngineRuns runs={results.engine} />
      <h2>Text browsers</h2>
      <TextBrowserRuns runs={results["text-browser"]} />
      <h2>The cells</h2>
      {states
        .map(({ name }) => ({
          state: name,
          cells: results.cell.filter(({ state }) => state === name),
        }))
        .filter(({ cells }) => cells.length > 0)
        .map((measured) => (
          <StateCells key={measured.state} {...measured} />
        ))}
      <h2>With and without JavaScript, side by side</h2>
      <h3>Differences that are declared</h3>
      <Table
        head={["States that end so", "What differs", "Why"]}
        rows={differences.map(({ states, what, because }) => [
          states.source,
          what.join(", "),
          because,
        ])}
      />
      <h3>Every state</h3>
      {results.parity.map((parity) => (
        <SideBySide key={parity.state} {...parity} />
      ))}
    </Page>
  );
}
