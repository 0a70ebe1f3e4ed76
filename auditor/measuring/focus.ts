import type { CDPSession, Page } from "playwright/test";
import type { Markup } from "../site";
import { contrast } from "./contrast";
import { readPicture } from "./picture";
import type { Picture } from "./picture";
import { shoot } from "./shoot";

/** How a control shows its focus. */
export interface FocusShown {
  /** Pixels at the control's edges that the focus changes by 3:1. */
  changed: number;
  /** Pixels around its lines. */
  perimeter: number;
}

/**
 * Compares the page with every control focused at once.
 *
 * @param ground the page without focus
 */
export async function focusShown(
  page: Page,
  ground: Picture,
  { skipLink }: Markup,
  devTools: CDPSession,
): Promise<Record<number, FocusShown>> {
  await devTools.send("DOM.enable");
  const { root } = await devTools.send("DOM.getDocument", { depth: 0 });
  /** Takes a picture of the page while the controls look focused. */
  const withFocus = async (selector: string, height?: number) => {
    const { nodeIds } = await devTools.send("DOM.querySelectorAll", {
      nodeId: root.nodeId,
      selector,
    });
    if (nodeIds.length === 0) return {};
    await devTools.send("CSS.enable");
    await Promise.all(
      nodeIds.map((nodeId) =>
        devTools.send("CSS.forcePseudoState", {
          nodeId,
          forcedPseudoClasses: ["focus", "focus-visible"],
        }),
      ),
    );
    const focused = await readPicture(await shoot(devTools, height));
    const places = await page.evaluate(edges, selector);
    // Ends what is forced, too.
    await devTools.send("CSS.disable");
    return changedAt(places, ground, focused);
  };
  return {
    ...(await withFocus(`[data-stop]:not(${skipLink})`)),
    // It covers others at the page's top, and only while it has the focus.
    ...(await withFocus(`[data-stop]${skipLink}`, 200)),
  };
}

/** Runs in the page: the lines of each control. */
function edges(selector: string) {
  return [...document.querySelectorAll<HTMLElement>(selector)].map(
    (element) => ({
      stop: Number(element.dataset.stop),
      lines: [...element.getClientRects()].map(
        ({ left, top, right, bottom }) => ({
          left: left + scrollX,
          top: top + scrollY,
          right: right + scrollX,
          bottom: bottom + scrollY,
        }),
      ),
      box: element.getBoundingClientRect().toJSON() as DOMRect,
    }),
  );
}

function changedAt(
  places: ReturnType<typeof edges>,
  one: Picture,
  other: Picture,
): Record<number, FocusShown> {
  // A ring is at most this far outside or inside its control.
  const [outside, inside] = [12, 6];
  const shown = places.map(({ stop, lines, box }): [number, FocusShown] => {
    const changed = new Set<number>();
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
          if (was !== is && contrast(was, is) >= 3) changed.add(at);
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
    return [stop, { changed: changed.size, perimeter }];
  });
  return Object.fromEntries(shown);
}
