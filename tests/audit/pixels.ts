import type { BrowserContext, Page } from "playwright/test";
import type { Change } from "./tab-order";

/** Contrasts, in the painted pixels of a page. */
export async function openPixels(context: BrowserContext) {
  const lab = await context.newPage();
  await lab.evaluate(equip);

  return {
    /** What two screenshots (PNG in base64) of one place have different, by 3:1. */
    changes: (before: string, after: string): Promise<Change> =>
      lab.evaluate(
        async (shots) => {
          const [one, other] = await Promise.all(shots.map(window.pixelsOf));
          let pixels = 0;
          for (let at = 0; one && other && at < one.length; at++) {
            const [before, after] = [one[at] ?? 0, other[at] ?? 0];
            if (before !== after && window.contrast(before, after) >= 3)
              pixels++;
          }
          return { pixels };
        },
        [before, after],
      ),
    /** Texts, and borders of fields, that stand out too little. */
    faint: (page: Page) => faint(page, lab),
  };
}

/** AAA's for text, large text included; AA's for the parts of a control. */
const least = { text: 7, part: 3 };

async function faint(page: Page, lab: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0;
  // What the browser itself lays over the page goes with the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const painted = await page.evaluate(colours);
  const style = await page.addStyleTag({
    content:
      "* { color: transparent !important; text-decoration-color: transparent !important; }",
  });
  const devTools = await page.context().newCDPSession(page);
  const { cssContentSize } = await devTools.send("Page.getLayoutMetrics");
  // Not compressed, it takes a fraction of the time.
  const { data: shot } = await devTools.send("Page.captureScreenshot", {
    clip: { ...cssContentSize, scale: 1 },
    captureBeyondViewport: true,
    optimizeForSpeed: true,
  });
  await style.evaluate((element) => (element as Element).remove());
  return lab.evaluate(
    async ({ shot, painted, least, width }) => {
      const pixels = await window.pixelsOf(shot);
      const at = (x: number, y: number) =>
        pixels[Math.round(y) * width + Math.round(x)] ?? 0;
      const problems = new Set<string>();
      for (const { words, colour, x, y, right, bottom, isField } of painted) {
        if (isField) {
          const middle = (y + bottom) / 2;
          const ratio = window.contrast(at(x + 1, middle), at(x - 4, middle));
          if (ratio < least.part)
            problems.add(
              `1.4.11 the border of ${words}: ${ratio.toFixed(2)}:1`,
            );
          continue;
        }
        const grounds = new Set<number>();
        for (let down = y; down < bottom; down++) {
          for (
            let across = Math.max(0, x);
            across < Math.min(right, width - 1);
            across++
          ) {
            grounds.add(at(across, down));
          }
        }
        const lowest = Math.min(
          ...[...grounds].map((ground) => window.contrast(colour, ground)),
        );
        if (lowest < least.text)
          problems.add(`1.4.6 "${words}": ${lowest.toFixed(2)}:1`);
      }
      return [...problems];
    },
    { shot, painted, least, width },
  );
}

declare global {
  interface Window {
    /** Each pixel as one number: alpha, blue, green, red. */
    pixelsOf: (shot: string) => Promise<Uint32Array>;
    contrast: (one: number, other: number) => number;
  }
}

/** Runs in a page of its own. */
function equip() {
  window.pixelsOf = async (shot) => {
    const image = new Image();
    image.src = `data:image/png;base64,${shot}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("No canvas here.");
    context.drawImage(image, 0, 0);
    return new Uint32Array(
      context.getImageData(0, 0, image.width, image.height).data.buffer,
    );
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

/** Runs in the page: each line of text with its colour, and each field. */
function colours() {
  const place = (box: DOMRect) => ({
    x: box.left + scrollX,
    y: box.top + scrollY,
    right: box.right + scrollX,
    bottom: box.bottom + scrollY,
  });
  const painted: {
    words: string;
    colour: number;
    isField: boolean;
    x: number;
    y: number;
    right: number;
    bottom: number;
  }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = node.textContent?.trim().slice(0, 40);
    if (
      !element ||
      !words ||
      element.closest("svg, script, style, .hidden, :disabled")
    )
      continue;
    if (!element.checkVisibility()) continue;
    const [red = 0, green = 0, blue = 0] = (
      getComputedStyle(element).color.match(/[\d.]+/g) ?? []
    ).map(Number);
    const colour = red + 256 * green + 65536 * blue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      // A turned letter fills the middle of its box.
      const inset = element.closest(".letters") ? box.width / 4 : 0;
      const { x, y, right, bottom } = place(box);
      painted.push({
        words,
        colour,
        isField: false,
        x: x + inset,
        y: y + inset,
        right: right - inset,
        bottom: bottom - inset,
      });
    }
  }
  for (const field of document.querySelectorAll(
    "input:not([type=hidden]), textarea",
  )) {
    if (field.matches(":focus") || !field.checkVisibility()) continue;
    painted.push({
      words: field.id,
      colour: 0,
      isField: true,
      ...place(field.getBoundingClientRect()),
    });
  }
  return painted;
}
