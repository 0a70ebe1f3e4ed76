/** What functions that run in a page may use there, as `inPage`. */
const helpers = {
  /** An element and all that it is shown in: slots, parents, hosts of shadow trees. */
  path: (element: Element) => {
    const path = [element];
    // A list's iterator also visits what is added meanwhile.
    for (const one of path) {
      const { host } = one.getRootNode() as Partial<ShadowRoot>;
      const over = one.assignedSlot ?? one.parentElement ?? host;
      if (over) path.push(over);
    }
    return path;
  },

  isShown: (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }),

  /** Whether an element is seen and no control. What contains or labels a control may pass its clicks on. */
  isForMouse: (node: Element) => {
    const controls =
      "a[href], button, input, select, textarea, summary, label, audio, video, iframe, [tabindex], [contenteditable]";
    const named = `:is(${controls})[aria-labelledby~="${CSS.escape(node.id)}"]`;
    return (
      !inPage.closest(node, `${controls}, dialog, [aria-hidden=true], svg`) &&
      !node.querySelector(controls) &&
      !node.shadowRoot?.querySelector(controls) &&
      (node.id === "" || !document.querySelector(named)) &&
      node.checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
      }) &&
      (node.textContent?.trim() !== "" || inPage.isDrawn(node))
    );
  },

  /** Whether it shows a picture, or a sign that a style sheet draws, and is no ground of others. */
  isDrawn: (node: Element) =>
    [node, ...node.querySelectorAll("*")].some(
      (one) =>
        (one.matches("img, svg, canvas") ||
          getComputedStyle(one).backgroundImage !== "none" ||
          /^"./.test(getComputedStyle(one, "::before").content)) &&
        !inPage.isBackdrop(one) &&
        one.getBoundingClientRect().height > 2,
    ),

  /** Whether nothing is to be seen or heard of it, as of what only passes the focus on. */
  isEmpty: (node: Element) =>
    !node.matches(
      "a, button, input, select, textarea, summary, [aria-label]",
    ) &&
    node.textContent?.trim() === "" &&
    !node.querySelector("img, svg") &&
    !node.shadowRoot,

  /** The values that are there more than once. */
  repeated: (values: string[]) => {
    const seen = new Set<string>();
    return new Set(values.filter((one) => seen.has(one) || !seen.add(one)));
  },

  /** The texts in an element, in their order. */
  textsOf: (root: Element = document.body) => {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walk.nextNode()) texts.push(walk.currentNode as Text);
    return texts;
  },

  /** The nearest element that matches, as `closest`, in shadow trees, too. */
  closest: (element: Element, selector: string) =>
    inPage.path(element).find((one) => one.matches(selector)),

  /** What has the focus, in shadow trees, too. */
  focused: () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement)
      element = element.shadowRoot.activeElement;
    return element as HTMLElement | null;
  },

  /** @returns what puts back the built-in functions of now, should a page replace them */
  keepBuiltIns: () => {
    const { defineProperty } = Reflect;
    const owners = [Array, Object, Map, Set, String, Node, Element]
      .flatMap((owner) => [owner, owner.prototype])
      .map((owner) => [owner, owner] as const);
    // No loop here may use what it puts back.
    return [...owners, [globalThis, { Map, Set }] as const].reduce(
      (rest, [owner, given]) => {
        const kept = {
          __proto__: null,
          ...Object.getOwnPropertyDescriptors(given),
        };
        return () => {
          rest();
          for (const name in kept)
            defineProperty(owner, name, kept[name as never]);
        };
      },
      () => {
        // What was added stays, and no longer shows up in loops.
        for (const added of [Object.prototype, Array.prototype])
          for (const name in added)
            defineProperty(added, name, { enumerable: false });
      },
    );
  },
  putBack: () => {},

  /**
   * Puts back built-in functions, and renames what hides a property of its form or
   * of the document.
   *
   * @returns ids that hide one
   */
  restore: () => {
    const hiding =
      /^(?:attributes|body|child\w+|class\w+|closest|contains|documentElement|first\w+|get\w+|localName|matches|nodeName|outerHTML|parent\w+|query\w+|shadowRoot|tagName|textContent)$/;
    inPage.putBack();
    for (const one of document.querySelectorAll("[name]")) {
      const name = one.getAttribute("name") ?? "";
      if (hiding.test(name)) one.setAttribute("name", `${name} `);
    }
    return [...document.querySelectorAll("form [id]")]
      .map(({ id }) => id)
      .filter((id) => hiding.test(id));
  },

  hasAxe: false,
  /** Whether a script has sent a form. */
  isSent: false,

  /**
   * Whatever changes a style comes before this: a transition, even one of no
   * length, shows the old style until the next frame.
   */
  finishTransitions: () => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
  },

  /** Scrolls the page to its top, and each part to where it was at the first call. */
  scrollBack: () => {
    const all = [...document.querySelectorAll("body *")];
    inPage.places ??= new Map(
      all.map((one) => [one, [one.scrollLeft, one.scrollTop]]),
    );
    for (const one of all) {
      const [left = 0, top = 0] = inPage.places.get(one) ?? [];
      if (one.scrollLeft !== left || one.scrollTop !== top)
        one.scrollTo({ left, top, behavior: "instant" });
    }
    scrollTo({ top: 0, left: 0, behavior: "instant" });
  },
  places: null as Map<Element, number[]> | null,

  /** The modal dialog that is open, in shadow trees, too. */
  modal: (root: Document | ShadowRoot = document): Element | undefined => {
    const own = [...root.querySelectorAll("[aria-modal=true]")];
    const inner = [...root.querySelectorAll("*")].flatMap(
      ({ shadowRoot }) => (shadowRoot && inPage.modal(shadowRoot)) ?? [],
    );
    const last = inner.at(-1) ?? own.filter(inPage.isShown).at(-1);
    return root.querySelector(":modal") ?? last;
  },

  /** What is painted next over a place of an element, and is neither in it nor around it. */
  cover: (element: Element, x: number, y: number) => {
    const around = inPage.path(element);
    // What lies below it would be found as well.
    if (getComputedStyle(element).pointerEvents === "none") return undefined;
    const isPainted = (top: Element) => {
      const { left, right, top: upper, bottom } = top.getBoundingClientRect();
      // What lies beyond its own box is drawn by a style sheet.
      const isDrawn = x < left || right <= x || y < upper || bottom <= y;
      const { backgroundColor, backgroundImage } = getComputedStyle(top);
      const isClear =
        /^rgba.*, 0\)$|\/ 0\)$/.test(backgroundColor) &&
        backgroundImage === "none";
      const isPicture = top.matches("img, video, canvas, iframe, svg");
      return (
        (isDrawn || isPicture || !isClear) &&
        top.checkVisibility({ opacityProperty: true })
      );
    };
    const stack = document.elementsFromPoint(x, y);
    const own = stack.findIndex(
      (one) => around.includes(one) || element.contains(one),
    );
    return stack
      .slice(0, own < 0 ? 0 : own)
      .filter(isPainted)
      .at(-1);
  },

  /** Whether it covers nearly all of the window, as what lies behind a dialog does. */
  isBackdrop: (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width >= 0.9 * innerWidth && height >= 0.9 * innerHeight;
  },

  /** Whether a window lies over it, wherever the page is scrolled to. */
  isBehind: (element: Element) => {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = element.getBoundingClientRect();
    const cover = inPage.cover(element, x + width / 2, y + height / 2);
    return cover !== undefined && inPage.isBackdrop(cover);
  },

  /** An element, or the element of the document whose shadow tree it is in. */
  inDocument: (element: Element) =>
    inPage.path(element).find((one) => one.getRootNode() === document),

  /** Those of some elements that are controls as large as the browser makes them without a style sheet. */
  unsized: (elements: Element[]) => {
    const host = document.createElement("div");
    host.style.cssText = "all: initial; position: absolute";
    // No style sheet of the page is for what lies in here.
    const bare = host.attachShadow({ mode: "closed" });
    const twins = new Map<Element, Element>();
    for (const control of elements) {
      if (!control.matches("button, input, select, textarea")) continue;
      const twin = control.cloneNode(true) as Element;
      for (const one of [twin, ...twin.querySelectorAll("*")])
        for (const name of ["style", "class", "id", "name", "autofocus"])
          one.removeAttribute(name);
      bare.appendChild(document.createElement("div")).append(twin);
      twins.set(control, twin);
    }
    document.documentElement.append(host);
    const own = [...twins].filter(([control, twin]) => {
      const box = control.getBoundingClientRect();
      const { width, height } = twin.getBoundingClientRect();
      const isAsWide = Math.abs(box.width - width) < 0.5;
      return isAsWide && Math.abs(box.height - height) < 0.5;
    });
    host.remove();
    return new Set(own.map(([control]) => control));
  },
};

declare global {
  var inPage: typeof helpers;
}

/** Defines `inPage` in a page. */
export const helperScript = `globalThis.inPage = {${Object.entries(helpers)
  .map(([name, one]) => [
    name,
    one instanceof Function ? one : JSON.stringify(one),
  ])
  .map((pair) => pair.join(": "))
  .join(",")}}; inPage.putBack = inPage.keepBuiltIns();`;
