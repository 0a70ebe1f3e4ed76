import { writeFileSync } from "node:fs";
import path from "node:path";
import { audit, type Options } from "./audit";
import { failureLine } from "./log";
import { defectsOf, lineOf, verdictOf } from "./report/defects";
import { htmlOf } from "./report/html";
import { markdownOf } from "./report/markdown";
import type { Description, Report } from "./site";

/** 0: nothing found; 1: issues; 2: something could not be measured. */
export const exitStatus = ({ failures, issues }: Report): 0 | 1 | 2 =>
  failures.length > 0 ? 2 : issues.some(({ fails }) => fails) ? 1 : 0;

/** Audits a site, and writes report.html, report.md and report.json. */
export async function run<Stage>(
  site: Description<Stage>,
  options: Options = {},
) {
  const { out = "reports/accessibility", say = console.log } = options;
  const report = await audit(site, { ...options, out, say });
  const { visited, flows, failures } = report;
  const files = {
    "report.html": htmlOf(site, report),
    "report.md": markdownOf(report),
    "report.json": JSON.stringify(report, null, 1),
  };
  // Each was printed before, but possibly thousands of lines ago.
  for (const failure of failures) say(failureLine(failure));
  for (const one of defectsOf(report)) if (one.fails) say(lineOf(one));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(out, name), text);
    say(path.join(out, name));
  }
  const states = new Set(visited.map(({ state }) => state)).size;
  const skipped = flows.filter(({ skipped }) => skipped).length;
  const followed = flows.length - skipped;
  say(`audit: ${states} states, ${followed} flows, ${skipped} skipped`);
  say(verdictOf(report));
  return report;
}
