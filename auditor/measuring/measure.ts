import type { CDPSession, JSHandle, Page } from "playwright";
import type { Mode, Problem, Seen } from "../finding";
import { broken } from "../rules";
import type { RuleName } from "../rules";
import { axeProblems } from "./axe";
import { contrastProblems } from "./contrast";
import { judgeFocus } from "./focus";
import { languageProblems } from "./language";
import { shoot } from "./pixels";
import { findPlaces, finishTransitions, placesOf, withStyle } from "./places";
import { mouseOnly, silentStatuses } from "./scripted";
import { goThrough } from "./tab-order";
import { readText, smallTargets } from "./text";

/** In CSS pixels; 2.5.5 asks for 44. */
const target = 44;

interface Look {
  look?: string;
  css: string;
  /** The rule that text breaks which is cut off or covered. */
  ruleOf: (kind: string, width: number) => RuleName | undefined;
}

const looks: Look[] = [
  {
    css: "",
    ruleOf: (kind, width) =>
      width === 320 && kind !== "overhang" ? "reflow" : "text-cut",
  },
  {
    look: "text spacing",
    // The spacing of letters, words, lines and paragraphs in 1.4.12.
    css: `
      * {
        line-height: 1.5 !important;
        letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important;
      }
      p { margin-block-end: 2em !important; }`,
    ruleOf: (kind) => (kind === "overhang" ? undefined : "text-spacing"),
  },
  {
    look: "200 % text",
    css: "html { font-size: 200% !important; }",
    // No criterion asks for text that grows without the rest.
    ruleOf: () => "text-cut",
  },
];

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
    seen?: Pick<Seen, "width" | "look">,
  ) => Promise<void>;
  /** Runs a part; one that crashes is named, and the rest goes on. */
  part: (name: string, run: () => Promise<void>) => Promise<void>;
}

/** Measures a document at each width, and once what does not depend on it. */
export async function measure(given: Measuring) {
  const { page, mode, devTools, part, report } = given;
  const arrival = await page.evaluateHandle(() => document.activeElement);
  /** The element that has the focus at first is in sight in each window. */
  const arriveIn = async (size: Size) => {
    await page.setViewportSize(size);
    await arrival.evaluate((element) => {
      scrollTo({ top: 0, left: 0, behavior: "instant" });
      (document.activeElement as HTMLElement | null)?.blur();
      (element as HTMLElement | null)?.focus();
    });
    await page.evaluate(finishTransitions);
  };
  const known = new Set<string>();
  const forced = await page.evaluateHandle(() => new Set<Element>());
  for (const size of windows) {
    const { width } = size;
    await arriveIn(size);
    await part(`layout at ${width} px`, () => layout(given, width, known));
    await part(`the Tab key at ${width} px`, async () => {
      const { stops, problems } = await goThrough(page);
      await report(problems, { width });
      await arriveIn(size);
      await paint(given, size, stops, forced);
    });
  }
  await part("the language", async () => report(await languageProblems(page)));
  if (mode === "javascript")
    await part("what listens for clicks", async () =>
      report(await mouseOnly(devTools)),
    );
  // axe is itself a script, and comes after all that scripts would disturb.
  await devTools.send("Emulation.setScriptExecutionDisabled", { value: false });
  const shown = await page.evaluateHandle(() => new Set<Element>());
  for (const size of windows) {
    const { width } = size;
    await part(`axe at ${width} px`, async () => {
      await arriveIn(size);
      const isNew = await shown.evaluate(addShown);
      await report(await axeProblems(page, isNew), { width });
    });
  }
  if (mode === "javascript")
    await part("what buttons write", async () =>
      report(await silentStatuses(page)),
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

/**
 * Text that is cut off or covered, and controls that are hard to hit.
 *
 * @param known takes what is reported already
 */
async function layout(
  { page, report }: Measuring,
  width: number,
  known: Set<string>,
) {
  const findCut = async () => {
    const text = await page.evaluateHandle(readText);
    return placesOf(await text.evaluateHandle(({ problems }) => problems));
  };
  for (const { css, ruleOf, ...seen } of looks) {
    const found = await withStyle(page, css, findCut);
    const fresh = found.filter(({ what }) => !known.has(what));
    if (!seen.look) for (const { what } of fresh) known.add(what);
    const problems = fresh.flatMap((place) => {
      const rule = ruleOf(place.kind, width);
      return rule ? [broken(rule, place.what, place)] : [];
    });
    await report(problems, { width, ...seen });
  }
  const targets = await findPlaces(page, smallTargets, target);
  await report(
    targets.map((place) => broken("target-small", place.what, place)),
    { width },
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

  await toTop();
  const text = await shoot(devTools);
  const read = await page.evaluateHandle(readText);
  const lines = await placesOf(
    await read.evaluateHandle(({ painted }) => painted),
  );
  const { ground, problems } = await judgeFocus(page, devTools, stops);
  problems.push(...contrastProblems(lines, text, ground));
  await report(problems, { width });

  const rest = await stops.evaluateHandle(
    (stops, judged) =>
      stops.filter((stop) => !judged.has(stop) && judged.add(stop)),
    judged,
  );
  if (await rest.evaluate(({ length }) => length > 0)) {
    await page.emulateMedia({ forcedColors: "active" });
    await toTop();
    const { problems } = await judgeFocus(page, devTools, rest);
    await report(problems, { width, look: "forced colors" });
    await page.emulateMedia({ forcedColors: "none" });
  }
  if (needed > tallest)
    throw new Error(
      `The page is ${needed} pixels tall, and below ${tallest} neither contrast nor focus is measured.`,
    );
}
