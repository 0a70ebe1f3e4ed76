import type { CDPSession, JSHandle, Page } from "playwright";
import type { Mode, Problem, Seen } from "../finding";
import { broken } from "../rules";
import type { Markup } from "../site";
import { axeProblems } from "./axe";
import { contrastProblems, faint } from "./contrast";
import { focusProblems, focusShown } from "./focus";
import { languageProblems } from "./language";
import { shoot } from "./pixels";
import { findPlaces, finishTransitions, placesOf, withStyle } from "./places";
import { mouseOnly, silentStatuses } from "./scripted";
import { goThrough } from "./tab-order";
import type { Way } from "./tab-order";
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

interface Measuring {
  page: Page;
  mode: Mode;
  markup: Markup;
  devTools: CDPSession;
  /** Takes what a part finds. */
  report: (
    problems: Problem[],
    seen: Pick<Seen, "width" | "look">,
  ) => Promise<void>;
  /** Runs a part; one that crashes is named, and the rest goes on. */
  part: (name: string, run: () => Promise<void>) => Promise<void>;
}

/** A window, and the size of its text. */
interface Look {
  width: number;
  height: number;
  isLarge: boolean;
  /** The size of each element's text without enlargement. */
  sizes: JSHandle<Map<Element, number>>;
}

const seenIn = ({ width, isLarge }: Look) => ({
  ...{ width, look: isLarge ? "200 % text" : "default" },
});

/** Measures a document at each width, with its text as it is and twice as large. */
export async function measure(given: Measuring) {
  const { page, mode, devTools, part, report } = given;
  // No criterion asks for text that grows without the rest.
  const advise: Measuring["report"] = (problems, seen) =>
    report(
      problems.map((problem) => ({ ...problem, level: "advice" })),
      seen,
    );
  const arrival = await page.evaluateHandle(() => document.activeElement);
  const sizes = await page.evaluateHandle(() => new Map<Element, number>());
  /** The element that has the focus at first is in sight in each window. */
  const arriveIn = async (look: Omit<Look, "sizes">) => {
    await page.setViewportSize(look);
    await arrival.evaluate(
      (element, size) => {
        document.documentElement.style.fontSize = size;
        scrollTo({ top: 0, left: 0, behavior: "instant" });
        (document.activeElement as HTMLElement | null)?.blur();
        (element as HTMLElement | null)?.focus();
      },
      look.isLarge ? "200%" : "",
    );
    await page.evaluate(finishTransitions);
  };
  const known: string[] = [];
  for (const size of windows) {
    for (const isLarge of [false, true]) {
      const look = { ...size, isLarge, sizes };
      const name = `${seenIn(look).look} at ${size.width} px`;
      await arriveIn(look);
      const here = isLarge ? { ...given, report: advise } : given;
      await part(`layout, ${name}`, () => layout(here, look, known));
      await part(`the Tab key, ${name}`, async () => {
        const way = await goThrough(page);
        await here.report(way.problems, seenIn(look));
        await arriveIn(look);
        await paint(here, look, way);
      });
    }
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
  for (const size of windows)
    await part(`axe at ${size.width} px`, async () => {
      await arriveIn({ ...size, isLarge: false });
      await report(await axeProblems(page), { width: size.width });
    });
  if (mode === "javascript")
    await part("what buttons write", async () =>
      report(await silentStatuses(page), {}),
    );
}

/**
 * Text that is cut off or covered, and controls that are hard to hit.
 *
 * @param known takes what is reported already
 */
async function layout(
  { page, markup, report }: Measuring,
  look: Look,
  known: string[],
) {
  const isNarrow = look.width === 320;
  const read = async () => {
    const text = await page.evaluateHandle(readText, { markup });
    const found = await placesOf(
      await text.evaluateHandle(({ problems }) => problems),
    );
    return found.filter(({ what }) => !known.includes(what));
  };
  const found = await read();
  await report(
    found.map(({ what, kind, ...place }) => {
      const isReflow = isNarrow && !look.isLarge && kind !== "overhang";
      return broken(isReflow ? "reflow" : "text-cut", what, place);
    }),
    seenIn(look),
  );
  if (look.isLarge) return;
  known.push(...found.map(({ what }) => what));
  const spaced = await withStyle(page, spacing, read);
  await report(
    spaced
      .filter(({ kind }) => kind !== "overhang")
      .map(({ what, ...place }) => broken("text-spacing", what, place)),
    { width: look.width, look: "text spacing" },
  );
  const targets = await findPlaces(page, smallTargets, target);
  await report(
    targets.map(({ what, ...place }) => broken("target-small", what, place)),
    seenIn(look),
  );
}

/** Contrast and visible focus, in pictures of the whole page. */
async function paint(
  { page, markup, devTools, report }: Measuring,
  look: Look,
  { stops }: Way,
) {
  const { width, height, isLarge, sizes } = look;
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
  for (const isForced of isLarge ? [false] : [false, true]) {
    await page.emulateMedia({ forcedColors: isForced ? "active" : "none" });
    await page.evaluate(() =>
      scrollTo({ top: 0, left: 0, behavior: "instant" }),
    );
    await page.evaluate(finishTransitions);
    const seen = isForced ? { width, look: "forced colors" } : seenIn(look);
    const text = isForced ? undefined : await shoot(devTools);
    const read = await page.evaluateHandle(readText, { markup, sizes });
    const lines = await placesOf(
      await read.evaluateHandle(({ painted }) => painted),
    );
    const [shown, faintText] = await withStyle(page, groundStyle, async () => {
      const ground = await shoot(devTools);
      const shown = await focusShown(stops, ground, devTools);
      return [shown, text ? faint(lines, text, ground) : []] as const;
    });
    await report(faintText.flatMap(contrastProblems), seen);
    await report(await focusProblems(stops, shown, devTools), seen);
  }
  await page.emulateMedia({ forcedColors: "none" });
  if (needed > tallest)
    throw new Error(
      `The page is ${needed} pixels tall, and below ${tallest} neither contrast nor focus is measured.`,
    );
}
