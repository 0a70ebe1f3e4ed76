import type { Markup } from "../site";

/**
 * Runs in the page: reads each line of its text and each of its fields, for
 * their colors, and finds text that is cut off or covered.
 */
export function readText({ overlay, drawn }: Markup) {
  const problems = new Set<string>();
  const { scrollWidth } = document.documentElement;
  // Browsers without `clip` hide it, and visitors cannot scroll there.
  const { overflowX } = getComputedStyle(document.body);
  if (scrollWidth > innerWidth && overflowX !== "hidden")
    problems.add(`the page scrolls sideways, ${scrollWidth} pixels wide`);

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
  const paint = (words: string, color: number, box: DOMRect, isField = false) =>
    painted.push({
      ...{ words, color, isField },
      x: box.left + scrollX,
      y: box.top + scrollY,
      right: box.right + scrollX,
      bottom: box.bottom + scrollY,
    });

  const lines: { element: Element; words: string; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = node.textContent?.trim().slice(0, 40);
    if (!element || !words || element.closest("svg, script, style")) continue;
    if (!element.checkVisibility() || isClipped(element)) continue;
    const color = colorOf(element);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      lines.push({ element, words, box });
      if (!element.closest("[aria-disabled]")) paint(words, color, box);
    }
  }
  // Letters drawn by a style sheet in place of clipped words are text, too.
  const isDrawn =
    drawn && [...document.querySelectorAll(drawn.clipped)].some(isClipped);
  for (const element of drawn
    ? document.querySelectorAll(`[${drawn.attribute}]`)
    : []) {
    const letterOf = (one: Element) => one.getAttribute(drawn?.attribute ?? "");
    const word = [...(element.parentElement?.children ?? [])].map(letterOf);
    const words = `${letterOf(element)} of ${word.join("")}`;
    const box = element.getBoundingClientRect();
    if (element.checkVisibility()) lines.push({ element, words, box });
    if (element.scrollWidth > element.clientWidth + 1)
      problems.add(`"${words}" is wider than its place`);
    if (!isDrawn) continue;
    // A rotated letter fills the middle of its box.
    const [width, height] = [box.width / 3, box.height / 3];
    const middle = [box.left + width, box.top + height] as const;
    paint(words, colorOf(element), new DOMRect(...middle, width, height));
  }
  for (const field of document.querySelectorAll(
    "input:not([type=hidden]), textarea",
  )) {
    if (field.matches(":focus") || !field.checkVisibility()) continue;
    paint(field.id, 0, field.getBoundingClientRect(), true);
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

  // Drawn letters may touch, and an overlay covers the page by design.
  const own = lines.filter(
    ({ element }) =>
      !element.closest(overlay) && !(drawn && element.closest(drawn.word)),
  );
  own.forEach((one, index) => {
    for (const other of own.slice(index + 1)) {
      if (
        one.element.contains(other.element) ||
        other.element.contains(one.element)
      )
        continue;
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
  return { problems: [...problems], painted };
}

export type Painted = ReturnType<typeof readText>["painted"];
