import type { Page } from "playwright/test";
import type { Markup } from "../site";
import { readText } from "./text";
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
export async function layoutProblems(
  page: Page,
  markup: Markup,
): Promise<string[]> {
  const { skipLink } = markup;
  const targets = await page.evaluate(smallTargets, {
    least: target,
    skipLink,
  });
  const { problems: asItIs } = await page.evaluate(readText, markup);
  const { problems: spaced } = await withStyle(page, spacing, () =>
    page.evaluate(readText, markup),
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
function smallTargets({
  least,
  skipLink,
}: {
  least: number;
  skipLink: string;
}): string[] {
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
    .filter((element) => !element.matches(`${skipLink}:not(:focus)`))
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
