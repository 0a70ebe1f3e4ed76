import type { TestInfo } from "playwright/test";
import type { Findings } from "./measuring/axe";
import type { Stop } from "./measuring/tab-order";
import type { EvaluationRecord } from "./report/record";
import type { Mode, Observed, Site } from "./site";

/** The audit writes here; none of it is committed. */
export const folder = "reports/accessibility";
export const screenshots = `${folder}/screenshots`;

export interface Cell {
  state: string;
  mode: Mode;
  /** The window's, in CSS pixels. */
  width: number;
  look: string;
  /** The picture's file in `screenshots`. */
  screenshot: string;
  axe: Findings;
  /** Each Tab stop. */
  keyboard: Stop[];
  problems: string[];
}

export type Parity = {
  state: string;
  problems: string[];
  /** The cells in which the same document was already measured. */
  sameAs: Partial<Record<Mode, string>>;
  /** A hash of each document. */
  documents: Partial<Record<Mode, string>>;
} & Partial<Record<Mode, Observed>>;

/** One flow in a text browser, with a screen reader, or in an engine. */
export interface FlowRun {
  /** With its version, or with the browser that it reads. */
  program: string;
  /** Absent for a program that has no scripts. */
  mode?: Mode;
  flow: string;
  problems: string[];
  /** What was heard, in order, or the last screen. */
  transcript?: string[];
}

/** A test's attachments, by their names. */
export interface Results {
  cell: Cell[];
  parity: Parity[];
  "text-browser": FlowRun[];
  "screen-reader": FlowRun[];
  engine: FlowRun[];
}

/** Hands what a test found to the reporter. */
export const attach = <Name extends keyof Results>(
  info: TestInfo,
  name: Name,
  result: Results[Name][number],
) =>
  info.attach(name, {
    contentType: "application/json",
    body: JSON.stringify(result),
  });

export const flowRuns = (results: Results): FlowRun[] => [
  ...results["text-browser"],
  ...results["screen-reader"],
  ...results.engine,
];

/** `results.json`: everything that a run of the audit found. */
export interface Run {
  created: string;
  browser: string;
  passed: boolean;
  /** The pattern that selected some of the tests. */
  grep?: string;
  results: Results;
  /** Tests that failed, by name, with their findings or errors. */
  failures: { name: string; errors: string[] }[];
  /** Tests that were skipped, with their reasons. */
  skipped: { name: string; why: string }[];
}

/** A run, the site that it is about, and what people judged. */
export interface Report extends Run {
  site: Site;
  evaluation?: EvaluationRecord;
}
