/**
 * Runs in the page: reads each line of its text and each of its fields, for
 * their colors, and finds text that is cut off or covered.
 */
export function readText() {
  const problems: { element: Element; kind: string; what: string }[] = [];
  const report = (element: Element, kind: string, what: string) => {
    if (!problems.some((known) => known.what === what))
      problems.push({ element, kind, what });
  };
  const styleOf = (element: Element) => getComputedStyle(element);
  const isScrolled = (overflow: string) => /auto|scroll/.test(overflow);
  const isShown = (element: Element) =>
    element.checkVisibility({
      visibilityProperty: true,
      opacityProperty: true,
    });
  /** Words that only screen readers are given. */
  const isClipped = (element: Element | null): boolean => {
    for (let over = element; over; over = over.parentElement) {
      const { clip, clipPath, overflow, position } = styleOf(over);
      const { width, height } = over.getBoundingClientRect();
      const isSmall = Math.min(width, height) <= 2 && overflow !== "visible";
      const isCut = position !== "static" && /rect\(/.test(clip);
      if (isSmall || isCut || /inset\((?:50|100)%/.test(clipPath)) return true;
    }
    return false;
  };

  const brush = document
    .createElement("canvas")
    .getContext("2d", { willReadFrequently: true });
  const pixels = new Map<string, number[]>();
  const pixelOf = (color: string) => {
    const known = pixels.get(color);
    if (known || !brush) return known ?? [0, 0, 0, 255];
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = color;
    brush.fillRect(0, 0, 1, 1);
    const pixel = [...brush.getImageData(0, 0, 1, 1).data];
    pixels.set(color, pixel);
    return pixel;
  };
  const colorOf = (element: Element) => {
    const { color, webkitTextFillColor } = styleOf(element);
    const [red = 0, green = 0, blue = 0, opaque = 255] = pixelOf(
      webkitTextFillColor || color,
    );
    let alpha = opaque / 255;
    for (let over: Element | null = element; over; over = over.parentElement)
      alpha *= Number(styleOf(over).opacity);
    return { color: red + 256 * green + 65536 * blue, alpha };
  };
  const painted: {
    element: Element;
    words: string;
    color: number;
    alpha: number;
    isLarge: boolean;
    isField: boolean;
    x: number;
    y: number;
    right: number;
    bottom: number;
  }[] = [];
  const paint = (
    element: Element,
    words: string,
    box: DOMRect,
    isField = false,
  ) => {
    const { fontSize, fontWeight } = styleOf(element);
    const size = parseFloat(fontSize);
    painted.push({
      element,
      words,
      isField,
      ...colorOf(element),
      isLarge: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700),
      x: box.left + scrollX,
      y: box.top + scrollY,
      right: box.right + scrollX,
      bottom: box.bottom + scrollY,
    });
  };

  /** Whether what scrolls around a line shows it at the moment. */
  const isInScroller = (element: Element, box: DOMRect) => {
    for (
      let over: Element | null = element;
      over && over !== document.body;
      over = over.parentElement
    ) {
      const edge = over.getBoundingClientRect();
      const isOff =
        box.bottom <= edge.top ||
        box.top >= edge.bottom ||
        box.right <= edge.left ||
        box.left >= edge.right;
      if (styleOf(over).overflow !== "visible" && isOff) return false;
    }
    return true;
  };
  const lines: { element: Element; words: string; box: DOMRect }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = node.textContent?.trim().replace(/\s+/g, " ").slice(0, 40);
    if (!element || !words) continue;
    if (element.closest("svg, script, style, noscript, select, template"))
      continue;
    if (!isShown(element) || isClipped(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const isInactive = element.closest(
      "[aria-disabled=true], :disabled, fieldset:disabled",
    );
    for (const box of range.getClientRects()) {
      if (box.width === 0 || box.right <= 0) continue;
      lines.push({ element, words, box });
      if (isInactive || colorOf(element).alpha === 0) continue;
      if (isInScroller(element, box)) paint(element, words, box);
    }
  }
  // A letter that a style sheet draws is text, too.
  const drawn = new Set<Element>();
  for (const element of document.body.querySelectorAll(":empty")) {
    const { content } = getComputedStyle(element, "::before");
    const [, text, attribute = ""] =
      /^(?:"([^"]*)"|attr\(([\w-]+)\))/.exec(content) ?? [];
    const words = text ?? element.getAttribute(attribute) ?? "";
    if (!/[\p{L}\p{N}]/u.test(words) || !isShown(element)) continue;
    drawn.add(element);
    const box = element.getBoundingClientRect();
    lines.push({ element, words, box });
    if (element.scrollWidth > element.clientWidth + 1)
      report(element, "cut", `"${words}" is wider than its place`);
    // A rotated letter fills the middle of its box.
    const [width, height] = [box.width / 3, box.height / 3];
    const middle = [box.left + width, box.top + height] as const;
    paint(element, words, new DOMRect(...middle, width, height));
  }
  for (const field of document.querySelectorAll(
    "input:not([type=hidden], [type=submit], [type=button], [type=image], [type=range], [type=color], [type=file]), textarea, select",
  )) {
    const { borderStyle, borderWidth, opacity } = styleOf(field);
    const hasBorder = borderStyle !== "none" && parseFloat(borderWidth) > 0;
    if (field.matches(":focus, :disabled, [type=radio], [type=checkbox]"))
      continue;
    if (!hasBorder || Number(opacity) === 0 || !isShown(field)) continue;
    paint(field, field.id, field.getBoundingClientRect(), true);
  }

  const fixed = (element: Element) => {
    for (let over: Element | null = element; over; over = over.parentElement)
      if (/fixed|sticky/.test(styleOf(over).position)) return true;
    return element.closest("dialog, [role=dialog], [popover]") !== null;
  };
  for (const { element, words, box } of lines) {
    let isLoose = false;
    for (
      let over: Element | null = element;
      over && over !== document.body;
      over = over.parentElement
    ) {
      const { overflowX, overflowY, position } = styleOf(over);
      const edge = over.getBoundingClientRect();
      // What scrolls there can be brought into view.
      if (isScrolled(overflowX) || isScrolled(overflowY)) {
        isLoose = true;
        break;
      }
      const isCut =
        (overflowX !== "visible" &&
          (box.left < edge.left - 1 || box.right > edge.right + 1)) ||
        (overflowY !== "visible" &&
          (box.top < edge.top - 1 || box.bottom > edge.bottom + 1));
      if (isCut)
        report(
          element,
          "cut",
          `"${words}" is cut off by ${over.tagName.toLowerCase()}.${over.className}`,
        );
      if (position === "fixed") break;
    }
    const isOut = box.left < -1 || box.right > innerWidth + 1;
    if (!isLoose && box.left < innerWidth && isOut)
      report(
        element,
        // Data and code may need two directions.
        element.closest("table, pre, math") ? "overhang" : "out",
        `"${words}" runs out of the window`,
      );
  }
  for (const { element, isField, right } of painted) {
    const { paddingRight, borderRightWidth } = styleOf(element);
    const edge =
      right - parseFloat(paddingRight) - parseFloat(borderRightWidth);
    if (isField && edge > innerWidth + 1 && !element.closest("table"))
      report(element, "out", "The field runs out of the window");
  }
  const { scrollWidth } = document.documentElement;
  // Browsers without `clip` hide it, and visitors cannot scroll there.
  const isHidden = [document.documentElement, document.body].some((element) =>
    /hidden|clip/.test(styleOf(element).overflowX),
  );
  if (scrollWidth > innerWidth + 1 && !isHidden)
    report(
      document.body,
      "overhang",
      `The page scrolls sideways, ${scrollWidth} pixels wide`,
    );

  // Drawn letters may touch, and what is fixed covers the page by design.
  const own = lines.filter(
    ({ element, box }) =>
      !fixed(element) && !drawn.has(element) && isInScroller(element, box),
  );
  own.sort((one, other) => one.box.top - other.box.top);
  own.forEach((one, index) => {
    for (let at = index + 1; at < own.length; at++) {
      const other = own[at];
      if (!other || other.box.top > one.box.bottom) break;
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
      if (across > 2 && down > 0.4 * Math.min(one.box.height, other.box.height))
        report(
          other.element,
          "over",
          `"${one.words}" and "${other.words}" stand over each other`,
        );
    }
  });
  return { problems, painted };
}

export type Painted = ReturnType<typeof readText>["painted"];

/** Runs in the page: controls outside of sentences that are hard to hit. */
export function smallTargets(least: number) {
  const isInSentence = (element: Element) => {
    const block = element.closest("p, li, dd, td, label, legend");
    const around = (block?.textContent ?? "").replace(
      element.textContent ?? "",
      "",
    );
    return element.matches("a") && /\w{2}/.test(around);
  };
  return [
    ...document.querySelectorAll(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    ),
  ].flatMap((element) => {
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    const boxes = [element, ...labels].map((one) =>
      one.getBoundingClientRect(),
    );
    const sizes = boxes.map(({ width, height }) => Math.min(width, height));
    const { width, height } = element.getBoundingClientRect();
    const isOut = boxes.every(({ bottom, right }) => bottom <= 0 || right <= 0);
    // Half a pixel is rounding; two pixels and less are out of sight.
    const isSmall = Math.max(...sizes) < least - 0.5 && Math.max(...sizes) > 2;
    // A skip link is out of sight until it has the focus.
    const { clip, clipPath } = getComputedStyle(element);
    const isClipped =
      /inset\((?:50|100)%/.test(clipPath) || /rect\(/.test(clip);
    return isSmall &&
      !isOut &&
      !isClipped &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !isInSentence(element)
      ? [
          {
            element,
            what: `It is ${Math.round(width)} × ${Math.round(height)} pixels`,
          },
        ]
      : [];
  });
}
