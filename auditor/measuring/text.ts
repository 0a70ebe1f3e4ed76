import type { Breach } from "./places";

/**
 * Runs in the page: reads each line of its text and each of its fields, for
 * their colors, and finds text that is cut off or covered. It also runs in other
 * browsers, and so uses nothing of this module.
 */
export function readText() {
  const problems: { element: Element; kind: string; what: string }[] = [];
  const painted: ReturnType<typeof paintedOf>[] = [];
  const lines: { element: Element; words: string; box: DOMRect }[] = [];
  /** What is reported of an element. */
  const reported = new Map<Element, Set<string>>();
  /** Those whose letters a style sheet draws. */
  const drawn = new Set<Element>();
  /** What covers some of it. */
  const covers = new Set<Element>();
  // Content behind an open dialog is dimmed, like a disabled control.
  const helpers = (globalThis as Partial<typeof globalThis>).inPage;
  const modal = helpers?.modal();
  const visible = { visibilityProperty: true, opacityProperty: true };
  const isShown = (element: Element) => element.checkVisibility(visible);
  const brush = document
    .createElement("canvas")
    .getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
  readLines();
  readDrawnLetters();
  readFields();
  const moving = findMoving();
  findCutText();
  findOverlaps();
  return { problems, painted, backdrops: findBackdrops() };

  function readLines() {
    const inactive = findInactive();
    const isInactive = (element: Element) =>
      pathOf(element).some((over) => inactive.has(over));
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement;
      const words = node.textContent?.trim().replace(/\s+/g, " ").slice(0, 40);
      if (!element || !words) continue;
      if (element.closest("svg, script, style, select, template")) continue;
      if (!isShown(element) || isClipped(element) || isFolded(node as Text))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width === 0 || box.right <= 0) continue;
        lines.push({ element, words, box });
        const seen = shownOf(element, box);
        if (!seen || isInactive(element) || isBehind(element, seen)) continue;
        const line = paintedOf(element, words, box);
        if (line.alpha > 0) painted.push(line);
      }
    }
  }

  /** A letter that a style sheet draws is text, too. */
  function readDrawnLetters() {
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
      const [x, y] = [box.left + width, box.top + height];
      const middle = new DOMRect(x, y, width, height);
      if (!isBehind(element, middle))
        painted.push(paintedOf(element, words, middle));
    }
  }

  function readFields() {
    for (const field of document.querySelectorAll(
      ":is(input:not([type=hidden], [type=submit], [type=button], [type=image], [type=range], [type=color], [type=file], [type=radio], [type=checkbox]), textarea, select):not(:focus, :disabled, [inert] *)",
    )) {
      const { borderStyle, borderWidth, paddingRight, borderRightWidth } =
        getComputedStyle(field);
      const hasBorder = borderStyle !== "none" && parseFloat(borderWidth) > 0;
      if (!hasBorder || !isShown(field) || isClipped(field)) continue;
      const box = field.getBoundingClientRect();
      const seen = shownOf(field, box);
      if (!seen) continue;
      const border = { ...paintedOf(field, field.id, box), isField: true };
      if (!isBehind(field, seen)) painted.push(border);
      const { placeholder } = field as HTMLInputElement;
      if (field.matches(":placeholder-shown") && !isBehind(field, seen))
        painted.push({
          ...paintedOf(field, placeholder.slice(0, 40), box),
          ...colorOf(field, "::placeholder"),
        });
      const edge =
        seen.right - parseFloat(paddingRight) - parseFloat(borderRightWidth);
      if (edge + scrollX > innerWidth + 1 && !field.closest("table"))
        report(field, "out", "The field runs out of the window");
    }
  }

  function findCutText() {
    const { documentElement: root, body } = document;
    // Browsers without `clip` hide it, and visitors cannot scroll there.
    const isHidden = [root, body].some((element) =>
      /hidden|clip/.test(getComputedStyle(element).overflowX),
    );
    for (const { element, words, box } of lines) {
      let isLoose = false;
      for (const over of pathOf(element).slice(0, -2)) {
        const { overflowX, overflowY, position } = getComputedStyle(over);
        const edge = over.getBoundingClientRect();
        // Visitors can scroll it into view.
        isLoose =
          /auto|scroll/.test(overflowX + overflowY) ||
          (overflowY !== "visible" && isOpenable(over)) ||
          moving.has(over);
        if (isLoose) break;
        const isCut =
          (overflowX !== "visible" &&
            (box.left < edge.left - 1 || box.right > edge.right + 1)) ||
          (overflowY !== "visible" &&
            (box.top < edge.top - 1 || box.bottom > edge.bottom + 1));
        const name = [over.localName, ...over.classList].join(".");
        if (isCut) report(element, "cut", `"${words}" is cut off by ${name}`);
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
        report(element, kind, `"${words}" runs out of the window`);
    }
    const sideways = `The page scrolls sideways, ${root.scrollWidth} pixels wide`;
    if (root.scrollWidth > innerWidth + 1 && !isHidden)
      report(body, "overhang", sideways);
  }

  /** Whether a button says that it shows the rest of an element. */
  function isOpenable({ id, nextElementSibling: next }: Element) {
    const closed = "[aria-expanded=false]";
    const own = id && `${closed}[aria-controls~="${CSS.escape(id)}"]`;
    const isNext = next?.matches(`${closed}, :has(${closed})`) === true;
    return isNext || (own !== "" && document.querySelector(own) !== null);
  }

  /** Finds what a style sheet moves for ever, and reports its text if no button stops that. */
  function findMoving() {
    const moving = document.getAnimations().flatMap(({ effect }) => {
      if (!(effect instanceof KeyframeEffect) || !effect.target) return [];
      const isEndless = effect.getComputedTiming().iterations === Infinity;
      const moves =
        /"(?:translate|left|margin\w*|visibility)":|"transform":"[^"]*(?:translate|matrix)/;
      const frames = JSON.stringify(effect.getKeyframes());
      return isEndless && moves.test(frames) ? [effect.target] : [];
    });
    const buttons = [...document.querySelectorAll("button, [role=button]")];
    const isStopped = buttons.some(({ textContent, ariaLabel }) =>
      /\b(?:pause|stop|halt|anhalten)/i.test(`${textContent} ${ariaLabel}`),
    );
    for (const { element, words } of isStopped ? [] : lines)
      if (moving.some((over) => over.contains(element)))
        report(element, "moving", `"${words}" moves, and nothing stops it`);
    return new Set([...moving, ...document.querySelectorAll("marquee")]);
  }

  function findOverlaps() {
    // Drawn letters may touch, and what is fixed covers the page by design.
    const isFixed = (element: Element) =>
      element.closest("dialog, [role=dialog], [popover]") !== null ||
      pathOf(element).some((over) =>
        /fixed|sticky/.test(getComputedStyle(over).position),
      );
    const own = lines
      .filter(({ element }) => !drawn.has(element) && !isFixed(element))
      .map((line) => ({ ...line, box: shownOf(line.element, line.box) }))
      .filter((line): line is (typeof lines)[number] => line.box !== null)
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
        if (isOver && !isWithin) report(other.element, "over", what);
      }
  }

  /** Finds disabled controls, and what names nothing but them. */
  function findInactive() {
    const off = ":disabled, [aria-disabled=true]";
    const inactive = new Set<Element | null>(document.querySelectorAll(off));
    // A control's own `labels` looks through the whole page.
    const labels = [...document.querySelectorAll("label")];
    const named = [...document.querySelectorAll("[aria-labelledby]")];
    const names = [
      ...labels.map((label) => [label, label.control] as const),
      ...named.flatMap((one) =>
        (one.ariaLabelledByElements ?? []).map((name) => [name, one] as const),
      ),
    ].filter(([, control]) => control);
    const active = names.filter(([, control]) => !inactive.has(control));
    const kept = new Set<Element | null>(active.map(([name]) => name));
    for (const [name] of names) if (!kept.has(name)) inactive.add(name);
    return inactive;
  }

  function report(element: Element, kind: string, what: string) {
    const told = reported.get(element) ?? new Set();
    reported.set(element, told);
    if (!told.has(what)) problems.push({ element, kind, what });
    told.add(what);
  }

  /** An element and all that it is in, up to `body` and `html`. */
  function pathOf(element: Element) {
    const path = [element];
    for (let over = element.parentElement; over; over = over.parentElement)
      path.push(over);
    return path;
  }

  /** Whether a place of an element cannot be seen now, and what it looks like be measured. */
  function isBehind(element: Element, { x, y, width, height }: DOMRect) {
    if (modal && !modal.contains(element)) return true;
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    const cover = helpers?.cover(element, middleX, middleY);
    if (cover) covers.add(cover);
    return cover !== undefined;
  }

  function findBackdrops() {
    return [...covers]
      .filter((one) => helpers?.isBackdrop(one))
      .map((element) => ({ element }));
  }

  /** Whether a text is in a part that is closed: a Range has boxes there. */
  function isFolded({ parentElement, assignedSlot: slot }: Text) {
    if (parentElement?.matches("details:not([open])")) return true;
    // A slot has no box of its own.
    const root = slot?.getRootNode() as ShadowRoot | undefined;
    const around = slot?.parentElement ?? root?.host;
    return around && !isShown(around);
  }

  /** Whether only screen readers are given its words. */
  function isClipped(element: Element) {
    return pathOf(element).some((over) => {
      const { clip, clipPath, overflow, position } = getComputedStyle(over);
      const { width, height } = over.getBoundingClientRect();
      const isSmall = Math.min(width, height) <= 2 && overflow !== "visible";
      const isCut = position !== "static" && /rect\(/.test(clip);
      return isSmall || isCut || /inset\((?:50|100)%/.test(clipPath);
    });
  }

  function colorOf(element: Element, part?: string) {
    const style = getComputedStyle(element, part);
    const { color, webkitTextFillColor } = style;
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = webkitTextFillColor || color;
    brush.fillRect(0, 0, 1, 1);
    const { data } = brush.getImageData(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, opaque = 0] = data;
    const alpha = pathOf(element).reduce(
      (alpha, over) => alpha * Number(getComputedStyle(over).opacity),
      (part ? Number(style.opacity) : 1) * (opaque / 255),
    );
    return { color: red + 256 * green + 65536 * blue, alpha };
  }

  function paintedOf(element: Element, words: string, box: DOMRect) {
    const { fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const size = parseFloat(fontSize);
    return {
      ...{ element, words, isField: false },
      hasHalo: textShadow !== "none",
      ...colorOf(element),
      isLarge:
        size >= 24 ||
        (size >= 18.66 && Number(fontWeight) >= 700) ||
        isSign(element, words),
      x: box.left + scrollX,
      y: box.top + scrollY,
      right: box.right + scrollX,
      bottom: box.bottom + scrollY,
    };
  }

  /** Whether it is a picture in the form of letters, such as an X that is called "Close". */
  function isSign(element: Element, words: string) {
    if (!/[\p{L}\p{N}]/u.test(words)) return true;
    const named = element.closest("[aria-label]");
    const name = named?.getAttribute("aria-label")?.split(/\P{L}+/u) ?? [];
    const isAlone = [...(named?.textContent?.trim() ?? "")].length === 1;
    return isAlone && /\p{L}/u.test(words) && !name.includes(words);
  }

  /** The part of a line that what scrolls around it shows at the moment. */
  function shownOf(element: Element, { left, top, right, bottom }: DOMRect) {
    for (const over of pathOf(element).slice(0, -2)) {
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

export type Painted = ReturnType<typeof readText>["painted"][number];

/** Runs in the page: controls outside of sentences that are hard to hit. */
export function smallTargets(): Breach[] {
  const least = 44;
  // A control's own `labels` looks through the whole page.
  const labels = new Map<Element, Element[]>();
  for (const label of document.querySelectorAll("label"))
    if (label.control)
      labels.set(label.control, [label, ...(labels.get(label.control) ?? [])]);
  /** The texts that have a word, by block. A block may have many links. */
  const wordsIn = new Map<Element, Node[]>();
  const isInSentence = (element: Element) => {
    const block = element.closest("p, li, dd, td, label, legend");
    if (!block || !element.matches("a")) return false;
    const words =
      wordsIn.get(block) ??
      inPage.textsOf(block).filter(({ data }) => /\w{2}/.test(data));
    wordsIn.set(block, words);
    return words.some((node) => !element.contains(node));
  };
  const controls =
    "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const small = [...document.querySelectorAll(controls)]
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
    .filter(inPage.isShown);
  const unsized = inPage.unsized(small);
  return small
    .filter((element) => !unsized.has(element))
    .map((element) => {
      const { width, height } = element.getBoundingClientRect();
      const what = `It is ${Math.round(width)} × ${Math.round(height)} pixels`;
      return { element, rule: "target-small", what };
    });
}
