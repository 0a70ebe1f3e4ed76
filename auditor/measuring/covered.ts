import type { Breach } from "./places";

/** Runs in the page: what covers the last stop of the Tab key. */
export function covered(stops: Element[]): Breach[] {
  const element = stops.at(-1) as HTMLInputElement;
  const parts = [element, ...(element.labels ?? [])];
  const boxes = parts.flatMap((one) => [...one.getClientRects()]);
  const places = [0.05, 0.5, 0.95];
  // A large control never fits into the window.
  const tops = boxes.flatMap(({ left, top, width, height }) =>
    places.flatMap((down) =>
      places.flatMap(
        (across) => topAt(left + across * width, top + down * height) ?? [],
      ),
    ),
  );
  const isIn = (one: Element, other: Element) =>
    inPage.path(one).includes(other);
  const isFixed = (one: Element) =>
    inPage
      .path(one)
      .filter((over) => !isIn(element, over))
      .some((over) => /fixed|sticky/.test(getComputedStyle(over).position));
  const covering = tops.filter(
    (top) => !parts.some((part) => isIn(top, part) || isIn(part, top)),
  );
  const [top] = covering;
  const isOut =
    tops.length === 0 && boxes.some(({ width, height }) => width + height > 4);
  if (!top && !isOut) return [];
  const name = top && [top.localName, ...top.classList].join(".");
  const isWhole =
    top && covering.length === tops.length && covering.every(isFixed);
  const does = isWhole ? "hides it" : "covers a part of it";
  const what = `${name ?? "The window's edge"} ${does} while it has the focus`;
  return [{ element, rule: isWhole ? "focus-hidden" : "focus-covered", what }];

  /** A document shows only the host of what lies in a shadow tree. */
  function topAt(x: number, y: number) {
    let top = document.elementFromPoint(x, y);
    let inner = top?.shadowRoot?.elementFromPoint(x, y);
    // A host's own surface is found in its shadow tree, too.
    while (inner && inner !== top) {
      top = inner;
      inner = top.shadowRoot?.elementFromPoint(x, y);
    }
    return top;
  }
}
