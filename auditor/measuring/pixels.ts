import type { CDPSession } from "playwright";
import sharp from "sharp";

export interface Picture {
  width: number;
  /** Each pixel as one number: alpha, blue, green, red. */
  pixels: Uint32Array;
}

/** Larger pictures take too much memory. */
export const maxPixels = 4e7;

/**
 * The window, wherever the page is scrolled, or the page from its top, as the window
 * lays it out. Light compression takes a fraction of the time.
 */
export async function shoot(
  devTools: CDPSession,
  isWhole = true,
): Promise<Picture> {
  const { cssVisualViewport, cssContentSize } = await devTools.send(
    "Page.getLayoutMetrics",
  );
  const { pageX: x, pageY: y, clientWidth: width } = cssVisualViewport;
  const needed = Math.max(
    cssVisualViewport.clientHeight,
    cssContentSize.height,
  );
  const height = isWhole
    ? Math.min(needed, maxPixels / width)
    : cssVisualViewport.clientHeight;
  const shot = await devTools.send("Page.captureScreenshot", {
    clip: { x, y, width, height, scale: 1 },
    captureBeyondViewport: isWhole,
    optimizeForSpeed: true,
  });
  const { data, info } = await sharp(Buffer.from(shot.data, "base64"))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { buffer, byteOffset, length } = data;
  return {
    width: info.width,
    pixels: new Uint32Array(buffer, byteOffset, length / 4),
  };
}

/** The pixels in a box, or so far around it, that two pictures show differently. */
export function* changes(
  before: Picture,
  after: Picture,
  box: Pick<DOMRect, "x" | "y" | "right" | "bottom">,
  around = 0,
) {
  const [left, top] = [Math.floor(box.x - around), Math.floor(box.y - around)];
  const right = Math.min(box.right + around, before.width);
  for (let y = Math.max(0, top); y < box.bottom + around; y++)
    for (let x = Math.max(0, left); x < right; x++) {
      const at = y * before.width + x;
      const [was, is] = [before.pixels[at], after.pixels[at]];
      if (was !== undefined && is !== undefined && was !== is)
        yield { at, x, y, was, is };
    }
}

const linear = Array.from({ length: 256 }, (_, value) =>
  value / 255 <= 0.04045
    ? value / 255 / 12.92
    : ((value / 255 + 0.055) / 1.055) ** 2.4,
);

const luminance = (pixel: number) =>
  0.2126 * (linear[pixel & 255] ?? 0) +
  0.7152 * (linear[(pixel >> 8) & 255] ?? 0) +
  0.0722 * (linear[(pixel >> 16) & 255] ?? 0);

/** WCAG's contrast ratio of two pixels. */
export function contrast(one: number, other: number): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
