import type { CDPSession, JSHandle, Page } from "playwright";
import type { Mode, Problem, Seen } from "../finding";
import { broken, type RuleName } from "../rules";
import { axeProblems } from "./axe";
import { contrastProblems } from "./contrast";
import { nameProblems } from "./controls";
import { judgeFocus, letterless } from "./focus";
import { languageProblems } from "./language";
import { maxPixels, shoot } from "./pixels";
import {
  findProblems,
  finishTransitions,
  goToTop,
  placesOf,
  withStyle,
} from "./places";
import { pressOthers, stayHere, type Manners } from "./presses";
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
    ruleOf: (kind, width) => {
      if (kind === "moving") return "text-moving";
      return width === 320 && kind !== "overhang" ? "reflow" : "text-cut";
    },
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

/** The narrow width comes last: text that is cut off in a wide window, too, is cut off by design. */
export const windows = [
  { width: 1280, height: 800 },
  { width: 320, height: 640 },
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
  manners: Manners,
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
      goThrough(page, devTools, stops, mode, lack),
    );
    await arriveIn(size);
    await part("contrast and focus", { width }, async (lack) => {
      await showAll(size, lack);
      return paintProblems(stops, lack);
    });
    if (size === windows[0] && (await page.evaluate(asksForMore)))
      await part("contrast", { width, look: "dark, moving" }, async (lack) => {
        await page.emulateMedia({
          colorScheme: "dark",
          reducedMotion: "no-preference",
        });
        await showAll(size, lack);
        const none = await page.evaluateHandle((): Element[] => []);
        const problems = await paintProblems(none, lack);
        await page.emulateMedia({
          colorScheme: "light",
          reducedMotion: "reduce",
        });
        return problems;
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
  if (!isScripted) return;
  await part("what buttons write", {}, async () => {
    await stayHere(page, manners);
    return silentStatuses(page, manners);
  });
  await part("what presses work", {}, () => pressOthers(page, manners));

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

  /** Makes the window as tall as the page for a while: a script may show what comes into view. */
  async function showAll(size: Size, lack: Lack) {
    // The browser's own validation bubble disappears with the focus.
    await page.evaluate(() => inPage.focused()?.blur());
    const { cssContentSize } = await devTools.send("Page.getLayoutMetrics");
    const tallest = maxPixels / size.width;
    const height = Math.min(tallest, cssContentSize.height);
    if (height < cssContentSize.height)
      lack(`Below ${tallest} px neither contrast nor focus is measured.`);
    if (isScripted && height > size.height)
      await page.setViewportSize({ ...size, height });
    await untilAtRest(page);
    await page.setViewportSize(size);
    // Chromium may not paint for a picture until the page comes to the front.
    await page.bringToFront();
    await goToTop(page);
  }

  async function paintProblems(stops: JSHandle<Element[]>, lack: Lack) {
    const picture = await shoot(devTools);
    const text = await page.evaluateHandle(readText);
    const lines = await placesOf(
      await text.evaluateHandle((one) => one.painted),
    );
    const backdrops = await text.evaluateHandle((one) => one.backdrops);
    for (const { html } of await placesOf(backdrops))
      lack(`What lies behind ${html.split(/(?<=>)/)[0]} is not measured.`);
    const halos = lines.some(({ hasHalo }) => hasHalo)
      ? await withStyle(page, letterless, () => shoot(devTools))
      : picture;
    const { ground, problems } = await judgeFocus(page, devTools, stops);
    return [...problems, ...contrastProblems(lines, picture, ground, halos)];
  }
}

/** Runs in the page: whether a style sheet of its own origin has more for a dark scheme, or for motion. */
const asksForMore = () =>
  [...document.styleSheets].some((sheet) => {
    try {
      const rules = [...sheet.cssRules].map(({ cssText }) => cssText);
      return /prefers-color-scheme: dark|prefers-reduced-motion: no-preference/.test(
        sheet.media.mediaText + rules.join(),
      );
    } catch {
      return false;
    }
  });

/** Waits until no script changes the colors of the page any more, as it does to fade text in. */
async function untilAtRest(page: Page) {
  let last: string | undefined;
  for (let times = 0; times < 50; times++) {
    const now = await page.evaluate(readColors);
    if (now === last || now === "") return;
    last = now;
    await page.waitForTimeout(100);
  }
}

/** Runs in the page, and ends its animations, if they have an end. */
function readColors() {
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime === Infinity)
      animation.pause();
    else animation.finish();
  if (!document.scripts.length) return "";
  return [...document.querySelectorAll("body *")]
    .map((one) => getComputedStyle(one))
    .map(({ color, opacity }) => color + opacity)
    .join();
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
