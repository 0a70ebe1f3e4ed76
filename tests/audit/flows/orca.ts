import { met, orcaPrograms, startOrca, wholeChromium } from "two-modes-audit";
import type { Flow, Mode, Problem } from "two-modes-audit";
import { skipLink } from "~/content/site";
import { ScreenReaderUser } from "../programs/screen-reader-user";
import type { BrowserName } from "../programs/screen-reader-user";
import { stageOf } from "../visit";
import { literally } from "./listening";
import type { Flow as ListeningFlow } from "./listening";
import { checkClutter } from "./rules";
import type { Check } from "./rules";
import {
  contact,
  friendsBracelet,
  makeBracelet,
  readLanding,
  signup,
} from "./screen-reader";
import { outage, waiting } from "./waiting";

/** Known problems in some flows that are not fixed, for a reason. */
const limits = [
  {
    lane: /^Orca in Chromium, javascript$/,
    problem: /^Clutter is spoken: ".*clickable\."$/,
    because:
      "React listens on the document, and Chromium offers a click on whatever has the focus there.",
  },
  {
    lane: /^Orca in Chromium/,
    problem: /^Nothing is spoken when an empty form is sent$/,
    because:
      "Orca 43 does not read Chromium's own bubble, an alert, and the focus stays in the field. Without JavaScript a page can do nothing; with it, a live region or a move of the focus would be heard, and what other screen readers read from the bubble would be said twice or lost.",
  },
];

const follow = async (
  browser: BrowserName,
  mode: Mode,
  lane: string,
  flow: ListeningFlow,
) => {
  const { baseURL: siteUrl, supabase } = await stageOf(lane);
  const orca = await startOrca();
  const start = literally(skipLink);
  const visitor = new ScreenReaderUser(orca, browser, mode, start);
  const { transcript } = visitor;
  const found: Problem[] = [];
  const check: Check = (isTrue, criterion, what) => {
    if (!isTrue) found.push(met("heard", what, criterion));
  };
  try {
    await flow({ visitor, siteUrl, supabase, check });
  } catch (error) {
    check(false, "4.1.2", String(error));
  } finally {
    await visitor.close();
    await orca.stop();
  }
  checkClutter(check, transcript);
  const isKnown = ({ help }: Problem) =>
    limits.some((limit) => limit.lane.test(lane) && limit.problem.test(help));
  return {
    problems: found.filter((problem) => !isKnown(problem)),
    known: [...new Set(found.filter(isKnown).map(({ help }) => help))],
    transcript,
  };
};

const needs: Record<BrowserName, string[]> = {
  Chromium: [...orcaPrograms, wholeChromium],
  Firefox: [...orcaPrograms, "firefox-esr"],
};

/** In which browser and mode each flow is heard. */
const heard: [string, ListeningFlow, ...[BrowserName, Mode][]][] = [
  [
    "sign up: empty, refused, dismissed, stored",
    signup,
    ["Firefox", "javascript"],
    ["Chromium", "no-javascript"],
  ],
  [
    "contact: fields missing, then stored",
    contact,
    ["Chromium", "javascript"],
    ["Firefox", "no-javascript"],
  ],
  // The audit compares what both modes read.
  ["read the landing page", readLanding, ["Chromium", "no-javascript"]],
  ["a friend's bracelet", friendsBracelet, ["Firefox", "javascript"]],
  [
    "make a bracelet",
    makeBracelet,
    ["Firefox", "javascript"],
    ["Chromium", "javascript"],
  ],
  // Without a script, the browser itself says that it is loading.
  ["wait for an answer", waiting, ["Firefox", "javascript"]],
  ["wait for the network", outage, ["Chromium", "javascript"]],
];

/**
 * The flows with Orca. Each form is heard in both browsers and in both modes, but
 * not in all four combinations. The flows of a browser and mode run one after
 * another: four lanes that mostly wait are enough for two cores.
 */
export const orcaFlows: Flow[] = heard.flatMap(([name, flow, ...where]) =>
  where.map(([browser, mode]) => {
    const program = `Orca in ${browser}`;
    const lane = `${program}, ${mode}`;
    return {
      ...{ program, lane, mode, name },
      needs: needs[browser],
      // Orca loses events on a busy machine.
      again: 2,
      follow: () => follow(browser, mode, lane, flow),
    };
  }),
);
