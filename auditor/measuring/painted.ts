import { expect } from "playwright/test";
import { eventually } from "../engines/webdriver";
import type { Window } from "../engines/webdriver";
import { contrast, readPicture } from "./pixels";
import type { Picture } from "./pixels";
import { readText } from "./text";
import type { Painted } from "./text";

/**
 * Waits until a window shows the lines of text that are in it. Animations are
 * held at their start: engines paint them, and what is near, differently.
 */
export async function untilPainted(
  window: Pick<Window, "evaluate" | "screenshot">,
) {
  await window.evaluate(() => {
    for (const animation of document.getAnimations()) animation.pause();
  });
  await eventually(async () => {
    const { painted: lines } = await window.evaluate(readText);
    const missing = unseen(lines, await readPicture(await window.screenshot()));
    expect(missing, "text that is not painted").toEqual([]);
  });
  await window.evaluate(() => {
    for (const animation of document.getAnimations()) animation.play();
  });
}

/** Lines without a pixel of their color, or with no other. */
function unseen(lines: Painted, { width, pixels }: Picture) {
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
          contrasts.push(contrast(pixel, color));
        }
      }
      return Math.min(...contrasts) > 2 || Math.max(...contrasts) < 4.5;
    })
    .map(({ words }) => words);
}
