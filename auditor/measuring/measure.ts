import type { CDPSession, JSHandle, Page } from "playwright";
import type { Mode, Problem, Seen } from "../finding";
import { broken, type RuleName } from "../rules";
import { axeProblems } from "./axe";
import { contrastProblems } from "./contrast";
import { nameProblems } from "./controls";
import { judgeFocus, letterless } from "./focus";
import { languageProblems } from "./language";
import { shoot } from "./pixels";
import {
  findProblems,
  finishTransitions,
  goToTop,
  placesOf,
  withStyle,
} from "./places";
import { mouseOnly, silentStatuses } from "./scripted";
import { goThrough } from "./tab-order";
import { readText, smallTargets } from "./text";

interface Look {
  look?: string;
  css: string;
  /** The rule that cut off or covered text breaks. */
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
    // Text that runs out is not lost while the page scrolls there.
    ruleOf: (kind) => {
      if (kind === "overhang") return undefined;
      return kind === "out" ? "text-cut" : "text-spacing";
    },
  },
  {
    look: "200 % text",
    css: "html { font-size: 200% !important; }",
    // No criterion asks for text that grows without the rest.
    ruleOf: () => "text-cut",
  },
];

/**
 * The narrow width comes last: text that is cut off in a wide window, too, is cut
 * off by design. Pictures of taller pages take too much memory.
 */
export const windows = [
  { width: 1280, height: 800, tallest: 31_250 },
  { width: 320, height: 640, tallest: 125_000 },
];

/** A window in CSS pixels. */
type Size = (typeof windows)[number];

/** Is told what could not be measured. */
type Lack = (what: string) => void;

/** Reports what a part finds. A crash is logged with its name, and the rest goes on. */
type Part = (
  name: string,
  seen: Pick<Seen, "width" | "look">,
  run: (lack: Lack) => Promise<Problem[]>,
) => Promise<void>;

/** Measures a document at each width, and once all that no width changes. */
export async function measure(
  page: Page,
  mode: Mode,
  devTools: CDPSession,
  part: Part,
) {
  const arrival = await page.evaluateHandle(() => document.activeElement);
  const arriveIn = async (size: Size) => {
    await page.setViewportSize(size);
    await goToTop(page);
    // The element that had the focus at first is in view in each window.
    await arrival.evaluate((element) => {
      inPage.focused()?.blur();
      (element as HTMLElement | null)?.focus();
    });
    await page.evaluate(finishTransitions);
  };
  const isScripted = mode === "javascript";
  /** What is already cut off in the plain look. */
  const known = new Set<string>();
  const forced = await page.evaluateHandle(() => new Set<Element>());
  for (const size of windows) {
    const { width } = size;
    await arriveIn(size);
    await part("targets", { width }, () => findProblems(page, smallTargets));
    for (const look of looks)
      await part("text", { width, look: look.look }, () =>
        textProblems(width, look),
      );
    const stops = await page.evaluateHandle((): Element[] => []);
    await part("the Tab key", { width }, (lack) =>
      goThrough(page, stops, mode, lack),
    );
    await arriveIn(size);
    await part("contrast and focus", { width }, async (lack) => {
      await showAll(size, lack);
      return paintProblems(stops);
    });
    await part("focus", { width, look: "forced colors" }, async () => {
      const rest = await stops.evaluateHandle(takeNew, forced);
      if (await rest.evaluate(({ length }) => length === 0)) return [];
      await page.emulateMedia({ forcedColors: "active" });
      await goToTop(page);
      const { problems } = await judgeFocus(page, devTools, rest);
      await page.emulateMedia({ forcedColors: "none" });
      return problems
        .filter(({ rule }) => rule === "focus-invisible")
        .map((one) => broken("focus-forced-colors", one.help, one));
    });
  }
  await part("the language", {}, () => languageProblems(page));
  await part("what controls are called", {}, () => nameProblems(page));
  if (isScripted)
    await part("what listens for clicks", {}, () => mouseOnly(devTools));
  // axe is a script itself, so it comes after all that scripts would disturb. A
  // browser that runs scripts does not show noscript.
  if (!isScripted)
    await page.evaluate(() => {
      for (const noscript of document.querySelectorAll("noscript"))
        noscript.replaceWith(...noscript.childNodes);
    });
  await devTools.send("Emulation.setScriptExecutionDisabled", { value: false });
  const shown = await page.evaluateHandle(() => new Set<Element>());
  for (const size of windows)
    await part("axe", { width: size.width }, async (lack) => {
      await arriveIn(size);
      const isNew = await page.evaluate(showsMore, shown);
      return axeProblems(page, isNew, lack);
    });
  if (isScripted)
    await part("what buttons write", {}, () => silentStatuses(page));

  /** Text that is cut off or covered. */
  async function textProblems(width: number, { css, look, ruleOf }: Look) {
    const found = await withStyle(page, css, async () => {
      const text = await page.evaluateHandle(readText);
      return placesOf(await text.evaluateHandle(({ problems }) => problems));
    });
    const fresh = found.filter(({ what }) => !known.has(what));
    if (!look) for (const { what } of fresh) known.add(what);
    return fresh.flatMap((place) => {
      const rule = ruleOf(place.kind, width);
      return rule ? [broken(rule, place.what, place)] : [];
    });
  }

  /** Makes the window as tall as the page, for pictures of all of it. */
  async function showAll({ width, height, tallest }: Size, lack: Lack) {
    // The browser's own validation bubble disappears with the focus.
    await page.evaluate(() => {
      inPage.focused()?.blur();
      for (const animation of document.getAnimations()) animation.pause();
    });
    let needed = height;
    // A tall window may make the page longer.
    for (let times = 0; times < 2; times++) {
      const { cssContentSize } = await devTools.send("Page.getLayoutMetrics");
      needed = Math.max(needed, cssContentSize.height);
      await page.setViewportSize({ width, height: Math.min(tallest, needed) });
    }
    if (needed > tallest)
      lack(`Below ${tallest} px neither contrast nor focus is measured.`);
    // Chromium may not paint for a picture until the page comes to the front.
    await page.bringToFront();
    await goToTop(page);
  }

  async function paintProblems(stops: JSHandle<Element[]>) {
    const picture = await shoot(devTools);
    const text = await page.evaluateHandle(readText);
    const lines = await placesOf(
      await text.evaluateHandle((one) => one.painted),
    );
    const halos = lines.some(({ hasHalo }) => hasHalo)
      ? await withStyle(page, letterless, () => shoot(devTools))
      : picture;
    const { ground, problems } = await judgeFocus(page, devTools, stops);
    return [...problems, ...contrastProblems(lines, picture, ground, halos)];
  }
}

/** Runs in the page: whether it shows elements that are not known, and adds them. */
function showsMore(known: Set<Element>) {
  const { size } = known;
  for (const element of document.querySelectorAll("*"))
    if (inPage.isShown(element)) known.add(element);
  return known.size > size;
}

/** Runs in the page: returns the elements that are not known, and adds them. */
const takeNew = (elements: Element[], known: Set<Element>) =>
  elements.filter((element) => !known.has(element) && known.add(element));
