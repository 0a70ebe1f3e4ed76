import { Listener, met, modes, screenReaderPrograms } from "@kandi/auditor";
import type { Flow, Problem } from "@kandi/auditor";
import { skipLink } from "~/content/site";
import { limits } from "../limits";
import { literally } from "./listening";
import * as rules from "./rules";
import { flows } from "./screen-reader";
import { endOrca, orcaOf, stageOf } from "./stages";

const follow = async (
  browser: "Firefox" | "Chromium",
  mode: (typeof modes)[number],
  entry: (typeof flows)[string],
) => {
  const program = `Orca in ${browser}`;
  const lane = `${program}, ${mode}`;
  const { baseURL: siteUrl, supabase } = await stageOf(lane);
  const session = await orcaOf(lane);
  const visitor = new Listener(session, browser, mode, literally(skipLink));
  const { transcript } = visitor;
  const found: Problem[] = [];
  const check = (problems: Problem[]) => found.push(...problems);
  try {
    await entry.follow({ visitor, siteUrl, supabase, check });
  } catch (error) {
    check([met("heard", String(error), "4.1.2")]);
  } finally {
    await visitor.close();
  }
  check(rules.clutterProblems(transcript));
  const isKnown = ({ help }: Problem) =>
    limits.some(
      (limit) =>
        limit.program === program &&
        (limit.mode ?? mode) === mode &&
        limit.problem.test(help),
    );
  const problems = found.filter((problem) => !isKnown(problem));
  if (problems[0]) await endOrca(lane);
  return {
    problems,
    known: [...new Set(found.filter(isKnown).map(({ help }) => help))],
    transcript,
  };
};

/**
 * Every flow with Orca in both browsers. A browser's flows in a mode follow each
 * other, because four that mostly wait are enough for two cores.
 */
export const orcaFlows: Flow[] = (["Firefox", "Chromium"] as const).flatMap(
  (browser) =>
    modes.flatMap((mode) =>
      Object.entries(flows)
        .filter(([, entry]) => (entry.mode ?? mode) === mode)
        .map(([name, entry]) => ({
          ...{
            program: `Orca in ${browser}`,
            lane: `Orca in ${browser}, ${mode}`,
          },
          mode,
          name,
          needs: [...screenReaderPrograms, "firefox-esr"],
          // Orca loses events on a busy machine.
          again: 1,
          follow: () => follow(browser, mode, entry),
        })),
    ),
);
