// A site's own audit and its description import this file.

export { launchWhole } from "./form-tests/test-form";
export { met } from "./rules";
export { firefox } from "./engines/firefox";
export { webkit } from "./engines/webkit";
export { eventually } from "./engines/window";
export type { Window } from "./engines/window";
export type { Problem } from "./finding";
export { readText } from "./measuring/text";
export { isInstalled, missingOf } from "./programs";
export { criteria } from "./report/criteria";
export { exitStatus, run } from "./run";
export { Listener, pageSummary } from "./screen-reader/listener";
export type { BrowserName } from "./screen-reader/listener";
export { screenReaderPrograms, startOrca } from "./screen-reader/orca";
export { modes } from "./site";
export type {
  Description,
  Flow,
  Form,
  Mode,
  NotApplicable,
  State,
  Visitor,
} from "./site";
export { sendByKeys, textBrowsers } from "./text-browsers";
