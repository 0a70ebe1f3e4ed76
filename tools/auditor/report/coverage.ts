import type { Report } from "../results";
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

const browsers = ["lynx", "w3m", "links", "elinks"];
const engines = ["Firefox", "WebKit"];

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
  const used = results["text-browser"].map(({ browser }) => browser);
  const silent = [
    ...browsers.filter(isSilent(used)),
    ...(results["screen-reader"].length === 0 ? ["Orca"] : []),
    ...engines.filter(isSilent(results.engine.map(({ engine }) => engine))),
  ];
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
    ran: ranIn(report),
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

/** An engine's name may be longer, such as "WebKitGTK". */
const isSilent = (present: readonly string[]) => (name: string) =>
  !present.some((other) => other.toLowerCase().startsWith(name.toLowerCase()));

function ranIn({ results }: Report): string[] {
  const runs = [
    ...results["text-browser"].map((run) => ({ ...run, name: run.browser })),
    ...results["screen-reader"].map((run) => ({
      ...run,
      name: `A screen reader with ${run.browser}`,
    })),
    ...results.engine.map((run) => ({
      ...run,
      name: `${run.engine} ${run.version}`,
    })),
  ];
  return [...new Set(runs.map(({ name }) => name))].map((name) => {
    const own = runs.filter((run) => run.name === name);
    const problems = own.flatMap((run) => run.problems).length;
    return `${name}: ${own.length} flows, ${problems} problems.`;
  });
}
