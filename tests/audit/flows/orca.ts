import { met, orcaPrograms, startOrca, wholeChromium } from "two-modes-audit";
import type { Flow, Mode, Problem } from "two-modes-audit";
import { skipLink } from "~/content/shared";
import { ScreenReaderUser } from "../programs/screen-reader-user";
import type { BrowserName } from "../programs/screen-reader-user";
import { stageOf } from "../visit";
import { literally } from "./listening";
import type { Flow as ListeningFlow } from "./listening";
import { checkClutter } from "./rules";
import type { Check } from "./rules";
import { contact, outage, readLanding, signup } from "./screen-reader";

const follow = async (
  browser: BrowserName,
  mode: Mode,
  lane: string,
  flow: ListeningFlow,
) => {
  const { baseURL: siteUrl } = await stageOf(lane);
  const orca = await startOrca();
  const start = literally(skipLink);
  const visitor = new ScreenReaderUser(orca, browser, mode, start);
  const { transcript } = visitor;
  const found: Problem[] = [];
  const check: Check = (isTrue, criterion, what) => {
    if (!isTrue) found.push(met("heard", what, criterion));
  };
  try {
    await flow({ visitor, siteUrl, check });
  } catch (error) {
    check(false, "4.1.2", String(error));
  } finally {
    await visitor.close();
    await orca.stop();
  }
  checkClutter(check, transcript);
  // The page's script listens for clicks on the window, so Chromium offers one on
  // whatever has the focus, such as a toast. That is not fixed.
  const isKnown = ({ help }: Problem) =>
    lane === "Orca in Chromium, javascript" && /clickable\."$/.test(help);
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

/**
 * Each form is heard in both browsers and in both modes, but only the one with several
 * fields in more than two combinations. The audit compares what both modes read.
 */
const heard: [string, ListeningFlow, BrowserName, Mode][] = [
  ["sign up", signup, "Firefox", "javascript"],
  ["sign up", signup, "Chromium", "no-javascript"],
  ["write", contact, "Chromium", "javascript"],
  ["write", contact, "Firefox", "no-javascript"],
  ["write", contact, "Firefox", "javascript"],
  ["read the landing page", readLanding, "Chromium", "no-javascript"],
  ["wait for the network", outage, "Chromium", "javascript"],
];

/**
 * The flows with Orca. Those of a browser and mode run one after another: four
 * lanes that mostly wait are enough for two cores.
 */
export const orcaFlows: Flow[] = heard.map(([name, flow, browser, mode]) => {
  const program = `Orca in ${browser}`;
  const lane = `${program}, ${mode}`;
  return {
    ...{ program, lane, mode, name },
    needs: needs[browser],
    // Orca loses events on a busy machine.
    again: 2,
    follow: () => follow(browser, mode, lane, flow),
  };
});
