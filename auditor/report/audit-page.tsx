/** @jsxRuntime automatic @jsxImportSource react */
import type { Report } from "../results";
import { coverageOf } from "./coverage";
import { ByCriterion } from "./by-criterion";
import { EngineRuns, ScreenReaderRuns, TextBrowserRuns } from "./flows";
import { ForAPerson } from "./for-a-person";
import { List, Page, Sections, Table } from "./page";
import { SideBySide, StateCells, TabOrders, tabOrders } from "./states";

/** `index.html`: what the audit found, for people. */
export function AuditPage({ report }: { report: Report }) {
  const { results, failures, site } = report;
  const { states, differences, aspects } = site;
  const { isWhole, sentence, ran, notRun } = coverageOf(report);
  const orders = tabOrders(results.cell);
  return (
    <Page
      title={`Accessibility audit of the ${site.name} site`}
      notice={isWhole ? undefined : sentence}
    >
      <p>
        {report.passed ? "Passed" : "Failed"}, with {failures.length} failures.
        Made on {report.created.slice(0, 16).replace("T", " ")} UTC with
        Chromium {report.browser}. A <dfn>state</dfn> is a page as a visitor
        reached it, such as the contact page after its form was refused. A{" "}
        <dfn>cell</dfn> is one state in one mode (with or without JavaScript),
        one width of the window (320 or 1280 px) and one look (usual, forced
        colors, or text at 200 %), measured and photographed. Documents that are
        the same are measured once.
      </p>
      <List
        items={[
          `${results.cell.length} cells measured`,
          `${results.parity.length} of ${states.length} states compared in both modes`,
          `${results["screen-reader"].length} flows with a screen reader, ${results["text-browser"].length} in text browsers, ${results.engine.length} in browser engines`,
          ...(isWhole
            ? [
                <a key="statement" href="statement.html">
                  The accessibility statement, drafted
                </a>,
                <a key="conformance" href="conformance.html">
                  The conformance report: WCAG 2.2 and EN 301 549
                </a>,
              ]
            : [
                "A part of the audit makes no statement and no conformance report: npm run audit makes both.",
              ]),
          <a key="earl" href="report.json">
            The results as EARL, for programs
          </a>,
        ]}
      />
      <Sections
        of={{
          Failures: (
            <List
              items={failures.map(({ name, errors }) => (
                <>
                  {name}
                  <pre tabIndex={0}>{errors.join("\n")}</pre>
                </>
              ))}
            />
          ),
          "What ran besides Chromium": <List items={ran} />,
          "What did not run": <List items={notRun} />,
          "By criterion of WCAG 2.2": <ByCriterion report={report} />,
          "What a person has to judge": <ForAPerson report={report} />,
          "Heard in a screen reader": (
            <ScreenReaderRuns runs={results["screen-reader"]} />
          ),
          "Other browser engines": <EngineRuns runs={results.engine} />,
          "Text browsers": <TextBrowserRuns runs={results["text-browser"]} />,
          "The cells": states
            .map(({ name }) => ({
              state: name,
              cells: results.cell.filter(({ state }) => state === name),
            }))
            .filter(({ cells }) => cells.length > 0)
            .map((measured) => (
              <StateCells
                key={measured.state}
                {...{ ...measured, site, orders }}
              />
            )),
          "The Tab key's stops": <TabOrders orders={orders} />,
          "Differences between the modes that are declared": (
            <Table
              head={["Where", "What differs", "Why"]}
              rows={differences.map(({ where, what, because }) => [
                where,
                what.map((name) => aspects[name]).join(", "),
                because,
              ])}
            />
          ),
          "With and without JavaScript, side by side": results.parity.map(
            (parity) => (
              <SideBySide key={parity.state} site={site} {...parity} />
            ),
          ),
        }}
      />
    </Page>
  );
}
