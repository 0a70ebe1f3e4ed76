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

/** Identifies a rule and an element across states, modes and pages. */
const keyOf = ({ rule, criteria, html, selector }: Problem) =>
  [
    rule,
    ...criteria,
    html.replace(changing, ""),
    selector.replace(/:nth-of-type\(\d+\)/g, ""),
  ].join("\n");

/** Collects problems, and keeps each element that breaks a rule once. */
export class Findings {
  #found = new Map<string, Finding>();
  /** An element in a state, as text. */
  #sights = new Set<string>();

  /** Returns the finding if it is new. */
  add(problem: Problem, seen: Seen): Finding | undefined {
    const key = keyOf(problem);
    const known = this.#found.get(key);
    const finding = known ?? { ...problem, seen: [] };
    this.#found.set(key, finding);
    const sight = `${key}\n${JSON.stringify(seen)}`;
    if (!this.#sights.has(sight)) finding.seen.push(seen);
    this.#sights.add(sight);
    return known ? undefined : finding;
  }

  get all(): Finding[] {
    return [...this.#found.values()];
  }
}

/** Which of these are not in an earlier report. */
export function newOnes(findings: Finding[], earlier: readonly Problem[]) {
  const known = new Set(earlier.map(keyOf));
  return findings.filter((finding) => !known.has(keyOf(finding)));
}
