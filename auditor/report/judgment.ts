import type { Report } from "../results";
import {
  heardInPart,
  judgedByTool,
  linesOf,
  measuredInPart,
} from "./checklist";
import { visitedStates } from "./coverage";
import { isAbout } from "./criteria";
import type { Criterion } from "./criteria";
import { findingsIn, findingsInFlows } from "./findings";
import type { Finding } from "./findings";
import {
  evaluateLine,
  inWords,
  judgeOf,
  theAudit,
  theTeam,
} from "./evaluation";

export interface Judgment {
  /** EARL's word for it. */
  outcome: "passed" | "failed" | "cantTell" | "inapplicable" | "untested";
  /** The audit, the team, or a person by name. */
  by: string;
  /** Why, in a sentence or two. */
  remark: string;
  findings: Finding[];
  /** How many cells have a finding. */
  cells: { failing: number; all: number };
}

/** Nobody has judged what is left to a person. */
export const judgeInWords = ({ outcome, by }: Judgment) =>
  outcome === "cantTell" || outcome === "untested" ? "nobody yet" : by;

/** Says what the report proves about a criterion, on one page or all. */
export function judge(
  report: Report,
  { number }: Pick<Criterion, "number">,
  path?: string,
): Judgment {
  const { site } = report;
  const scope = site.states.filter((state) => !path || state.path === path);
  const visited = visitedStates(report).filter((state) =>
    scope.includes(state),
  );
  const cells = report.results.cell.filter((cell) =>
    scope.some(({ name }) => name === cell.state),
  );
  const isHere = ({ text }: Finding) => isAbout(text, number);
  const inCells = cells.map((cell) => findingsIn(site, cell).filter(isHere));
  const inFlows = path ? [] : findingsInFlows(report).filter(isHere);
  const limits = inFlows.filter(({ isLimit }) => isLimit);
  const findings = [
    ...inCells.flat(),
    ...inFlows.filter(({ isLimit }) => !isLimit),
  ];
  const failing = inCells.filter(({ length }) => length > 0).length;
  const basis = {
    by: theAudit,
    findings,
    cells: { failing, all: cells.length },
  };

  const [first] = findings;
  if (first) {
    const remark = `Findings: ${findings.length}, in ${failing} of ${cells.length} cells. The first: ${first.text} (${first.place}).`;
    return { ...basis, outcome: "failed", remark };
  }
  const lines = linesOf(site)
    .filter(({ criterion }) => criterion === number)
    .map((line) => evaluateLine(line, report))
    .filter(({ paths }) => !path || paths.includes(path));
  const said = inWords(lines);
  const refusal = lines.find(({ verdict }) => verdict === "failed");
  if (refusal) {
    return {
      ...basis,
      outcome: "failed",
      by: judgeOf([refusal]),
      remark: said,
    };
  }
  const without = site.notApplicable.find(({ criteria }) =>
    criteria.includes(number),
  );
  if (without) {
    const remark = `The team says: ${without.why} Tests hold it: ${without.facts.join("; ")}.`;
    return { ...basis, outcome: "inapplicable", by: theTeam, remark };
  }
  if (visited.length === 0) {
    const remark = "The audit visited no state.";
    return { ...basis, outcome: "untested", remark };
  }

  const isJudged = judgedByTool.includes(number);
  const isMeasured =
    isJudged ||
    measuredInPart.includes(number) ||
    cells.some(({ axe }) => axe.passes.some((rule) => isAbout(rule, number)));
  const heard = path ? 0 : report.results["screen-reader"].length;
  const isHeard = heard > 0 && heardInPart.includes(number);
  if (!isMeasured && !isHeard && lines.length === 0) {
    const remark = "Not judged: neither the audit nor the checklist covers it.";
    return { ...basis, outcome: "untested", remark };
  }
  const missed = scope.length - visited.length;
  const remark = [
    ...(isMeasured
      ? [
          `Measured, and nothing found against it (states visited: ${visited.length}, cells measured: ${cells.length}).`,
        ]
      : []),
    ...(isHeard ? [`Listened for with Orca (flows: ${heard}).`] : []),
    ...(isMeasured || isHeard ? [] : ["No check of the audit is about it."]),
    ...(missed > 0 ? [`States not visited: ${missed}.`] : []),
    ...limits.map(
      ({ text, place }) =>
        `Heard, and declared with its reason: ${text} (${place}).`,
    ),
    ...(isJudged ? [] : [said]),
  ].join(" ");
  const isPassedByPeople =
    lines.length > 0 && lines.every(({ verdict }) => verdict === "passed");
  if (missed === 0 && limits.length === 0) {
    if (isJudged) return { ...basis, outcome: "passed", remark };
    if (isPassedByPeople) {
      return { ...basis, outcome: "passed", by: judgeOf(lines), remark };
    }
  }
  return { ...basis, outcome: "cantTell", remark };
}
