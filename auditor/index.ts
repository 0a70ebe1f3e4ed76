// The door of the auditor: what a site's own specs and its description use.

import type { Site } from "./site";

export { engines, unlike } from "./engines/engines";
export type { Steps } from "./engines/engines";
export { visitorAt } from "./engines/visitor";
export { eventually } from "./engines/webdriver";
export type { Window } from "./engines/webdriver";
export { anonymous } from "./measuring/outline";
export { untilPainted } from "./measuring/painted";
export { examine } from "./modes";
export { isInstalled, missingOf } from "./programs";
export { attach } from "./results";
export type { FlowRun } from "./results";
export { isLimit } from "./screen-reader/limits";
export * as rules from "./screen-reader/rules";
export type { Outcome } from "./screen-reader/rules";
export { linesOf } from "./report/checklist";
export { criteria } from "./report/criteria";
export { clauses } from "./report/en-301-549";
export { readRecord } from "./report/record";
export { screenReaderPrograms, startSession } from "./screen-reader/session";
export type { ScreenReaderSession } from "./screen-reader/session";
export { Visitor as Listener } from "./screen-reader/visitor";
export { modes } from "./site";
export type {
  Check,
  CheckName,
  ClauseAnswer,
  Difference,
  Limit,
  Mode,
  NotApplicable,
  Site,
  State,
} from "./site";
export { sendByKeys, textBrowsers } from "./text-browsers/keyboard";
export type { Description } from "./describe";
export type { Answer } from "./text-browsers/keyboard";
export { runInTerminal } from "./text-browsers/terminal";

/** Runs every spec of the audit, and writes the reports. */
export const audit = async (site: Site) => {
  // Playwright loads this file, too, and would compile the reports' JSX.
  const { audit } = await import("./audit");
  await audit(site);
};
