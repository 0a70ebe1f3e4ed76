import type { CDPSession, JSHandle, Page } from "playwright";
import type { Mode, Problem, Seen } from "../finding";
import { broken } from "../rules";
import { axeProblems, dependOnWidth } from "./axe";
import { contrastProblems, faint } from "./contrast";
import { focusProblems, focusShown } from "./focus";
import { languageProblems } from "./language";
import { shoot } from "./pixels";
import { findPlaces, finishTransitions, placesOf, withStyle } from "./places";
import { mouseOnly, silentStatuses } from "./scripted";
import { goThrough } from "./tab-order";
import { readText, smallTargets } from "./text";

/** In CSS pixels; 2.5.5 asks for 44. */
const target = 44;

/** The spacing of letters, words, lines and paragraphs in 1.4.12. */
const spacing = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;

/** The page without its text, for the backgrounds. */
const groundStyle = `
  *, *::before, *::after {
    -webkit-text-fill-color: transparent !important;
    text-decoration-color: transparent !important;
    text-shadow: none !important;
    caret-color: transparent !important;
  }`;

/** In pixels: larger pictures of a page take too much memory. */
const largest = 40_000_000;

/**
 * Any other width comes before the narrow one: what is cut off there as well, is
 * cut off by design.
 */
const windows = [
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
];

/** A window in CSS pixels. */
type Size = (typeof windows)[number];

interface Measuring {
  page: Page;
  mode: Mode;
  devTools: CDPSession;
  /** Takes what a part finds. */
  report: (
    problems: Problem[],
    seen: Pick<Seen, "width" | "look">,
  ) => Promise<void>;
  /** Runs a part; one that crashes is named, and the rest goes on. */
  part: (name: string, run: () => Promise<void>) => Promise<void>;
}

/** Measures a document at each width, and once what does not depend on it. */
export async function measure(given: Measuring) {
  const { page, mode, devTools, part, report } = given;
  const arrival = await page.evaluateHandle(() => document.activeElement);
  /** The element that has the focus at first is in sight in each window. */
  const arriveIn = async (size: Size, fontSize = "") => {
    await page.setViewportSize(size);
    await arrival.evaluate((element, fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      scrollTo({ top: 0, left: 0, behavior: "instant" });
      (document.activeElement as HTMLElement | null)?.blur();
      (element as HTMLElement | null)?.focus();
    }, fontSize);
    await page.evaluate(finishTransitions);
  };
  const known: string[] = [];
  const forced = await page.evaluateHandle(() => new Set<Element>());
  for (const size of windows) {
    const name = `at ${size.width} px`;
    await arriveIn(size);
    await part(`layout ${name}`, () => layout(given, size, known));
    await part(`the Tab key ${name}`, async () => {
      const { stops, problems } = await goThrough(page);
      await report(problems, { width: size.width });
      await arriveIn(size);
      await paint(given, size, stops, forced);
    });
    await arriveIn(size, "200%");
    await part(`text of 200 % ${name}`, () => enlarged(given, size, known));
  }
  await part("the language", async () =>
    report(await languageProblems(page), {}),
  );
  if (mode === "javascript")
    await part("what listens for clicks", async () =>
      report(await mouseOnly(devTools), {}),
    );
  // axe is itself a script, and comes after all that scripts would disturb.
  await devTools.send("Emulation.setScriptExecutionDisabled", { value: false });
  const shown = await page.evaluateHandle(() => new Set<Element>());
  for (const [at, size] of windows.entries())
    await part(`axe at ${size.width} px`, async () => {
      await arriveIn(size);
      const isNew = await shown.evaluate(addShown);
      const only = at > 0 && !isNew ? dependOnWidth : undefined;
      await report(await axeProblems(page, only), { width: size.width });
    });
  if (mode === "javascript")
    await part("what buttons write", async () =>
      report(await silentStatuses(page), {}),
    );
}

/** Runs in the page: adds what is shown, and says whether any of it is new. */
function addShown(shown: Set<Element>) {
  const before = shown.size;
  for (const element of document.querySelectorAll("*"))
    if (element.checkVisibility({ visibilityProperty: true }))
      shown.add(element);
  return shown.size > before;
}

