import type { CDPSession } from "playwright";
import sharp from "sharp";

export interface Picture {
  width: number;
  /** Each pixel as one number: alpha, blue, green, red. */
  pixels: Uint32Array;
}

/** The window, wherever the page is scrolled. Light compression takes a fraction of the time. */
export async function shoot(devTools: CDPSession): Promise<Picture> {
  const { cssVisualViewport } = await devTools.send("Page.getLayoutMetrics");
  const { pageX, pageY, clientWidth, clientHeight } = cssVisualViewport;
  const size = { width: clientWidth, height: clientHeight };
  const shot = await devTools.send("Page.captureScreenshot", {
    clip: { x: pageX, y: pageY, ...size, scale: 1 },
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
