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

  /** The modal dialog that is open, in shadow trees, too. */
  modal: (root: Document | ShadowRoot = document): Element | undefined => {
    const own = [...root.querySelectorAll("[aria-modal=true]")];
    const inner = [...root.querySelectorAll("*")].flatMap(
      ({ shadowRoot }) => (shadowRoot && inPage.modal(shadowRoot)) ?? [],
    );
    const last = inner.at(-1) ?? own.filter(inPage.isShown).at(-1);
    return root.querySelector(":modal") ?? last;
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
  .map(([name, helper]) => `${name}: ${String(helper)}`)
  .join(",")}};`;
