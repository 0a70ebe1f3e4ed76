import type { Findings } from "./axe";
import type { EvaluationRecord } from "./evaluation/record";
import type { Observation } from "./observe";
import type { Mode } from "./states";
import type { Stop } from "./tab-order";
import type { TextBrowserRun } from "./text-browsers";

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
} & Partial<Record<Mode, Observation>>;

/** A screen reader's speech in one flow. */
export interface ScreenReaderRun {
  flow: string;
  mode: Mode;
  browser: string;
  /** In the order of speech. */
  transcript: string[];
  problems: string[];
}

/** One flow in one browser engine. */
export interface EngineRun {
  engine: string;
  version: string;
  mode: Mode;
  flow: string;
  problems: string[];
}

/** A test's attachments, by their names. */
export interface Results {
  cell: Cell[];
  parity: Parity[];
  "text-browser": TextBrowserRun[];
  "screen-reader": ScreenReaderRun[];
  engine: EngineRun[];
}

/** `results.json`: everything the audit knows, for its own pages. */
export interface Report {
  created: string;
  browser: string;
  passed: boolean;
  /** The pattern that selected some of the tests. */
  grep?: string;
  results: Results;
  /** What people judged; not part of `results.json`. */
  evaluation?: EvaluationRecord;
  /** Tests that failed, by name, with their findings or errors. */
  failures: { name: string; errors: string[] }[];
  /** Tests that were skipped, with their reasons. */
  skipped: { name: string; why: string }[];
}
