import type { Page } from "playwright/test";
import { withStyle } from "./with-style";

/** In CSS pixels; 2.5.5 asks for 44. */
const target = 44;

/** The spacing of letters, words, lines and paragraphs in 1.4.12. */
const spacing = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;

/** Controls that are hard to hit, and text that is cut off or covered. */
export async function layoutProblems(page: Page): Promise<string[]> {
  const targets = await page.evaluate(smallTargets, target);
  const asItIs = await page.evaluate(hiddenText);
  const spaced = await withStyle(page, spacing, () =>
    page.evaluate(hiddenText),
  );
  return [
    ...targets.map((text) => `2.5.5 ${text}`),
    ...asItIs.map((text) => `1.4.10, 1.4.4 ${text}`),
    ...spaced
      .filter((text) => !asItIs.includes(text))
      .map((text) => `1.4.12 with text spacing: ${text}`),
  ];
}

/** Runs in the page. */
function smallTargets(least: number): string[] {
  const isInSentence = (element: Element) => {
    const block = element.closest("p, li, dd, td");
    const around = (block?.textContent ?? "").replace(
      element.textContent ?? "",
      "",
    );
    return element.matches("a") && /\w{2}/.test(around);
  };
  return [
    ...document.querySelectorAll(
      "a[href], button, input:not([type=hidden]), textarea, summary",
    ),
  ]
    .filter((element) => element.checkVisibility())
    .filter((element) => !element.matches(".skip:not(:focus)"))
    .filter((element) => !isInSentence(element))
    .flatMap((element) => {
      const { width, height } = element.getBoundingClientRect();
      // Half a pixel is rounding.
      return Math.min(width, height) < least - 0.5
        ? [
            `${element.tagName.toLowerCase()} "${(element.textContent || element.id).slice(0, 40)}" is ${Math.round(width)} × ${Math.round(height)}`,
          ]
        : [];
    });
}

/** Runs in the page. */
export function hiddenText(): string[] {
  const problems = new Set<string>();
  const { scrollWidth } = document.documentElement;
  // Browsers without `clip` hide it, and visitors cannot scroll there.
  const { overflowX } = getComputedStyle(document.body);
  if (scrollWidth > innerWidth && overflowX !== "hidden")
    problems.add(`the page scrolls sideways, ${scrollWidth} pixels wide`);

  const lines: { element: Element; words: string; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = node.textContent?.trim().slice(0, 40);
    if (!element || !words || element.closest("svg, script, style")) continue;
    if (!element.checkVisibility()) continue;
    // With the style sheet, words for screen readers are clipped.
    if (/inset/.test(getComputedStyle(element).clipPath)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      lines.push({ element, words, box });
  }
  // Letters drawn by a style sheet are text, too.
  for (const element of document.querySelectorAll("[data-letter]")) {
    const word = [...(element.parentElement?.children ?? [])]
      .map((letter) => letter.getAttribute("data-letter"))
      .join("");
    const words = `${element.getAttribute("data-letter")} of ${word}`;
    if (element.checkVisibility())
      lines.push({ element, words, box: element.getBoundingClientRect() });
    if (element.scrollWidth > element.clientWidth + 1)
      problems.add(`"${words}" is wider than its bead`);
  }

  for (const { element, words, box } of lines) {
    for (let over: Element | null = element; over; over = over.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(over);
      const edge = over.getBoundingClientRect();
      const isCut =
        (overflowX !== "visible" &&
          (box.left < edge.left - 1 || box.right > edge.right + 1)) ||
        (overflowY !== "visible" &&
          over !== document.documentElement &&
          (box.top < edge.top - 1 || box.bottom > edge.bottom + 1));
      if (isCut && over !== document.body)
        problems.add(
          `"${words}" is cut off by ${over.tagName.toLowerCase()}.${over.className}`,
        );
    }
    if (box.left < -1 || box.right > innerWidth + 1)
      problems.add(`"${words}" runs out of the window`);
  }

  lines.forEach((one, index) => {
    for (const other of lines.slice(index + 1)) {
      const isApart =
        one.element.contains(other.element) ||
        other.element.contains(one.element) ||
        // Beads of one word may touch; a toast covers the page by design.
        one.element.closest(".letters") !== null ||
        other.element.closest(".letters, dialog") !== null ||
        one.element.closest("dialog") !== null;
      if (isApart) continue;
      const across =
        Math.min(one.box.right, other.box.right) -
        Math.max(one.box.left, other.box.left);
      const down =
        Math.min(one.box.bottom, other.box.bottom) -
        Math.max(one.box.top, other.box.top);
      if (
        across > 2 &&
        down > 0.4 * Math.min(one.box.height, other.box.height)
      ) {
        problems.add(
          `"${one.words}" and "${other.words}" stand over each other`,
        );
      }
    }
  });
  return [...problems];
}
