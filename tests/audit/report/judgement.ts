import type { Report } from "../results";
import { states } from "../states";
import {
  checklist,
  judgedByTool,
  measuredInPart,
  notApplicable,
} from "./checklist";
import { visitedStates } from "./coverage";
import { isAbout } from "./criteria";
import type { Criterion } from "./criteria";
import { findingsIn, findingsInFlows } from "./findings";
import type { Finding } from "./findings";

export interface Judgement {
  /** EARL's word for it. */
  outcome: "passed" | "failed" | "cantTell" | "inapplicable" | "untested";
  mode: "automatic" | "manual";
  /** Why, in a sentence or two. */
  remark: string;
  findings: Finding[];
  /** How many cells have a finding. */
  cells: { failing: number; all: number };
}

/** Says what the report proves of a criterion, on a page or on all. */
export function judge(
  report: Report,
  { number }: Pick<Criterion, "number">,
  path?: string,
): Judgement {
  const scope = states.filter((state) => !path || state.path === path);
  const visited = visitedStates(report).filter((state) =>
    scope.includes(state),
  );
  const cells = report.results.cell.filter((cell) =>
    scope.some(({ name }) => name === cell.state),
  );
  const isHere = ({ text }: Finding) => isAbout(text, number);
  const inCells = cells.map((cell) => findingsIn(cell).filter(isHere));
  const inFlows = path ? [] : findingsInFlows(report).filter(isHere);
  const findings = [...inCells.flat(), ...inFlows];
  const failing = inCells.filter(({ length }) => length > 0).length;
  const basis = { findings, cells: { failing, all: cells.length } };

  const [first] = findings;
  if (first) {
    const remark = `Findings: ${findings.length}, in ${failing} of ${cells.length} cells. The first: ${first.text} (${first.place}).`;
    return { ...basis, outcome: "failed", mode: "automatic", remark };
  }
  const without = notApplicable.find(({ criteria }) =>
    criteria.includes(number),
  );
  if (without) {
    const remark = without.why;
    return { ...basis, outcome: "inapplicable", mode: "manual", remark };
  }
  if (visited.length === 0) {
    const remark = "The audit visited no state.";
    return { ...basis, outcome: "untested", mode: "automatic", remark };
  }

  const isJudged = judgedByTool.includes(number);
  const isMeasured =
    isJudged ||
    measuredInPart.includes(number) ||
    cells.some(({ axe }) => axe.passes.some((rule) => isAbout(rule, number)));
  const missed = scope.length - visited.length;
  const remark = [
    isMeasured
      ? `Measured, and nothing found against it (states visited: ${visited.length}, cells measured: ${cells.length}).`
      : "No check of the audit is about it.",
    ...(missed > 0 ? [`States not visited: ${missed}.`] : []),
    ...(isJudged ? [] : [forAPerson(number)]),
  ].join(" ");
  const outcome = isJudged && missed === 0 ? "passed" : "cantTell";
  return { ...basis, outcome, mode: "automatic", remark };
}

function forAPerson(number: string): string {
  const checks = checklist.filter(({ criterion }) => criterion === number);
  return checks.length === 0
    ? "A person has to judge it."
    : `A person has to judge it (checks on the list: ${checks.length}).`;
}
