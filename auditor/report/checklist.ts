import type { Check, Site } from "../site";

export interface Line extends Check {
  name: string;
  /** The number of its success criterion. */
  criterion: string;
}

/** What a person has to judge on a site; no tool can. */
export const linesOf = ({ checklist }: Site): Line[] =>
  Object.entries<Check>(checklist)
    .map(([name, check]) => ({
      ...check,
      name,
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
