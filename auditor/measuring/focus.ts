import type { CDPSession, JSHandle } from "playwright";
import type { Problem } from "../finding";
import { broken } from "../rules";
import { contrast, shoot } from "./pixels";
import type { Picture } from "./pixels";
import { finishTransitions, placesOf } from "./places";

/** How a control shows its focus. */
interface FocusShown {
  /** Pixels at the control's edges that the focus changes at all. */
  any: number;
  /** Pixels that it changes by 3:1. */
  changed: number;
  /** Pixels around its lines. */
  perimeter: number;
}

const mark = "data-auditor-stop";

/**
 * Compares the page with every stop focused at once.
 *
 * @param ground the page without focus
 * @returns how each stop shows its focus, in their order
 */
export async function focusShown(
  stops: JSHandle<Element[]>,
  ground: Picture,
  devTools: CDPSession,
): Promise<(FocusShown | undefined)[]> {
  const setMarks = (isOn: boolean) =>
    stops.evaluate(
      (elements, { mark, isOn }) => {
        for (const element of elements) element.toggleAttribute(mark, isOn);
      },
      { mark, isOn },
    );
  await setMarks(true);
  try {
    await devTools.send("DOM.enable");
    const { root } = await devTools.send("DOM.getDocument", { depth: 0 });
    const { nodeIds } = await devTools.send("DOM.querySelectorAll", {
      nodeId: root.nodeId,
      selector: `[${mark}]`,
    });
    await devTools.send("CSS.enable");
    await Promise.all(
      nodeIds.map((nodeId) =>
        devTools.send("CSS.forcePseudoState", {
          nodeId,
          forcedPseudoClasses: ["focus", "focus-visible", "focus-within"],
        }),
      ),
    );
    await stops.evaluate(finishTransitions);
    const focused = await shoot(devTools);
    const places = await stops.evaluate(edges);
    const height = ground.pixels.length / ground.width;
    return places.map((place) =>
      // What the picture does not hold is not judged.
      place.box.top < height ? changedAt(place, ground, focused) : undefined,
    );
  } finally {
    // Ends what is forced, too.
    await devTools.send("CSS.disable");
    await setMarks(false);
    await stops.evaluate(finishTransitions);
  }
}

/** Stops that show their focus not at all, or faintly. */
export async function focusProblems(
  stops: JSHandle<Element[]>,
  shown: (FocusShown | undefined)[],
  devTools: CDPSession,
): Promise<Problem[]> {
  const places = await placesOf(
    await stops.evaluateHandle((elements) =>
      elements.map((element) => ({ element })),
    ),
  );
  const problems: Problem[] = [];
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
    const least = 2 * perimeter;
    if (any === 0) {
      const what = "Nothing changes as it gets the focus";
      problems.push(broken("focus-invisible", what, place));
    } else if (changed < least) {
      const what = `The focus changes ${changed} pixels by 3:1, of ${Math.round(least)} needed`;
      problems.push(broken("focus-faint", what, place));
    }
  }
  return problems;
}

/** Runs in the page: the lines of each control. */
function edges(elements: Element[]) {
  return elements.map((element) => ({
    lines: [...element.getClientRects()].map(
      ({ left, top, right, bottom }) => ({
        left: left + scrollX,
        top: top + scrollY,
        right: right + scrollX,
        bottom: bottom + scrollY,
      }),
    ),
    box: element.getBoundingClientRect().toJSON() as DOMRect,
  }));
}

function changedAt(
  { lines, box }: ReturnType<typeof edges>[number],
  one: Picture,
  other: Picture,
): FocusShown {
  // A ring is at most this far outside or inside its control.
  const [outside, inside] = [12, 6];
  const [any, changed] = [new Set<number>(), new Set<number>()];
  for (const { left, top, right, bottom } of lines) {
    for (let y = Math.floor(top - outside); y < bottom + outside; y++) {
      for (let x = Math.floor(left - outside); x < right + outside; x++) {
        const isInner =
          x > left + inside &&
          x < right - inside &&
          y > top + inside &&
          y < bottom - inside;
        if (isInner || x < 0 || y < 0 || x >= one.width) continue;
        const at = y * one.width + x;
        const [was, is] = [one.pixels[at] ?? 0, other.pixels[at] ?? 0];
        if (was === is) continue;
        any.add(at);
        if (contrast(was, is) >= 3) changed.add(at);
      }
    }
  }
  // Stacked lines share one outline.
  const perimeter = Math.min(
    2 * (box.width + box.height),
    lines.reduce(
      (sum, { left, top, right, bottom }) =>
        sum + 2 * (right - left + bottom - top),
      0,
    ),
  );
  return { any: any.size, changed: changed.size, perimeter };
}

/** How a stop shows its focus that shows none among the others. */
async function focusShownAlone(
  stops: JSHandle<Element[]>,
  index: number,
  devTools: CDPSession,
): Promise<FocusShown | undefined> {
  // A field shows the cursor.
  const isField = await stops.evaluate((elements, index) => {
    const element = elements[index] as HTMLElement;
    (document.activeElement as HTMLElement | null)?.blur();
    element.scrollIntoView({ block: "center", behavior: "instant" });
    return element.matches(
      "textarea, [contenteditable], input:not([type=radio], [type=checkbox], [type=submit], [type=button], [type=reset], [type=image], [type=range], [type=color], [type=file])",
    );
  }, index);
  await stops.evaluate(finishTransitions);
  const before = await shoot(devTools);
  await stops.evaluate(
    (elements, index) =>
      (elements[index] as HTMLElement).focus({ preventScroll: true }),
    index,
  );
  await stops.evaluate(finishTransitions);
  const after = await shoot(devTools);
  const place = (await stops.evaluate(edges))[index];
  if (!place) return undefined;
  const shown = changedAt(place, before, after);
  // The change may be anywhere.
  const isSeen =
    isField || after.pixels.some((pixel, at) => pixel !== before.pixels[at]);
  return { ...shown, any: isSeen ? Math.max(1, shown.any) : 0 };
}
