// A site's own audit and its description import this file.

export { launchWhole } from "./form-tests/test-form";
export { met } from "./rules";
export { modes, type Mode, type Problem } from "./finding";
export { readText } from "./measuring/text";
export { wholeChromium } from "./programs";
export { exitStatus, run } from "./run";
export { Listener, pageSummary } from "./screen-reader/listener";
export { orcaPrograms, startOrca } from "./screen-reader/orca";
export type { Orca } from "./screen-reader/orca";
export type * from "./site";
