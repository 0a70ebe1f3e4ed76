import type { Cell, Report } from "../results";
import { states } from "../states";
import { checklist, judgedByTool, notApplicable } from "./checklist";
import { visitedStates } from "./coverage";
import { isAbout } from "./criteria";
import type { Criterion } from "./criteria";

/** One problem, and where the audit met it. */
export interface Finding {
  place: string;
  text: string;
  /** The CSS selector of what it is about. */
  selector?: string;
}

export interface Judgement {
  /** EARL's word for it. */
  outcome: "passed" | "failed" | "cantTell" | "inapplicable" | "untested";
  mode: "automatic" | "manual";
  /** Why, in a sentence or two. */
  remark: string;
  findings: Finding[];
  /** Of the cells, how many have a finding. */
  cells: { failing: number; all: number };
}

/** What the report allows to be said of a criterion: on a page, or on all. */
export function judge(
  report: Report,
  { number }: Pick<Criterion, "number">,
  path?: string,
): Judgement {
  const scope = states.filter((state) => !path || state.path === path);
  const visited = visitedStates(report).filter((state) =>
    scope.includes(state),
  );
  const names = scope.map(({ name }) => name);
  const cells = report.results.cell.filter(({ state }) =>
    names.includes(state),
  );
  const inCells = cells.map((cell) =>
    findingsIn(cell).filter(({ text }) => isAbout(text, number)),
  );
  const findings = [
    ...inCells.flat(),
    ...(path
      ? []
      : findingsInFlows(report).filter(({ text }) => isAbout(text, number))),
  ];
  const failing = inCells.filter(({ length }) => length > 0).length;
  const basis = { findings, cells: { failing, all: cells.length } };
  const measured = `The audit found nothing against it (states visited: ${visited.length}, cells measured: ${cells.length}).`;

  const [first] = findings;
  if (first) {
    const remark = `Findings: ${findings.length}, in ${failing} of ${cells.length} cells. The first: ${first.text} (${first.place}).`;
    return { ...basis, outcome: "failed", mode: "automatic", remark };
  }
  const without = notApplicable.find((entry) =>
    entry.criteria.includes(number),
  );
  if (without) {
    const remark = without.why;
    return { ...basis, outcome: "inapplicable", mode: "manual", remark };
  }
  if (visited.length === 0) {
    const remark = "The audit visited no state.";
    return { ...basis, outcome: "untested", mode: "automatic", remark };
  }
  const missed = scope.length - visited.length;
  if (missed === 0 && judgedByTool.includes(number)) {
    const remark = measured;
    return { ...basis, outcome: "passed", mode: "automatic", remark };
  }
  const open = [
    ...(missed > 0 ? [`States not visited: ${missed}.`] : []),
    ...(judgedByTool.includes(number) ? [] : [forAPerson(number)]),
  ];
  const remark = [measured, ...open].join(" ");
  return { ...basis, outcome: "cantTell", mode: "automatic", remark };
}

function forAPerson(number: string): string {
  const checks = checklist.filter(({ criterion }) => criterion === number);
  return checks.length === 0
    ? "A person has to judge the rest."
    : `A person has to judge the rest (checks on the list: ${checks.length}).`;
}

function findingsIn(cell: Cell): Finding[] {
  const { state, mode, width, look } = cell;
  const place = `${state}, ${mode}, ${width} px, ${look}`;
  return cell.problems.map((text) => {
    if (!cell.axe.violations.includes(text)) return { place, text };
    // axe's findings end in the selector, in brackets.
    const selector = text.slice(text.lastIndexOf(" (") + 2, -1);
    return { place, text, selector };
  });
}

/** Findings of the browsers and screen readers that measure no cells. */
export function findingsInFlows({ results }: Report): Finding[] {
  const all = [
    ...results["text-browser"].map(({ browser, flow, problems }) => ({
      place: `${browser}: ${flow}`,
      problems,
    })),
    ...results["screen-reader"].map(({ browser, flow, mode, problems }) => ({
      place: `screen reader, ${browser}, ${mode}: ${flow}`,
      problems,
    })),
    ...results.engine.map(({ engine, version, flow, mode, problems }) => ({
      place: `${engine} ${version}, ${mode}: ${flow}`,
      problems,
    })),
  ];
  return all.flatMap(({ place, problems }) =>
    problems.map((text) => ({ place, text })),
  );
}
