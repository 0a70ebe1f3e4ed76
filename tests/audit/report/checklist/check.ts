import type { behavior } from "../facts/behavior";
import type { forms } from "../facts/forms";
import type { structure } from "../facts/structure";

/** What a sentence of the checklist rests on; a unit test asks the sources. */
export type FactName =
  keyof typeof structure | keyof typeof forms | keyof typeof behavior;

/**
 * One line of the checklist. Words between ‘ and ’ stand on the site so; a unit
 * test looks for them.
 */
export interface Check {
  /** The states that it is looked at in. */
  states: readonly [string, ...string[]];
  /** what a person does */
  look: string;
  /** what is right */
  expect: string;
  facts: readonly [FactName, ...FactName[]];
}

/** By name, which begins with the number of the success criterion. */
export type Checks = Record<`${number}.${number}.${number} ${string}`, Check>;
