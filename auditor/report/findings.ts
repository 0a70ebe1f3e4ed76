import { flowRuns } from "../results";
import type { Cell, Report } from "../results";
import { isLimit } from "../screen-reader/limits";
import type { Site } from "../site";
import { cellInWords, stateInWords } from "./words";

/** One problem, and where the audit found it. */
export interface Finding {
  place: string;
  text: string;
  /** The CSS selector of the element concerned. */
  selector?: string;
  /** A known limit, declared with its reason, which fails nothing. */
  isLimit?: boolean;
}

export function findingsIn(site: Site, cell: Cell): Finding[] {
  const place = `${stateInWords(site, cell.state)}, ${cellInWords(cell)}`;
  return cell.problems.map((text) => {
    if (!cell.axe.violations.includes(text)) return { place, text };
    // axe's findings end with the selector in parentheses.
    const selector = text.slice(text.lastIndexOf(" (") + 2, -1);
    return { place, text, selector };
  });
}

/** Findings in the flows, which measure no cells. */
export const findingsInFlows = ({ site, results }: Report): Finding[] =>
  flowRuns(results).flatMap((run) =>
    run.problems.map((text) => ({
      place: `${[run.program, run.mode].filter(Boolean).join(", ")}: ${run.flow}`,
      text,
      isLimit: isLimit(site, run, text),
    })),
  );
