import type { Mode } from "two-modes-audit";

/** A window of an engine in one mode, used by keyboard. */
export interface Window {
  version: string;
  /** Opens a page in a viewport of a width in CSS pixels. */
  open: (url: string, width: number) => Promise<unknown>;
  /** Presses keys on the focused element; a tab and a line break are theirs. */
  type: (text: string) => Promise<unknown>;
  /** Runs a function in the page. It cannot use anything from outside. */
  evaluate: <Result>(run: () => Result) => Promise<Result>;
  close: () => Promise<void>;
}

/** Starts a window, and names the programs that it needs. */
export interface Engine {
  engine: string;
  start: (mode: Mode) => Promise<Window>;
  programs: string[];
}

/** The viewport's, in CSS pixels. */
export const height = 640;

/** An expression that calls a function, as JSON. */
export const called = (run: () => unknown) =>
  // An element is no JSON: a framework may have tied a circle to it. The
  // compiler's __name is not in the page.
  `((__name) => JSON.stringify((${String(run)})(),
    (key, value) => (value instanceof Node ? undefined : value)))((named) => named)`;
