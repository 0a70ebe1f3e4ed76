import type { behavior } from "../facts/behavior";
import type { forms } from "../facts/forms";
import type { structure } from "../facts/structure";

/** What a line of the checklist rests on; a unit test checks the sources. */
export type FactName =
  keyof typeof structure | keyof typeof forms | keyof typeof behavior;

/**
 * One line of the checklist. Words between ‘ and ’ are quoted from the site; a
 * unit test looks for them.
 */
export interface Check {
  /** The states in which to judge it. */
  states: readonly [string, ...string[]];
  /** What a person does. */
  look: string;
  /** What to expect. */
  expect: string;
  facts: readonly [FactName, ...FactName[]];
}

/** By name, which begins with the number of the success criterion. */
export type Checks = Record<`${number}.${number}.${number} ${string}`, Check>;
