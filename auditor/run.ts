import { writeFileSync } from "node:fs";
import path from "node:path";
import { audit, type Options } from "./audit";
import { counted } from "./lists";
import { failureLine } from "./log";
import { answerLine } from "./report/answer";
import { csvOf } from "./report/csv";
import { defectsOf, lineOf, statesOf, verdictOf } from "./report/defects";
import { earlOf } from "./report/earl";
import { htmlOf } from "./report/html";
import { markdownOf } from "./report/markdown";
import type { Description, Report } from "./site";

/** 0: nothing found; 1: issues; 2: something could not be measured. */
export const exitStatus = ({ failures, issues }: Report): 0 | 1 | 2 =>
  failures.length > 0 ? 2 : issues.some(({ fails }) => fails) ? 1 : 0;

/** Audits a site, and writes its report as a page, as tickets, and for programs. */
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
    "report.csv": csvOf(report),
    "report.earl.json": JSON.stringify(earlOf(report, site), null, 1),
  };
  if (report.answer[0]) say("Without JavaScript:");
  for (const one of report.answer) say(answerLine(one));
  // Each was printed before, but possibly thousands of lines ago.
  for (const failure of failures) say(failureLine(failure));
  for (const one of defectsOf(report)) if (one.fails) say(lineOf(one));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(out, name), text);
    say(path.join(out, name));
  }
  const states = counted(statesOf(visited).length, "state");
  const skipped = flows.filter(({ skipped }) => skipped).length;
  const followed = counted(flows.length - skipped, "flow");
  say(`audit: ${states}, ${followed}, ${skipped} skipped`);
  say(verdictOf(report));
  return report;
}
