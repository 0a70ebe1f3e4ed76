import axe from "axe-core";
import { criteriaOf } from "../measuring/axe";
import type { Cell } from "../results";

/** A rule that applied and found no problem in any cell. */
interface PassedRule {
  id: string;
  title: string;
  description: string;
  /** The numbers of the criteria that it is about. */
  criteria: string[];
}

/** axe's findings and passes begin with criteria, then the rule. */
const ruleIn = (finding: string) =>
  /^(?:best practice|[\d., ]+?) ([a-z][a-z\d-]*)/.exec(finding)?.[1] ?? "";

const rules = axe.getRules().map(({ ruleId, help, helpUrl, tags, actIds }) => ({
  rule: ruleId,
  id: helpUrl.replace(/\?.*/, ""),
  title: `axe-core ${axe.version}: ${ruleId}`,
  description: help,
  criteria: criteriaOf({ tags }).filter((number) => /^\d/.test(number)),
  acts: actIds ?? [],
}));

/** Rules of axe that passed, and the rules of ACT that they implement. */
export function passedRules(cells: Cell[]): PassedRule[] {
  const named = (texts: string[]) => new Set(texts.map(ruleIn));
  const met = named(cells.flatMap(({ axe }) => axe.passes));
  const open = named(
    cells.flatMap(({ axe }) => [...axe.violations, ...axe.needsHuman]),
  );
  const passed = rules.filter(
    ({ rule, criteria }) =>
      met.has(rule) && !open.has(rule) && criteria.length > 0,
  );
  const acts = [...new Set(passed.flatMap(({ acts }) => acts))].flatMap(
    (act) => {
      const own = rules.filter(({ acts }) => acts.includes(act));
      if (own.some(({ rule }) => open.has(rule))) return [];
      const used = own.filter(({ rule }) => met.has(rule));
      return [
        {
          id: `https://www.w3.org/WAI/standards-guidelines/act/rules/${act}/`,
          title: `ACT rule ${act}`,
          description: `As axe-core ${axe.version} implements it: ${used.map(({ rule }) => rule).join(", ")}`,
          criteria: [...new Set(used.flatMap(({ criteria }) => criteria))],
        },
      ];
    },
  );
  return [
    ...passed.map(({ id, title, description, criteria }) => ({
      ...{ id, title, description, criteria },
    })),
    ...acts,
  ];
}
