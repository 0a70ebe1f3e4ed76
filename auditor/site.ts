/** With scripts and without them. */
export type Mode = "javascript" | "no-javascript";
export const modes: readonly Mode[] = ["javascript", "no-javascript"];

/** A state of a page that a visitor can reach. */
export interface State {
  /** It begins with the path. */
  name: string;
  path: string;
  /** The only mode that can get here, and why. */
  only?: { mode: Mode; because: string };
}

/** What a visitor sees and hears in a state, by aspect. */
export type Observed = Readonly<Record<string, unknown>>;

/** The modes may differ only here, each time for a reason. */
export interface Difference<Aspect extends string = string> {
  /** The states, by the end of their names. */
  states: RegExp;
  /** The same in words. */
  where: string;
  what: Aspect[];
  because: string;
}

/** A known problem in some runs of flows that is not fixed, for a reason. */
export interface Limit {
  runs: { program: string; mode?: Mode };
  problem: RegExp;
  because: string;
}

/** One line of the checklist. */
export interface Check {
  /** The states in which to judge it. */
  states: readonly [string, ...string[]];
  /** What a person does. */
  look: string;
  /** What to expect. */
  expect: string;
}

/** A line's name, which begins with the number of its success criterion. */
export type CheckName = `${number}.${number}.${number} ${string}`;

/** Criteria that do not apply to the site, and why. */
export interface NotApplicable<Fact extends string = string> {
  criteria: readonly string[];
  why: string;
  /** What this rests on; the site's own tests check it. */
  facts: readonly [Fact, ...Fact[]];
}

/** What the site says about a clause of EN 301 549 without a WCAG criterion. */
export interface ClauseAnswer<Fact extends string = string> {
  /** Why it does not apply; absent if a person has to judge it. */
  notApplicable?: string;
  /** What this rests on, if the site's sources show it. */
  facts?: readonly Fact[];
  /** What the person who judges it needs to know. */
  remark?: string;
}

/** What the measurements have to know about the site's HTML; most are selectors. */
export interface Markup {
  /** Out of sight until it has the focus. */
  skipLink: string;
  /** Covers the page by design, and takes the focus when the page loads. */
  overlay: string;
  /** Letters that a style sheet draws in place of words that it clips. */
  drawn?: {
    /** The attribute with the letter. */
    attribute: string;
    /** Around the letters of a word, which may touch. */
    word: string;
    /** The clipped words. */
    clipped: string;
  };
  /**
   * What a script adds to the HTML to draw an ornament. A page without scripts
   * that lacks nothing else is not measured again.
   */
  ornament?: RegExp;
}

/** Everything that the auditor is told about a site. */
export interface Site {
  name: string;
  /** In a few words. */
  description: string;
  /** Where the public finds it. */
  origin: string;
  contact: { mail: string; path: string; answersIn: string };
  /** A short name for each page, by path. */
  pages: Readonly<Record<string, string>>;
  /** Every page, and every state of it that a visitor can reach. */
  states: readonly State[];
  /** The aspects in which the modes are compared, in words. */
  aspects: Readonly<Record<string, string>>;
  differences: readonly Difference[];
  limits: readonly Limit[];
  markup: Markup;
  checklist: Readonly<Record<CheckName, Check>>;
  notApplicable: readonly NotApplicable[];
  /** By clause of EN 301 549. */
  clauses: Readonly<Record<string, ClauseAnswer>>;
  /** The file in which people record their judgments of the checklist. */
  record?: string;
}
