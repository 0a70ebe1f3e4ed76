import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { audit } from "./audit";
import type { Options } from "./audit";
import { earlOf } from "./report/earl";
import { htmlOf, verdictOf } from "./report/html";
import type { Description, Report } from "./site";

/** 0: nothing found; 1: issues; 2: something could not be measured. */
export const exitStatus = ({ failures, failing }: Report): 0 | 1 | 2 =>
  failures.length > 0 ? 2 : failing > 0 ? 1 : 0;

/** Audits a site, and writes report.html, report.json and earl.json. */
export async function run<Stage>(
  site: Description<Stage>,
  options: Options = {},
) {
  const { out = "reports/accessibility", say = console.log } = options;
  const report = await audit(site, { ...options, out, say });
  mkdirSync(out, { recursive: true });
  const write = (name: string, text: string) => {
    writeFileSync(path.join(out, name), text);
    say(path.join(out, name));
  };
  write("report.html", htmlOf(site, report));
  write("report.json", JSON.stringify(report, null, 1));
  write("earl.json", JSON.stringify(earlOf(site, report), null, 1));
  const followed = report.flows.filter(({ skipped }) => !skipped).length;
  say(
    `audit: ${new Set(report.visited.map(({ state }) => state)).size} states, ${followed} flows, ${report.flows.length - followed} skipped`,
  );
  say(verdictOf(report));
  return report;
}
