import type { BrowserContext, Page } from "playwright/test";
import type { Window } from "../engines/webdriver";
import type { Markup } from "../site";
import { look } from "./look";
import { untilPainted } from "./painted";

/** Opens a page that reads the pixels of others. */
export async function openLab(context: BrowserContext, markup: Markup) {
  const lab = await context.newPage();
  await lab.evaluate(equip);
  return {
    look: (page: Page, file: string, hasOwnColors = true) =>
      look(page, lab, markup, file, hasOwnColors),
    untilPainted: (window: Pick<Window, "evaluate" | "screenshot">) =>
      untilPainted(window, lab, markup),
  };
}

export type Lab = Awaited<ReturnType<typeof openLab>>;

interface Picture {
  width: number;
  /** Each pixel as one number: alpha, blue, green, red. */
  pixels: Uint32Array;
}

declare global {
  interface Window {
    pixelsOf: (shot: string) => Promise<Picture>;
    /** The page without focus. */
    ground: Picture;
    contrast: (one: number, other: number) => number;
  }
}

/** Runs in the lab. */
function equip() {
  window.pixelsOf = async (shot) => {
    const image = new Image();
    image.src = `data:image/png;base64,${shot}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("No canvas here.");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return { width: image.width, pixels: new Uint32Array(data.buffer) };
  };
  // WCAG's relative luminance and contrast ratio.
  const linear = Array.from({ length: 256 }, (_, value) =>
    value / 255 <= 0.04045
      ? value / 255 / 12.92
      : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  const luminance = (pixel: number) =>
    0.2126 * (linear[pixel & 255] ?? 0) +
    0.7152 * (linear[(pixel >> 8) & 255] ?? 0) +
    0.0722 * (linear[(pixel >> 16) & 255] ?? 0);
  window.contrast = (one, other) => {
    const [a, b] = [luminance(one), luminance(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
}
