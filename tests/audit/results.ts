import type { Findings } from "./axe";
import type { Observation } from "./observe";
import type { Mode } from "./states";
import type { Stop } from "./tab-order";
import type { TextBrowserRun } from "./text-browsers";

/** Where the audit writes; nothing of it is committed. */
export const folder = "reports/accessibility";
export const screenshots = `${folder}/screenshots`;

export interface Cell {
  state: string;
  mode: Mode;
  /** Of the window, in CSS pixels. */
  width: number;
  look: string;
  /** The picture's file in `screenshots`. */
  screenshot: string;
  axe: Findings;
  /** Each stop of the Tab key. */
  keyboard: Stop[];
  problems: string[];
}

export type Parity = {
  state: string;
  problems: string[];
  /** Where the same document was measured already. */
  sameAs: Partial<Record<Mode, string>>;
} & Partial<Record<Mode, Observation>>;

/** What one test of the audit attaches, by the attachment's name. */
export interface Results {
  cell: Cell[];
  parity: Parity[];
  "text-browser": TextBrowserRun[];
}

/** `report.json`. */
export interface Report {
  created: string;
  browser: string;
  passed: boolean;
  results: Results;
  /** Tests that failed, by name, with what they found or how they broke. */
  failures: { name: string; errors: string[] }[];
}
