import type { CDPSession, Page } from "playwright";
import type { Mode, Problem, Seen } from "../finding";
import { broken } from "../rules";
import type { Markup } from "../site";
import { axeProblems } from "./axe";
import { faint } from "./contrast";
import { focusShown, focusShownAlone } from "./focus";
import type { FocusShown } from "./focus";
import { languageProblems } from "./language";
import { shoot } from "./pixels";
import { findPlaces, placesOf, withStyle } from "./places";
import { mouseOnly, silentStatuses } from "./scripted";
import { goThrough } from "./tab-order";
import type { Way } from "./tab-order";
import { readText, smallTargets } from "./text";

export const widths = [320, 1280] as const;

/** In CSS pixels; 2.5.5 asks for 44. */
const target = 44;

/** The spacing of letters, words, lines and paragraphs in 1.4.12. */
const spacing = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;

/** Pictures of longer pages fit no graphics memory. */
const tallest = 12_000;

export interface Measuring {
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

/**
 * Measures a document: once what depends on neither width nor look, the rest at
 * each width.
 */
export async function measure(given: Measuring) {
  const { page, mode, devTools, report, part } = given;
  const arrival = await page.evaluateHandle(() => document.activeElement);
  /** The element that has the focus at first is in sight in each window. */
  const arriveAgain = () =>
    arrival.evaluate((element) => {
      scrollTo({ top: 0, left: 0, behavior: "instant" });
      (document.activeElement as HTMLElement | null)?.blur();
      (element as HTMLElement | null)?.focus();
    });
  // Any width comes before the narrow one: what is cut off there as well, is cut
  // off by design.
  const wide = { width: 1280, height: 800 };
  const narrow = { width: 320, height: 640 };
  let asWide: string[] = [];
  for (const size of [wide, narrow]) {
    const { width } = size;
    await page.setViewportSize(size);
    await arriveAgain();
    await part(`layout at ${width} px`, async () => {
      asWide = await layout(given, width, asWide);
    });
    await part(`the Tab key at ${width} px`, async () => {
      const way = await goThrough(page);
      await report(way.problems, { width });
      await arriveAgain();
      await look(given, size, way);
      await page.setViewportSize(size);
      await arriveAgain();
    });
  }
  await part("the language", async () =>
    report(await languageProblems(page), { width: 320 }),
  );
  if (mode === "javascript")
    await part("what listens for clicks", async () =>
      report(await mouseOnly(devTools), {}),
    );
  await page.setViewportSize(wide);
  await arriveAgain();
  await part("axe", async () => {
    // axe is itself a script, and comes after all that scripts would disturb.
    await devTools.send("Emulation.setScriptExecutionDisabled", {
      value: false,
    });
    await report(await axeProblems(page), { width: wide.width });
  });
  if (mode === "javascript")
    await part("what buttons write", async () =>
      report(await silentStatuses(page), {}),
    );
}

/** @returns what is cut off or covered as it is */
async function layout(
  { page, markup, report }: Measuring,
  width: number,
  asWide: string[],
): Promise<string[]> {
  const isNarrow = width === 320;
  const read = async () => {
    const handle = await page.evaluateHandle(readText, markup);
    const problems = await handle.evaluateHandle(({ problems }) => problems);
    return placesOf(problems);
  };
  const seen = { width };
  const targets = await findPlaces(page, smallTargets, target);
  await report(
    targets.map(({ what, ...place }) => broken("target-small", what, place)),
    seen,
  );
  const asItIs = await read();
  await report(
    asItIs.map(({ what, kind, ...place }) =>
      broken(
        isNarrow && kind !== "overhang" && !asWide.includes(what)
          ? "reflow"
          : "text-cut",
        what,
        place,
      ),
    ),
    seen,
  );
  const known = [...asWide, ...asItIs.map(({ what }) => what)];
  const isUnknown = ({ what, kind }: { what: string; kind: string }) =>
    !known.includes(what) && kind !== "overhang";
  const spaced = await withStyle(page, spacing, read);
  await report(
    spaced
      .filter(isUnknown)
      .map(({ what, ...place }) => broken("text-spacing", what, place)),
    { ...seen, look: "text spacing" },
  );
  // Visitors may also enlarge the text alone; no criterion asks for that.
  const setSize = (size: string) =>
    page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, size);
  await setSize("200%");
  const large = await read();
  await setSize("");
  await report(
    large
      .filter(({ what }) => !known.includes(what))
      .map(({ what, ...place }) => broken("text-cut", what, place)),
    { ...seen, look: "200 % text" },
  );
  return asItIs.map(({ what }) => what);
}

