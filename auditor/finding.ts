import { unique } from "./lists";
import { criteria as wcag } from "./report/criteria";

/** With scripts and without them. */
export type Mode = "javascript" | "no-javascript";
export const modes: readonly Mode[] = ["javascript", "no-javascript"];

/** WCAG's levels; `modes` is what only one mode has, `advice` what no criterion asks for. */
export const levels = ["A", "modes", "forms", "AA", "AAA", "advice"] as const;
export type Level = (typeof levels)[number];

/** The place of an element. */
export interface Place {
  /** A CSS selector; within a frame, after the frame's own and a space. */
  selector: string;
  /** The element's HTML, shortened. */
  html: string;
}

/** The place of what concerns a whole page. */
export const rootPlace = (html: string): Place => ({ selector: "html", html });

/** A finding of a check at one place. */
export interface Problem extends Place {
  rule: string;
  criteria: readonly string[];
  level: Level;
  /** Says what is wrong. */
  help: string;
  /** How to mend it; a line that begins with a space is one of several ways. */
  mend?: string;
  /** A page that explains the rule. */
  url: string;
  /** What is too low in it, such as a contrast. */
  ratio?: number;
}

/** The state, mode and window in which a problem was seen. */
export interface Seen {
  /** The state's name, or the flow's. */
  state: string;
  mode?: Mode;
  /** The window's, in CSS pixels. */
  width?: number;
  look?: string;
  /** The program that a flow ran in. */
  program?: string;
}

/** One element that breaks one rule, wherever that was seen. */
export interface Finding extends Problem {
  /** Whether it fails the audit: by its level, and because no baseline has it. */
  fails?: boolean;
  /** A picture of the element, beside the report. */
  picture?: string;
  seen: Seen[];
}

/** The level of a rule about these criteria. */
export const levelOf = (criteria: readonly string[]): Level =>
  criteria
    .map((number) => wcag.find((one) => one.number === number)?.level)
    .sort()[0] ?? "advice";

/** Attributes whose values differ at each visit or say nothing about the element. */
const changing =
  /\s(?:id|for|value|style|href|src|action|aria-(?:describedby|labelledby|controls|owns|invalid|activedescendant))="[^"]*"/g;

/** Identifies a rule and a kind of element across states, modes and pages. */
const keyOf = ({ rule, criteria, html, selector }: Problem) =>
  [
    rule,
    ...criteria,
    // The rule is about what the attribute says.
    rule === "avoid-inline-spacing" ? html : html.replace(changing, ""),
    selector.replace(/:nth-of-type\(\d+\)/g, ""),
  ].join("\n");

/** Collects problems, and keeps each element that breaks a rule once. */
export class Findings {
  #found = new Map<string, Finding>();
  /** An element in a state, as text. */
  #sights = new Set<string>();
  /** The places of alike elements on a page, in a mode, in the order of their discovery. */
  #alike = new Map<string, Map<string, number>>();

  /** Returns the finding if it is new, and one of the first alike. */
  add(problem: Problem, seen: Seen): Finding | undefined {
    const kind = keyOf(problem);
    const page = `${kind}\n${seen.state}\n${seen.mode}`;
    const places = this.#alike.get(page) ?? new Map<string, number>();
    this.#alike.set(page, places);
    const number = places.get(problem.selector) ?? places.size;
    places.set(problem.selector, number);
    // The second of two on one page is the second on another.
    const key = `${kind}\n${number}`;
    const known = this.#found.get(key);
    const finding = known ?? { ...problem, seen: [] };
    this.#found.set(key, finding);
    const { ratio = Infinity, help } = problem;
    // Of what is seen of an element, the worst counts.
    if (ratio < (finding.ratio ?? 0)) Object.assign(finding, { ratio, help });
    const sight = `${key}\n${JSON.stringify(seen)}`;
    if (!this.#sights.has(sight)) finding.seen.push(seen);
    this.#sights.add(sight);
    return known || number >= 3 ? undefined : finding;
  }

  get all(): Finding[] {
    return [...this.#found.values()];
  }
}

/** The parts of an earlier report that a later one is compared with. */
export interface Baseline {
  issues: readonly Finding[];
  visited?: readonly { state: string }[];
}

/**
 * Which of these are not in an earlier report: a state may show as many alike
 * elements as it did then, and one that is new as many as any other did.
 */
export function newOnes(
  findings: Finding[],
  { issues, visited = [] }: Baseline = { issues: [] },
) {
  const isOld = new Set(visited.map(({ state }) => state));
  const html = new Set(issues.map(({ html }) => html));
  const known = new Set(
    numbered(issues).flatMap(({ alike, state }) => [alike, alike + state]),
  );
  // What was there before comes first, so that what is left is what is new.
  const ordered = [true, false].flatMap((isKnown) =>
    findings.filter((one) => html.has(one.html) === isKnown),
  );
  const fresh = numbered(ordered).filter(
    ({ alike, state }) => !known.has(isOld.has(state) ? alike + state : alike),
  );
  return unique(fresh.map(({ finding }) => finding));
}

/** Each finding in each state that shows it, with its number among those alike there. */
function numbered(findings: readonly Finding[]) {
  const counts = new Map<string, number>();
  return findings.flatMap((finding) =>
    unique(finding.seen.map(({ state }) => state)).map((state) => {
      const kind = keyOf(finding);
      const number = (counts.get(kind + state) ?? 0) + 1;
      counts.set(kind + state, number);
      return { finding, state, alike: `${kind}\n${number}` };
    }),
  );
}
