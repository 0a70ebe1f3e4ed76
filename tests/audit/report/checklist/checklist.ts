import { distinguishable } from "./distinguishable";
import { inputAssistance } from "./input-assistance";
import { navigable } from "./navigable";
import { operable } from "./operable";
import { perceivable } from "./perceivable";
import { robust } from "./robust";
import { understandable } from "./understandable";
import type { Check } from "./check";

const all = {
  ...perceivable,
  ...distinguishable,
  ...operable,
  ...navigable,
  ...understandable,
  ...inputAssistance,
  ...robust,
};

export type CheckName = keyof typeof all;

export interface Line extends Check {
  name: CheckName;
  /** The number of its success criterion. */
  criterion: string;
}

/** A person has to judge these; no tool can. */
export const checklist: readonly Line[] = Object.entries<Check>(all)
  .map(([name, check]) => ({
    ...check,
    name: name as CheckName,
    criterion: name.replace(/ .*/, ""),
  }))
  .sort((one, other) =>
    one.criterion.localeCompare(other.criterion, "en", { numeric: true }),
  );

/** The audit judges these alone. */
export const judgedByTool: readonly string[] = [
  "1.4.6",
  "1.4.12",
  "2.1.2",
  "2.4.11",
  "2.4.12",
  "2.5.5",
  "2.5.8",
];

/** Orca's rules listen for these in part, and a person judges. */
export const heardInPart: readonly string[] = [
  "1.1.1",
  "1.3.1",
  "2.4.3",
  "3.3.1",
  "4.1.2",
  "4.1.3",
];

/** The audit measures these in part, and a person judges. */
export const measuredInPart: readonly string[] = [
  "1.4.3",
  "1.4.4",
  "1.4.10",
  "1.4.11",
  "2.1.1",
  "2.4.3",
  "2.4.7",
  "2.4.13",
];