/** The page without its text, for the backgrounds. */
const groundStyle = `
  *, *::before, *::after {
    -webkit-text-fill-color: transparent !important;
    text-decoration-color: transparent !important;
    text-shadow: none !important;
    caret-color: transparent !important;
  }`;

/** Contrast and visible focus, in pictures of the whole page. */
async function look(
  { page, markup, devTools, report }: Measuring,
  size: { width: number; height: number },
  { stops }: Way,
) {
  const { width } = size;
  // The browser's own validation bubble disappears with the focus.
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const animation of document.getAnimations()) animation.pause();
  });
  const { cssContentSize } = await devTools.send("Page.getLayoutMetrics");
  await page.setViewportSize({
    width,
    height: Math.min(tallest, Math.max(size.height, cssContentSize.height)),
  });
  // Chromium may not paint for a picture until the page comes to the front.
  await page.bringToFront();
  for (const look of ["default", "forced colors"] as const) {
    const isForced = look === "forced colors";
    // Forced colors are the same at each width.
    if (isForced && width !== 320) continue;
    await page.emulateMedia({ forcedColors: isForced ? "active" : "none" });
    const text = isForced ? undefined : await shoot(devTools);
    const read = await page.evaluateHandle(readText, markup);
    const lines = await placesOf(
      await read.evaluateHandle(({ painted }) => painted),
    );
    const [shown, faintText] = await withStyle(page, groundStyle, async () => {
      const ground = await shoot(devTools);
      const shown = await focusShown(stops, ground, devTools);
      return [shown, text ? faint(lines, text, ground) : []] as const;
    });
    await report(
      faintText.flatMap((line) => {
        const least = line.isField || line.isLarge ? 3 : 4.5;
        const enhanced = line.isLarge ? 4.5 : 7;
        const { selector, html, ratio, words } = line;
        // 4.499 is below 4.5.
        const what = `${line.isField ? "Its border" : `"${words}"`} has a contrast of ${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`;
        const place = { selector, html };
        if (line.isField)
          return ratio < least ? [broken("border-contrast", what, place)] : [];
        if (ratio < least) return [broken("contrast", what, place)];
        if (ratio < enhanced) return [broken("contrast-enhanced", what, place)];
        return ratio < 7 ? [broken("contrast-large", what, place)] : [];
      }),
      { width, look },
    );
    const places = await placesOf(
      await stops.evaluateHandle((elements) =>
        elements.map((element) => ({ element })),
      ),
    );
    /** What alone among the others shows no focus, such as in a scroll area. */
    const alone = new Map<string, FocusShown | undefined>();
    for (const [index, place] of places.entries()) {
      let focus = shown[index];
      if (focus?.any === 0) {
        // Stops of the same kind look alike.
        const kind = place.selector.replace(/:nth-of-type\(\d+\)/g, "");
        focus = alone.has(kind)
          ? alone.get(kind)
          : await focusShownAlone(stops, index, devTools);
        alone.set(kind, focus);
      }
      if (!focus) continue;
      const { any, changed, perimeter } = focus;
      if (any === 0)
        await report(
          [
            broken(
              "focus-invisible",
              "Nothing changes as it gets the focus",
              place,
            ),
          ],
          { width, look },
        );
      else if (changed < 2 * perimeter)
        await report(
          [
            broken(
              "focus-faint",
              `The focus changes ${changed} pixels by 3:1, of ${Math.round(2 * perimeter)} needed`,
              place,
            ),
          ],
          { width, look },
        );
    }
  }
  await page.emulateMedia({ forcedColors: "none" });
}
