/** What functions that run in a page may use there, as `inPage`. */
const helpers = {
  /** The element around one, as it is shown: a slot, a parent, or the host of a shadow tree. */
  over: (element: Element): Element | null =>
    element.assignedSlot ??
    element.parentElement ??
    (element.getRootNode() as Partial<ShadowRoot>).host ??
    null,

  /** Whether an element is within another, or within a shadow tree there. */
  isIn(element: Element, other: Element) {
    let over: Element | null = element;
    while (over && over !== other) over = inPage.over(over);
    return over !== null;
  },

  /** The nearest element that matches, as `closest`, in shadow trees, too. */
  closest(element: Element, selector: string) {
    let over: Element | null = element;
    while (over && !over.matches(selector)) over = inPage.over(over);
    return over;
  },

  /** What has the focus, in shadow trees, too. */
  focused() {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement)
      element = element.shadowRoot.activeElement;
    return element as HTMLElement | null;
  },

  /** The modal dialog that is open, in shadow trees, too. */
  modal(root: Document | ShadowRoot = document): Element | undefined {
    const own = [...root.querySelectorAll("[aria-modal=true]")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .at(-1);
    const inner = [...root.querySelectorAll("*")]
      .flatMap(
        ({ shadowRoot }) => (shadowRoot && inPage.modal(shadowRoot)) ?? [],
      )
      .at(-1);
    return root.querySelector(":modal") ?? inner ?? own;
  },

  /** An element, or the element of the document whose shadow tree it is in. */
  inDocument(element: Element): Element {
    const { host } = element.getRootNode() as Partial<ShadowRoot>;
    return host ? inPage.inDocument(host) : element;
  },

  /** Of some controls, those as large as the browser makes them without a style sheet. */
  unsized(elements: Element[]) {
    const host = document.createElement("div");
    host.style.cssText = "all: initial; position: absolute";
    // No style sheet of the page is for what lies in here.
    const bare = host.attachShadow({ mode: "closed" });
    const controls = elements.filter((element) =>
      element.matches("button, input, select, textarea"),
    );
    const twins = controls.map((control) => {
      const twin = control.cloneNode(true) as Element;
      for (const one of [twin, ...twin.querySelectorAll("*")])
        for (const name of ["style", "class", "id", "name", "autofocus"])
          one.removeAttribute(name);
      bare.appendChild(document.createElement("div")).append(twin);
      return twin;
    });
    document.documentElement.append(host);
    const boxesOf = (all: Element[]) =>
      all.map((one) => one.getBoundingClientRect());
    const [own, plain] = [boxesOf(controls), boxesOf(twins)];
    host.remove();
    const differ = (side: "width" | "height", at: number) =>
      Math.abs((own[at]?.[side] ?? 0) - (plain[at]?.[side] ?? 0)) >= 0.5;
    return controls.filter(
      (_, at) => !differ("width", at) && !differ("height", at),
    );
  },
};

declare global {
  var inPage: typeof helpers;
}

/** Defines `inPage` in a page. */
export const helperScript = `globalThis.inPage = {${Object.entries(helpers)
  .map(([name, helper]) => [name, String(helper)] as const)
  .map(([name, text]) =>
    text.startsWith(`${name}(`) ? text : `${name}: ${text}`,
  )
  .join(",")}};`;
