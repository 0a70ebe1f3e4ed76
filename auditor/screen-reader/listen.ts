import type { Page } from "playwright";
import { modes, rootPlace } from "../finding";
import type { Problem } from "../finding";
import { BrokenForm } from "../forms";
import { findPlaces } from "../measuring/places";
import { addHeaders } from "../open";
import { wholeChromium } from "../programs";
import { broken } from "../rules";
import type { Description, Flow, Stage, State, Visitor } from "../site";
import { Listener, pageSummary } from "./listener";
import { orcaPrograms, startOrca } from "./orca";
import { isNameless, spelledIn } from "./rules";

/** Nobody listens to a page with more stops. */
const maxStops = 80;

/** Makes a flow of each state in each mode, which listens to it. */
export const listeningFlows = (
  site: Description<Stage>,
  states: readonly State<Stage>[],
  startStage: () => Promise<Stage>,
): Flow[] =>
  modes.flatMap((mode) =>
    states
      .filter(({ only }) => (only?.mode ?? mode) === mode)
      .map((state, number) => ({
        ...{ program: "Orca in Chromium", lane: `Orca, ${mode}`, mode },
        name: state.name,
        needs: [...orcaPrograms, wholeChromium],
        again: 1,
        follow: async () => {
          const stage = await startStage();
          const orca = await startOrca();
          const listener = new Listener(orca, mode);
          const { transcript } = listener;
          try {
            const page = await listener.window(site.context?.(9000 + number));
            await addHeaders(page.context(), site);
            const visitor = { page, mode, stage, state, number, status: 200 };
            const fresh = await arrive(site, listener, visitor, state);
            const problems = await listen(listener, page, fresh);
            return { problems, transcript, heard: true };
          } catch (error) {
            if (!(error instanceof BrokenForm)) throw error;
            return { problems: [error.problem], transcript, heard: true };
          } finally {
            await listener.close();
            await orca.stop();
            await stage.close();
          }
        },
      })),
  );

/** Opens a state. @returns the lines that it has and the opened page had not */
async function arrive(
  site: Description<Stage>,
  listener: Listener,
  visitor: Visitor<Stage>,
  { path, reach }: State<Stage>,
) {
  const { page, stage } = visitor;
  const linesOf = async () => {
    const text = await page.evaluate(() => document.body.innerText);
    return new Set(text.split("\n").map((line) => line.trim()));
  };
  await site.reset?.(visitor);
  const open = () => page.goto(stage.baseURL + path);
  const patience = { until: [pageSummary], or: pageSummary, silence: 30_000 };
  await listener.step(`open ${path}`, open, patience);
  await site.arrived?.(visitor);
  const before = await linesOf();
  if (reach) await listener.step("reach the state", () => reach(visitor));
  return [...(await linesOf())].filter((line) => line && !before.has(line));
}

/** Has Orca read a page in Chromium to its end, and tabs through it. */
async function listen(listener: Listener, page: Page, fresh: string[]) {
  const problems: Problem[] = [];
  const report = (...problem: Parameters<typeof broken>) =>
    problems.push(broken(...problem));
  await listener.top();
  const read = await listener.readThrough();
  if (read.length === 0) throw new Error("Orca reads nothing.");
  for (const word of spelledIn(read))
    report("heard-spelled", `"${word}" is spelled out`, rootPlace("<html>"));

  await listener.top();
  const known = new Set<string>();
  for (let last = ""; known.size < maxStops;) {
    let speech = await listener.press("Tab", { first: 2000 });
    const stop = await stopOf(page, fresh);
    if (stop?.key === last)
      report("keyboard-trap", "Tab does not leave it", stop);
    // The focus leaves the page, or has been everywhere.
    if (!stop || known.has(stop.key)) break;
    known.add((last = stop.key));
    // Orca drops a focus that a busy machine reports late, or that comes out of
    // a frame. This key asks where it is.
    if (speech.length === 0) speech = await listener.press("KP_Enter");
    const said = speech.join(" ");
    if (isNameless(speech) && !stop.isFrame)
      report("heard-nameless", `All that is heard of it is "${said}"`, stop);
    const { near } = stop;
    const unheard = `"${near.join(" / ")}" is not heard with it, but "${said}"`;
    if (near.length > 0 && !near.some((text) => said.includes(text)))
      report("silent-error", unheard, stop);
  }
  return problems;
}

/** The element that has the focus, in any frame. */
async function stopOf(page: Page, fresh: string[]) {
  const found = page.frames().map(async (frame) => {
    const name = frame === page.mainFrame() ? "" : "iframe ";
    const stops = await findPlaces(frame, readFocus, fresh);
    return stops.map(({ selector, number, ...stop }) => ({
      ...{ ...stop, selector: name + selector, key: frame.url() + number },
    }));
  });
  const stops = (await Promise.all(found)).flat();
  // The focus within a frame is also the frame's.
  return stops.find(({ isFrame }) => !isFrame) ?? stops[0];
}

/** Runs in the page: the focus, and the new lines around it if it is a field. */
function readFocus(fresh: string[]) {
  const element = document.activeElement;
  if (!element || element === document.body || !document.hasFocus()) return [];
  const fields = "input:not([type=hidden]), textarea, select";
  let around = element;
  while (around.parentElement?.querySelectorAll(fields).length === 1)
    around = around.parentElement;
  const texts = (around as HTMLElement).innerText?.split("\n") ?? [];
  const near = element.matches(fields)
    ? texts.map((text) => text.trim()).filter((text) => fresh.includes(text))
    : [];
  const number = [...document.querySelectorAll("*")].indexOf(element);
  const isFrame = element.matches("iframe, frame");
  return [{ element, isFrame, near, number }];
}
