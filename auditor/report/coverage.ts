import { flowRuns } from "../results";
import type { FlowRun, Report } from "../results";
import { stateInWords } from "./words";

export interface Coverage {
  isWhole: boolean;
  /** Says in a sentence or two how much was covered. */
  sentence: string;
  /** Each browser and screen reader used, with what it covered. */
  ran: string[];
  /** Each part that did not run, with what is known about it. */
  notRun: string[];
}

/** What plays flows, by the beginning of its name. */
const players = [...["lynx", "w3m"], ...["Orca", "Firefox", "WebKit"]];

/** The states in which both modes were compared and measured. */
export const visitedStates = ({ site, results }: Report) =>
  site.states.filter(({ name }) =>
    results.parity.some(({ state }) => state === name),
  );

/** Says how much of the audit a report covers. */
export function coverageOf(report: Report): Coverage {
  const { grep, results, site, skipped } = report;
  const { states } = site;
  const named = (names: string[]) =>
    names.map((name) => stateInWords(site, name)).join("; ") || "none";
  const visited = visitedStates(report).map(({ name }) => name);
  const missed = states
    .map(({ name }) => name)
    .filter((name) => !visited.includes(name));
  const isWhole = grep === undefined && missed.length === 0;
  const runs = flowRuns(results);
  const silent = players.filter(
    (name) => !runs.some(({ program }) => program.startsWith(name)),
  );
  return {
    isWhole,
    sentence: isWhole
      ? `The audit visited all ${states.length} states of the site.`
      : [
          "This is a part of the audit and says nothing about the rest.",
          ...(grep === undefined
            ? []
            : [`It looked at what --grep ${grep} matches.`]),
          `It visited ${visited.length} of ${states.length} states: ${named(visited)}.`,
        ].join(" "),
    ran: ranIn(runs),
    notRun: [
      ...silent.map(
        (name) =>
          `${name} did not run: it is not installed, or none of its tests was chosen.`,
      ),
      ...skipped.map(({ name, why }) => `${name} was skipped: ${why}`),
      ...(missed.length > 0 ? [`States not visited: ${named(missed)}.`] : []),
    ],
  };
}

const ranIn = (runs: FlowRun[]) =>
  [...new Set(runs.map(({ program }) => program))].map((program) => {
    const own = runs.filter((run) => run.program === program);
    const problems = own.flatMap((run) => run.problems).length;
    return `${program}: ${own.length} flows, ${problems} problems.`;
  });
