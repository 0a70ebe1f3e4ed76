import type { Page } from "playwright";
import type { Finding, Level, Mode, Problem } from "./finding";
import type { TestName } from "./form-tests/tests";

/** The means of a worker, such as a site of its own. */
export interface Stage {
  baseURL: string;
  close: () => Promise<void>;
}

export interface Visitor<Stage = unknown> {
  page: Page;
  mode: Mode;
  /** Made by `setUp` for the worker of this visitor. */
  stage: Stage;
  state: Pick<State, "name" | "path">;
  /** Each visitor has another. */
  number: number;
  /** The status of the page that was opened, unless `reach` says another. */
  status: number | undefined;
}

/** A state of a page that a visitor can reach. */
export interface State<Stage = unknown> {
  /** It begins with the path. */
  name: string;
  path: string;
  /** The status of the page that is opened, unless it is below 400. */
  status?: number;
  /** The only mode that can get here, and why. */
  only?: { mode: Mode; because: string };
  /** Leads from the opened page to the state. */
  reach?: (visitor: Visitor<Stage>) => Promise<unknown>;
}

/** A form of the site, which is sent and tested in both modes. */
export interface Form<Stage = never> {
  path: string;
  /** The words on its button. */
  button: string;
  /** By the fields' names. `{n}` is another number for each visitor. */
  valid: Readonly<Record<string, string>>;
  /** Values that the site refuses. */
  invalid: Readonly<Record<string, string>>;
  /** Matches a text of the page that answers valid values. */
  success: RegExp;
  /** The only mode in which a reload may tell a success again, and why. */
  tellsAgain?: { mode: Mode; because: string };
  /** The tests that it goes through; all of them by default. */
  tests?: readonly TestName[];
  /** How many rows hold these values. */
  rows?: (values: Form["valid"], stage: Stage) => Promise<number>;
}

/** Lines in which the modes may differ, and why. */
export interface Difference {
  /** The states, by their names. */
  states: RegExp;
  lines: RegExp;
  because: string;
}

/** A flow through the site in another program. */
export interface Flow {
  /** With its version, or with the browser that it reads. */
  program: string;
  mode?: Mode;
  name: string;
  /** Programs that the machine needs. */
  needs: readonly string[];
  /** Flows of one lane run one after the other, in parallel with all else. */
  lane?: string;
  /** How many more times a flow that fails is tried. */
  again?: number;
  follow: () => Promise<FlowOutcome>;
}

export interface FlowOutcome {
  problems: Problem[];
  /** Problems that are declared with a reason. */
  known?: string[];
  /** The rules of listening were applied. */
  heard?: boolean;
  /** The speech, in order, or the last screen. */
  transcript?: readonly string[];
}

/** Criteria that do not apply to the site, and why. */
export interface NotApplicable {
  numbers: readonly string[];
  why: string;
}

/** A site's description. Only an address is needed. */
export interface Description<Own = unknown> {
  name?: string;
  /** The address of the started site, unless `setUp` gives it. */
  baseURL?: string;
  /** The public address, for reports. */
  origin?: string;
  /** The command that starts it; without one, it runs already. */
  start?: string;
  states?: readonly State<Own>[];
  forms?: readonly Form<Own>[];
  differences?: readonly Difference[];
  flows?: readonly Flow[];
  /** Starts what a worker needs, such as a site of its own. */
  setUp?: () => Promise<Own & Stage>;
  /** The options of a visitor's browser, such as `storageState` and `httpCredentials`. */
  context?: (number: number) => Record<string, unknown>;
  /** Sent to the site's own origin alone, such as `authorization`. */
  headers?: Readonly<Record<string, string>>;
  /** Runs in the opened page, before `reach`; waits for its script. */
  arrived?: (visitor: Visitor<Own>) => Promise<unknown>;
  /** Puts stored rows back, before each visit. */
  reset?: (visitor: Visitor<Own>) => Promise<unknown>;
  /** Removes from a text what differs at each visit. */
  normalize?: (text: string, visitor: Visitor<Own>) => string;
  notApplicable?: readonly NotApplicable[];
}

/** The parts of a description that a report needs. */
export type About = Pick<Description, "differences" | "notApplicable">;

/** Why something was not measured. */
export interface Failure {
  name:
    | "StartFailed"
    | "PageNotFound"
    | "StateNotReached"
    | "PartNotMeasured"
    | "ProgramMissing"
    | "FlowBroken";
  message: string;
  state?: string;
  mode?: Mode;
  /** The part that is not measured, or not whole. */
  part?: string;
}

/** The result of a test of a form, in one mode. */
export interface Verdict {
  form: string;
  test: string;
  mode: Mode;
  verdict: "passed" | "failed" | "not measured";
  /** Says what was seen, or why nothing was. */
  seen: string;
  /** A failure and advice, as findings of the report. */
  problems?: Problem[];
  /** The test itself has failed. */
  isCrashed?: boolean;
}

export interface FlowRun extends Omit<FlowOutcome, "problems"> {
  program: string;
  mode?: Mode;
  name: string;
  problems: number;
  attempts: number;
  /** Why the flow was not followed. */
  skipped?: string;
}

export interface Visited {
  state: string;
  path: string;
  mode: Mode;
  /** The state and mode in which the same document was measured, if not this one. */
  sameAs?: string;
  /** What presses asked for, and did not leave the browser. */
  cut?: string[];
  /** The names of the forms that are shown. */
  forms?: string[];
}

/** What is lost without JavaScript, in sentences. */
export interface Answer {
  /** Those of which the same is said. */
  pages: string[];
  sentences: string[];
}

/** `report.json`: all that the audit knows. */
export interface Report {
  /** By page, what is lost without JavaScript. */
  answer: Answer[];
  created: string;
  name: string;
  baseURL: string;
  versions: { auditor: string; axe: string; Chromium: string };
  level: Level;
  /** The pattern that selected a part of the states. */
  grep?: string;
  issues: Finding[];
  failures: Failure[];
  /** What was left out or seen otherwise than by people, and fails nothing. */
  notes: string[];
  /** What `--ignore` takes out of each page. */
  ignore?: string;
  /** Each rule that was applied, with its criteria and the part of them that it judges. */
  judged: {
    rule: string;
    by: string;
    criteria: readonly string[];
    part: string;
  }[];
  visited: Visited[];
  /** The tests of each form. */
  tried: Verdict[];
  flows: FlowRun[];
}
