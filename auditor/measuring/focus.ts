import type { CDPSession, JSHandle, Page } from "playwright";
import type { Problem } from "../finding";
import { broken } from "../rules";
import { changes, contrast, shoot, type Picture } from "./pixels";
import { findPlaces, finishTransitions, withStyle } from "./places";

const mark = "data-auditor-stop";

/** The page without its letters, for the backgrounds. */
export const letterless = `
  *, *::before, *::after {
    -webkit-text-fill-color: transparent !important;
    text-decoration-color: transparent !important;
    caret-color: transparent !important;
  }`;

/** The same without the shadows of letters. */
const groundStyle = `${letterless}
  *, *::before, *::after { text-shadow: none !important; }`;

/**
 * Compares pictures of the page without focus and with every stop focused.
 *
 * @returns stops that show their focus faintly or not at all, and the page
 *   without text and focus
 */
export async function judgeFocus(
  page: Page,
  devTools: CDPSession,
  stops: JSHandle<Element[]>,
): Promise<{ problems: Problem[]; ground: Picture }> {
  const look = async () => {
    const ground = await shoot(devTools);
    // A picture takes a tenth of a second.
    const isAlone = await stops.evaluate(({ length }) => length === 0);
    const focused = isAlone ? ground : await shootFocused(devTools, stops);
    return { ground, focused, places: await findPlaces(page, edges, stops) };
  };
  const seen = withStyle(page, groundStyle, look);
  const { ground, focused, places } = await seen.finally(() =>
    devTools.send("CSS.disable"),
  );
  const height = ground.pixels.length / ground.width;
  /** Stops that show no focus among the others, as in a scroll area, by kind. */
  const alone = new Map<string, ReturnType<typeof changedAt>>();
  const problems: Problem[] = [];
  for (const [index, place] of places.entries()) {
    // An element outside of the picture is not judged: a menu may have closed.
    if (!place.isShown || place.box.top >= height) continue;
    let shown = changedAt(place, ground, focused);
    if (shown.any === 0) {
      // Stops of the same kind look alike.
      const kind = place.selector.replace(/:nth-of-type\(\d+\)/g, "");
      shown = alone.get(kind) ?? (await focusAlone(index));
      alone.set(kind, shown);
    }
    const { any, changed, least } = shown;
    if (any === 0) {
      const what = "Nothing changes as it gets the focus";
      problems.push(broken("focus-invisible", what, place));
    } else if (changed < least && !place.isBrowsers) {
      const what = `The focus changes ${changed} pixels by 3:1, of ${Math.round(least)} needed`;
      problems.push(broken("focus-faint", what, place));
    }
  }
  return { problems, ground };

  /** Focuses one stop that shows no focus among the others. */
  async function focusAlone(index: number) {
    const stop = await stops.evaluateHandle(
      (elements, index) => elements[index] as HTMLElement,
      index,
    );
    const isBehind = await stop.evaluate((element) => {
      inPage.focused()?.blur();
      return inPage.isBehind(element);
    });
    if (isBehind) return { any: 1, changed: Infinity, least: 0 };
    await stop.evaluate(finishTransitions);
    const before = await shoot(devTools, false);
    await stop.evaluate((element) => element.focus({ preventScroll: true }));
    await stop.evaluate(finishTransitions);
    const after = await shoot(devTools, false);
    const places = await findPlaces(page, edges, stops);
    const place = places[index] as (typeof places)[number];
    const shown = changedAt(place, before, after);
    // The change may be anywhere.
    const isSeen =
      place.isField ||
      after.pixels.some((pixel, at) => pixel !== before.pixels[at]);
    return { ...shown, any: isSeen ? Math.max(1, shown.any) : 0 };
  }
}

/** Shows each stop with the look of the focus. The marks find them for DevTools. */
async function shootFocused(devTools: CDPSession, stops: JSHandle<Element[]>) {
  const toggle = (elements: Element[], mark: string) =>
    elements.forEach((element) => element.toggleAttribute(mark));
  await stops.evaluate(toggle, mark);
  await devTools.send("DOM.enable");
  const { root } = await devTools.send("DOM.getDocument", { depth: 0 });
  const { nodeIds } = await devTools.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: `[${mark}]`,
  });
  await stops.evaluate(toggle, mark);
  await devTools.send("CSS.enable");
  const forcedPseudoClasses = ["focus", "focus-visible", "focus-within"];
  await Promise.all(
    nodeIds.map((nodeId) =>
      devTools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses }),
    ),
  );
  await stops.evaluate(finishTransitions);
  return shoot(devTools);
}

/** Runs in the page: the lines of each control, in the window. */
const edges = (elements: Element[]) =>
  elements.map((element) => ({
    element,
    isShown:
      inPage.isShown(element) &&
      // A window that a script gives the focus is no control.
      !element.matches("[tabindex^='-']") &&
      (element.clientHeight > 0 || !inPage.isEmpty(element)),
    // WCAG exempts a focus that no style sheet of the page has changed.
    isBrowsers: getComputedStyle(element).outlineStyle === "auto",
    // A field shows the cursor.
    isField: element.matches(
      "textarea, [contenteditable], input:not([type=radio], [type=checkbox], [type=submit], [type=button], [type=reset], [type=image], [type=range], [type=color], [type=file])",
    ),
    lines: [...element.getClientRects()],
    box: element.getBoundingClientRect(),
  }));

/** How many pixels at a control's edges differ, and how many by 3:1. */
function changedAt(
  { lines, box }: Pick<ReturnType<typeof edges>[number], "lines" | "box">,
  one: Picture,
  other: Picture,
) {
  // A ring is at most this far outside or inside its control.
  const [outside, inside] = [12, 6];
  const [any, changed] = [new Set<number>(), new Set<number>()];
  let edge = 0;
  for (const line of lines) {
    const { left, top, right, bottom } = line;
    edge += 2 * (line.width + line.height);
    for (const { at, x, y, was, is } of changes(one, other, line, outside)) {
      const depth = Math.min(x - left, right - x, y - top, bottom - y);
      if (depth > inside) continue;
      any.add(at);
      if (contrast(was, is) >= 3) changed.add(at);
    }
  }
  // Stacked lines share one outline. It is to be two pixels wide.
  const least = 2 * Math.min(2 * (box.width + box.height), edge);
  return { any: any.size, changed: changed.size, least };
}