/** Text that is cut off or covered, and is not known to be. */
async function newlyCut({ page }: Measuring, known: string[]) {
  const text = await page.evaluateHandle(readText);
  const found = await placesOf(
    await text.evaluateHandle(({ problems }) => problems),
  );
  return found.filter(({ what }) => !known.includes(what));
}

/**
 * Text that is cut off or covered, and controls that are hard to hit.
 *
 * @param known takes what is reported already
 */
async function layout(given: Measuring, { width }: Size, known: string[]) {
  const { page, report } = given;
  const found = await newlyCut(given, known);
  await report(
    found.map(({ what, kind, ...place }) => {
      const isReflow = width === 320 && kind !== "overhang";
      return broken(isReflow ? "reflow" : "text-cut", what, place);
    }),
    { width },
  );
  known.push(...found.map(({ what }) => what));
  const spaced = await withStyle(page, spacing, () => newlyCut(given, known));
  await report(
    spaced
      .filter(({ kind }) => kind !== "overhang")
      .map(({ what, ...place }) => broken("text-spacing", what, place)),
    { width, look: "text spacing" },
  );
  const targets = await findPlaces(page, smallTargets, target);
  await report(
    targets.map(({ what, ...place }) => broken("target-small", what, place)),
    { width },
  );
}

/** No criterion asks for text that grows without the rest. */
async function enlarged(given: Measuring, { width }: Size, known: string[]) {
  const found = await newlyCut(given, known);
  await given.report(
    found.map(({ what, ...place }) => broken("text-cut", what, place)),
    { width, look: "200 % text" },
  );
}

/**
 * Contrast and visible focus, in pictures of the whole page.
 *
 * @param judged takes the stops whose focus in forced colors is judged
 */
async function paint(
  { page, devTools, report }: Measuring,
  { width, height }: Size,
  stops: JSHandle<Element[]>,
  judged: JSHandle<Set<Element>>,
) {
  // The browser's own validation bubble disappears with the focus.
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const animation of document.getAnimations()) animation.pause();
  });
  const { cssContentSize } = await devTools.send("Page.getLayoutMetrics");
  const tallest = Math.floor(largest / width);
  const needed = Math.max(height, cssContentSize.height);
  await page.setViewportSize({ width, height: Math.min(tallest, needed) });
  // Chromium may not paint for a picture until the page comes to the front.
  await page.bringToFront();
  const toTop = async () => {
    await page.evaluate(() =>
      scrollTo({ top: 0, left: 0, behavior: "instant" }),
    );
    await page.evaluate(finishTransitions);
  };
  /** @returns the picture of the page without its text */
  const judgeFocus = async (stops: JSHandle<Element[]>, look?: string) => {
    const [ground, shown] = await withStyle(page, groundStyle, async () => {
      const ground = await shoot(devTools);
      return [ground, await focusShown(stops, ground, devTools)] as const;
    });
    const problems = await focusProblems(stops, shown, devTools);
    await report(problems, { width, ...(look && { look }) });
    return ground;
  };

  await toTop();
  const text = await shoot(devTools);
  const read = await page.evaluateHandle(readText);
  const lines = await placesOf(
    await read.evaluateHandle(({ painted }) => painted),
  );
  const ground = await judgeFocus(stops);
  const problems = faint(lines, text, ground).flatMap(contrastProblems);
  await report(problems, { width });

  const rest = await stops.evaluateHandle(
    (stops, judged) =>
      stops.filter((stop) => !judged.has(stop) && judged.add(stop)),
    judged,
  );
  if (await rest.evaluate(({ length }) => length > 0)) {
    await page.emulateMedia({ forcedColors: "active" });
    await toTop();
    await judgeFocus(rest, "forced colors");
    await page.emulateMedia({ forcedColors: "none" });
  }
  if (needed > tallest)
    throw new Error(
      `The page is ${needed} pixels tall, and below ${tallest} neither contrast nor focus is measured.`,
    );
}
