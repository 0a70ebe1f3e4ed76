/** What one look at a page finds. It runs there, and uses nothing of this module. */
class Reading {
  readonly problems: { element: Element; kind: string; what: string }[] = [];
  readonly painted: ReturnType<Reading["paintedOf"]>[] = [];
  readonly lines: { element: Element; words: string; box: DOMRect }[] = [];
  /** What is reported of an element. */
  readonly told = new Map<Element, Set<string>>();
  /** Those whose letters a style sheet draws. */
  readonly drawn = new Set<Element>();
  // Content behind an open dialog is dimmed, like a disabled control.
  readonly modal = (globalThis as Partial<typeof globalThis>).inPage?.modal();
  readonly brush = document
    .createElement("canvas")
    .getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;

  read() {
    this.readLines();
    this.readDrawnLetters();
    this.readFields();
    this.findCutText();
    this.findOverlaps();
    return { problems: this.problems, painted: this.painted };
  }

  readLines() {
    const inactive = this.findInactive();
    const isInactive = (element: Element) =>
      this.pathOf(element).some((over) => inactive.has(over));
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement;
      const words = node.textContent?.trim().replace(/\s+/g, " ").slice(0, 40);
      if (!element || !words) continue;
      if (element.closest("svg, script, style, select, template")) continue;
      if (!this.isShown(element) || this.isClipped(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width === 0 || box.right <= 0) continue;
        this.lines.push({ element, words, box });
        if (isInactive(element) || this.isBehind(element)) continue;
        if (!this.shownOf(element, box)) continue;
        const line = this.paintedOf(element, words, box);
        if (line.alpha > 0) this.painted.push(line);
      }
    }
  }

  /** A letter that a style sheet draws is text, too. */
  readDrawnLetters() {
    for (const element of document.body.querySelectorAll(":empty")) {
      const { content } = getComputedStyle(element, "::before");
      const [, text, attribute = ""] =
        /^(?:"([^"]*)"|attr\(([\w-]+)\))/.exec(content) ?? [];
      const words = text ?? element.getAttribute(attribute) ?? "";
      if (!/[\p{L}\p{N}]/u.test(words) || !this.isShown(element)) continue;
      this.drawn.add(element);
      const box = element.getBoundingClientRect();
      this.lines.push({ element, words, box });
      if (element.scrollWidth > element.clientWidth + 1)
        this.report(element, "cut", `"${words}" is wider than its place`);
      // A rotated letter fills the middle of its box.
      const [width, height] = [box.width / 3, box.height / 3];
      const [x, y] = [box.left + width, box.top + height];
      const middle = new DOMRect(x, y, width, height);
      if (!this.isBehind(element))
        this.painted.push(this.paintedOf(element, words, middle));
    }
  }

  readFields() {
    for (const field of document.querySelectorAll(
      ":is(input:not([type=hidden], [type=submit], [type=button], [type=image], [type=range], [type=color], [type=file], [type=radio], [type=checkbox]), textarea, select):not(:focus, :disabled)",
    )) {
      const { borderStyle, borderWidth, paddingRight, borderRightWidth } =
        getComputedStyle(field);
      const hasBorder = borderStyle !== "none" && parseFloat(borderWidth) > 0;
      if (!hasBorder || !this.isShown(field)) continue;
      const box = field.getBoundingClientRect();
      if (!this.isBehind(field))
        this.painted.push(this.paintedOf(field, field.id, box, true));
      const edge =
        box.right - parseFloat(paddingRight) - parseFloat(borderRightWidth);
      if (edge + scrollX > innerWidth + 1 && !field.closest("table"))
        this.report(field, "out", "The field runs out of the window");
    }
  }

  findCutText() {
    const { documentElement: root, body } = document;
    // Browsers without `clip` hide it, and visitors cannot scroll there.
    const isHidden = [root, body].some((element) =>
      /hidden|clip/.test(getComputedStyle(element).overflowX),
    );
    for (const { element, words, box } of this.lines) {
      let isLoose = false;
      for (const over of this.boxesOf(element)) {
        const { overflowX, overflowY, position } = getComputedStyle(over);
        const edge = over.getBoundingClientRect();
        // Visitors can scroll it into view.
        isLoose = /auto|scroll/.test(overflowX + overflowY);
        if (isLoose) break;
        const isCut =
          (overflowX !== "visible" &&
            (box.left < edge.left - 1 || box.right > edge.right + 1)) ||
          (overflowY !== "visible" &&
            (box.top < edge.top - 1 || box.bottom > edge.bottom + 1));
        const name = [over.localName, ...over.classList].join(".");
        if (isCut)
          this.report(element, "cut", `"${words}" is cut off by ${name}`);
        if (position === "fixed") break;
      }
      const isOut = box.left < -1 || box.right > innerWidth + 1;
      // Data and code may need two directions.
      const kind = element.closest("table, pre, math")
        ? "overhang"
        : isHidden || box.left < -1
          ? "lost"
          : "out";
      if (!isLoose && box.left < innerWidth && isOut)
        this.report(element, kind, `"${words}" runs out of the window`);
    }
    const sideways = `The page scrolls sideways, ${root.scrollWidth} pixels wide`;
    if (root.scrollWidth > innerWidth + 1 && !isHidden)
      this.report(body, "overhang", sideways);
  }

  findOverlaps() {
    // Drawn letters may touch, and what is fixed covers the page by design.
    const isFixed = (element: Element) =>
      element.closest("dialog, [role=dialog], [popover]") !== null ||
      this.pathOf(element).some((over) =>
        /fixed|sticky/.test(getComputedStyle(over).position),
      );
    const own = this.lines
      .filter(({ element }) => !this.drawn.has(element) && !isFixed(element))
      .map((line) => ({ ...line, box: this.shownOf(line.element, line.box) }))
      .filter((line): line is Reading["lines"][number] => line.box !== null)
      .sort((one, other) => one.box.top - other.box.top);
    for (const [index, one] of own.entries())
      for (const other of own.slice(index + 1)) {
        const [a, b] = [one.box, other.box];
        if (b.top > a.bottom) break;
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const isOver = across > 2 && down > 0.4 * Math.min(a.height, b.height);
        const isWithin =
          one.element.contains(other.element) ||
          other.element.contains(one.element);
        const what = `"${one.words}" and "${other.words}" stand over each other`;
        if (isOver && !isWithin) this.report(other.element, "over", what);
      }
  }

  /** Finds disabled controls, and what names nothing but them. */
  findInactive() {
    const off = ":disabled, [aria-disabled=true]";
    const inactive = new Set<Element | null>(document.querySelectorAll(off));
    // A control's own `labels` looks through the whole page.
    const labels = [...document.querySelectorAll("label")];
    const named = [...document.querySelectorAll("[aria-labelledby]")];
    const names = [
      ...labels.map((label) => [label, label.control] as const),
      ...named.flatMap((one) =>
        (one.getAttribute("aria-labelledby")?.split(/\s+/) ?? []).map(
          (id) => [document.getElementById(id), one] as const,
        ),
      ),
    ];
    const active = names.filter(([, control]) => !inactive.has(control));
    const kept = new Set<Element | null>(active.map(([name]) => name));
    for (const [name] of names) if (!kept.has(name)) inactive.add(name);
    return inactive;
  }

  isBehind(element: Element) {
    return this.modal !== undefined && !this.modal.contains(element);
  }

  report(element: Element, kind: string, what: string) {
    const told = this.told.get(element) ?? new Set();
    this.told.set(element, told);
    if (!told.has(what)) this.problems.push({ element, kind, what });
    told.add(what);
  }

  isShown(element: Element) {
    return element.checkVisibility({
      visibilityProperty: true,
      opacityProperty: true,
    });
  }

  /** An element and all that it is in, up to `html`. */
  pathOf(element: Element) {
    const path = [element];
    for (let over = element.parentElement; over; over = over.parentElement)
      path.push(over);
    return path;
  }

  /** The same without `body` and `html`. */
  boxesOf(element: Element) {
    return this.pathOf(element).slice(0, -2);
  }

  /** Whether only screen readers are given its words. */
  isClipped(element: Element) {
    return this.pathOf(element).some((over) => {
      const { clip, clipPath, overflow, position } = getComputedStyle(over);
      const { width, height } = over.getBoundingClientRect();
      const isSmall = Math.min(width, height) <= 2 && overflow !== "visible";
      const isCut = position !== "static" && /rect\(/.test(clip);
      return isSmall || isCut || /inset\((?:50|100)%/.test(clipPath);
    });
  }

  colorOf(element: Element) {
    const { color, webkitTextFillColor } = getComputedStyle(element);
    this.brush.clearRect(0, 0, 1, 1);
    this.brush.fillStyle = webkitTextFillColor || color;
    this.brush.fillRect(0, 0, 1, 1);
    const { data } = this.brush.getImageData(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, opaque = 0] = data;
    const alpha = this.pathOf(element).reduce(
      (alpha, over) => alpha * Number(getComputedStyle(over).opacity),
      opaque / 255,
    );
    return { color: red + 256 * green + 65536 * blue, alpha };
  }

  paintedOf(element: Element, words: string, box: DOMRect, isField = false) {
    const { fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const size = parseFloat(fontSize);
    return {
      ...{ element, words, isField },
      hasHalo: !isField && textShadow !== "none",
      ...this.colorOf(element),
      isLarge:
        size >= 24 ||
        (size >= 18.66 && Number(fontWeight) >= 700) ||
        this.isSign(element, words),
      x: box.left + scrollX,
      y: box.top + scrollY,
      right: box.right + scrollX,
      bottom: box.bottom + scrollY,
    };
  }

  /** Whether it is a picture in the form of letters, such as an X that is called "Close". */
  isSign(element: Element, words: string) {
    if (!/[\p{L}\p{N}]/u.test(words)) return true;
    const named = element.closest("[aria-label]");
    const name = named?.getAttribute("aria-label")?.split(/\P{L}+/u) ?? [];
    const isAlone = [...(named?.textContent?.trim() ?? "")].length === 1;
    return isAlone && /\p{L}/u.test(words) && !name.includes(words);
  }

  /** The part of a line that what scrolls around it shows at the moment. */
  shownOf(element: Element, { left, top, right, bottom }: DOMRect) {
    for (const over of this.boxesOf(element)) {
      if (getComputedStyle(over).overflow === "visible") continue;
      const edge = over.getBoundingClientRect();
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      right = Math.min(right, edge.right);
      bottom = Math.min(bottom, edge.bottom);
    }
    const isSeen = left < right && top < bottom;
    return isSeen ? new DOMRect(left, top, right - left, bottom - top) : null;
  }
}

/**
 * Runs in the page: reads each line of its text and each of its fields, for
 * their colors, and finds text that is cut off or covered.
 */
export const readText = Object.assign(() => new Reading().read(), {
  toString: () => `() => new (${String(Reading)})().read()`,
});

export type Painted = Reading["painted"];

/** Runs in the page: controls outside of sentences that are hard to hit. */
export function smallTargets(least: number) {
  // A control's own `labels` looks through the whole page.
  const labels = new Map<Element, Element[]>();
  for (const label of document.querySelectorAll("label"))
    if (label.control)
      labels.set(label.control, [label, ...(labels.get(label.control) ?? [])]);
  /** The texts that have a word, by block. A block may have many links. */
  const wordsIn = new Map<Element, Node[]>();
  const readWords = (block: Element) => {
    const words: Node[] = [];
    const walk = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      if (/\w{2}/.test(node.textContent ?? "")) words.push(node);
    return words;
  };
  const isInSentence = (element: Element) => {
    const block = element.closest("p, li, dd, td, label, legend");
    if (!block || !element.matches("a")) return false;
    const words = wordsIn.get(block) ?? readWords(block);
    wordsIn.set(block, words);
    return words.some((node) => !element.contains(node));
  };
  const small = [
    ...document.querySelectorAll(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    ),
  ]
    .filter((element) => {
      const parts = [element, ...(labels.get(element) ?? [])];
      const boxes = parts.map((one) => one.getBoundingClientRect());
      const isOut = boxes.every((box) => box.bottom <= 0 || box.right <= 0);
      const size = Math.max(
        ...boxes.map(({ width, height }) => Math.min(width, height)),
      );
      // A skip link is out of sight until it has the focus.
      const { clip, clipPath } = getComputedStyle(element);
      const isClipped = /inset\((?:50|100)%|rect\(/.test(clipPath + clip);
      // Half a pixel is rounding; two pixels and less are out of sight.
      const isSmall = size < least - 0.5 && size > 2;
      return isSmall && !isOut && !isClipped && !isInSentence(element);
    })
    .filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const unsized = new Set<Element>(inPage.unsized(small));
  return small
    .filter((element) => !unsized.has(element))
    .map((element) => {
      const { width, height } = element.getBoundingClientRect();
      const what = `It is ${Math.round(width)} × ${Math.round(height)} pixels`;
      return { element, what };
    });
}
