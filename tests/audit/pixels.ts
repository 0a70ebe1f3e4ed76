import type { BrowserContext, CDPSession, Page } from "playwright/test";
import { withStyle } from "./with-style";

/** How a control shows its focus. */
export interface FocusShown {
  /** Pixels at the control's edges that the focus changes by 3:1. */
  changed: number;
  /** Pixels around its lines. */
  perimeter: number;
}

/** Contrasts, in the painted pixels of a page. */
export async function openPixels(context: BrowserContext) {
  const lab = await context.newPage();
  await lab.evaluate(equip);
  return (page: Page, file: string) => look(page, lab, file);
}

/**
 * The page without its text, for the backgrounds. The window is as tall as the
 * page, so that one painting serves all pictures.
 */
const groundStyle = `
  * {
    -webkit-text-fill-color: transparent !important;
    text-decoration-color: transparent !important;
  }
  main { min-block-size: 0 !important; }`;

/**
 * Examines the whole page.
 *
 * @param file where to save a picture of it
 * @returns how each control shows its focus, by its `data-stop`, and text and
 *   field borders with too little contrast
 */
async function look(page: Page, lab: Page, file: string) {
  const devTools = await page.context().newCDPSession(page);
  const { cssContentSize } = await devTools.send("Page.getLayoutMetrics");
  await page.setViewportSize({
    width: cssContentSize.width,
    height: cssContentSize.height,
  });
  const picture = {
    path: file,
    fullPage: true,
    type: "jpeg",
    quality: 35,
    timeout: 30_000,
  } as const;
  // Chromium may not paint for a picture until the page comes to the front.
  await page.screenshot(picture).catch(async () => {
    await page.bringToFront();
    await page.screenshot(picture);
  });
  // The browser's own validation bubble disappears with the focus.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const seen = await withStyle(page, groundStyle, async () => {
    await lab.evaluate(
      async (shot) => {
        window.ground = await window.pixelsOf(shot);
      },
      await shoot(devTools),
    );
    return {
      focus: await focusShown(page, lab, devTools),
      faint: await lab.evaluate(faint, {
        painted: await page.evaluate(colors),
        least,
      }),
    };
  });
  await devTools.detach();
  return seen;
}

/**
 * The window as PNG in base64. Light compression takes a fraction of the time.
 *
 * @param height how much of it, from the top, in CSS pixels
 */
async function shoot(devTools: CDPSession, height?: number) {
  const { cssVisualViewport } = await devTools.send("Page.getLayoutMetrics");
  const { clientWidth: width, clientHeight } = cssVisualViewport;
  const { data } = await devTools.send("Page.captureScreenshot", {
    clip: { x: 0, y: 0, width, height: height ?? clientHeight, scale: 1 },
    optimizeForSpeed: true,
  });
  return data;
}

/** Compares the background with every control focused at once. */
async function focusShown(
  page: Page,
  lab: Page,
  devTools: CDPSession,
): Promise<Record<number, FocusShown>> {
  await devTools.send("DOM.enable");
  await devTools.send("CSS.enable");
  const { root } = await devTools.send("DOM.getDocument", { depth: 0 });
  /** Takes a picture of the page while the controls look focused. */
  const withFocus = async (selector: string, height?: number) => {
    const { nodeIds } = await devTools.send("DOM.querySelectorAll", {
      nodeId: root.nodeId,
      selector,
    });
    const force = (forcedPseudoClasses: string[]) =>
      Promise.all(
        nodeIds.map((nodeId) =>
          devTools.send("CSS.forcePseudoState", {
            nodeId,
            forcedPseudoClasses,
          }),
        ),
      );
    await force(["focus", "focus-visible"]);
    const after = await shoot(devTools, height);
    const places = await page.evaluate(edges, selector);
    await force([]);
    return lab.evaluate(changedAt, { after, places });
  };
  return {
    ...(await withFocus("[data-stop]:not(.skip)")),
    // It covers others at the page's top, and only while it has the focus.
    ...(await withFocus("[data-stop].skip", 200)),
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

/** Runs in the lab. */
async function changedAt({
  after,
  places,
}: {
  after: string;
  places: ReturnType<typeof edges>;
}): Promise<Record<number, FocusShown>> {
  // A ring is at most this far outside or inside its control.
  const [outside, inside] = [12, 6];
  const one = window.ground;
  const other = await window.pixelsOf(after);
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
          if (was !== is && window.contrast(was, is) >= 3) changed.add(at);
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

/** AAA's for text, large text included; AA's for parts of a control. */
const least = { text: 7, part: 3 };

/** Runs in the lab. */
function faint({
  painted,
  least,
}: {
  painted: ReturnType<typeof colors>;
  least: { text: number; part: number };
}): string[] {
  const { width, pixels } = window.ground;
  const at = (x: number, y: number) =>
    pixels[Math.round(y) * width + Math.round(x)] ?? 0;
  const problems = new Set<string>();
  for (const { words, color, x, y, right, bottom, isField } of painted) {
    if (isField) {
      const middle = (y + bottom) / 2;
      const ratio = window.contrast(at(x + 1, middle), at(x - 4, middle));
      if (ratio < least.part)
        problems.add(`1.4.11 the border of ${words}: ${ratio.toFixed(2)}:1`);
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
      ...[...grounds].map((ground) => window.contrast(color, ground)),
    );
    if (lowest < least.text)
      problems.add(`1.4.6 "${words}": ${lowest.toFixed(2)}:1`);
  }
  return [...problems];
}

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

/** Runs in a separate page. */
export function equip() {
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

/** Runs in the page: each line of text with its color, and each field. */
export function colors() {
  const place = (box: DOMRect) => ({
    x: box.left + scrollX,
    y: box.top + scrollY,
    right: box.right + scrollX,
    bottom: box.bottom + scrollY,
  });
  const colorOf = (element: Element) => {
    const [red = 0, green = 0, blue = 0] = (
      getComputedStyle(element).color.match(/[\d.]+/g) ?? []
    ).map(Number);
    return red + 256 * green + 65536 * blue;
  };
  /** With the style sheet, words for screen readers are clipped. */
  const isClipped = (element: Element) =>
    /inset/.test(getComputedStyle(element).clipPath);
  const painted: {
    words: string;
    color: number;
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
      element.closest("svg, script, style, [aria-disabled]")
    )
      continue;
    if (!element.checkVisibility()) continue;
    if (isClipped(element)) continue;
    const color = colorOf(element);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      painted.push({ words, color, isField: false, ...place(box) });
    }
  }
  // Letters drawn by a style sheet in place of clipped words are text, too.
  const isDrawn = [...document.querySelectorAll(".hidden")].some(isClipped);
  for (const letter of document.querySelectorAll("[data-letter]")) {
    if (!isDrawn) break;
    const { left, top, width, height } = letter.getBoundingClientRect();
    // A rotated letter fills the middle of its box.
    const middle = new DOMRect(
      left + width / 3,
      top + height / 3,
      width / 3,
      height / 3,
    );
    painted.push({
      words: letter.getAttribute("data-letter") ?? "",
      color: colorOf(letter),
      isField: false,
      ...place(middle),
    });
  }
  for (const field of document.querySelectorAll(
    "input:not([type=hidden]), textarea",
  )) {
    if (field.matches(":focus") || !field.checkVisibility()) continue;
    painted.push({
      words: field.id,
      color: 0,
      isField: true,
      ...place(field.getBoundingClientRect()),
    });
  }
  return painted;
}
