import type { Cell, Report } from "../results";

/** One problem, and where the audit met it. */
export interface Finding {
  place: string;
  text: string;
  /** The CSS selector of what it is about. */
  selector?: string;
}

export function findingsIn(cell: Cell): Finding[] {
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
