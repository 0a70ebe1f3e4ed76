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

/** The last screen of a text browser in one flow. */
export interface TextBrowserRun {
  browser: string;
  flow: string;
  problems: string[];
  screen: string;
}

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
