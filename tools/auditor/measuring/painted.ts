import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { eventually } from "../engines/webdriver";
import type { Window } from "../engines/webdriver";
import type { Markup } from "../site";
import { readText } from "./text";
import type { Painted } from "./text";

/**
 * Waits until a window shows the lines of text that are in it. Animations are
 * held at their start: engines paint them, and what is near, differently.
 *
 * @param lab a page that can read pixels
 */
export async function untilPainted(
  window: Pick<Window, "evaluate" | "screenshot">,
  lab: Page,
  markup: Markup,
) {
  await window.evaluate(() => {
    for (const animation of document.getAnimations()) animation.pause();
  });
  await eventually(async () => {
    const { painted: lines } = await window.evaluate(readText, markup);
    const shot = await window.screenshot();
    const missing = await lab.evaluate(unseen, { lines, shot });
    expect(missing, "text that is not painted").toEqual([]);
  });
  await window.evaluate(() => {
    for (const animation of document.getAnimations()) animation.play();
  });
}

/** Runs in the lab: lines without a pixel of their color, or with no other. */
async function unseen({ lines, shot }: { lines: Painted; shot: string }) {
  const { width, pixels } = await window.pixelsOf(shot);
  const height = pixels.length / width;
  return lines
    .filter(({ isField, right, bottom, y }) => {
      return !isField && right <= width && y >= 0 && bottom <= height;
    })
    .filter(({ x, right, y, bottom, color }) => {
      const contrasts: number[] = [];
      for (let down = Math.ceil(y); down < bottom; down++) {
        for (let across = Math.ceil(x); across < right; across++) {
          const pixel = pixels[down * width + across] ?? 0;
          contrasts.push(window.contrast(pixel, color));
        }
      }
      return Math.min(...contrasts) > 2 || Math.max(...contrasts) < 4.5;
    })
    .map(({ words }) => words);
}
