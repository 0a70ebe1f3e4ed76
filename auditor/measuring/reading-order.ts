import type { Breach } from "./places";

/** Runs in the page: stops of the Tab key that lead back up in the order of reading. */
export function backwards({ stops }: { stops: Element[] }): Breach[] {
  const what = "The Tab key comes to it out of the order of reading";
  const here = (stops as HTMLElement[]).filter((stop) =>
    stop.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  // Two that are in different shadow trees follow nothing.
  const isBehind = (stop: Element, other: Element) =>
    other.compareDocumentPosition(stop) === Node.DOCUMENT_POSITION_FOLLOWING;
  const isEarly = (stop: HTMLElement) =>
    stop.tabIndex > 0 &&
    here.some(
      (other) =>
        isBehind(stop, other) &&
        (other.tabIndex === 0 || other.tabIndex > stop.tabIndex),
    );
  /** Whether its place says little: it is scrolled, or out of the flow. */
  const isLoose = (stop: Element, other: Element) => {
    const around = inPage.path(other);
    return inPage.path(stop).some((over) => {
      const isLoose = /abs|fix|sticky/.test(getComputedStyle(over).position);
      return !around.includes(over) && (isLoose || over.scrollTop > 0);
    });
  };
  /** Whether they are in a row whose order a style sheet may turn around. */
  const isInRow = (stop: Element, last: Element) => {
    const around = inPage.path(last);
    const box = inPage.path(stop).find((over) => around.includes(over));
    return box && /flex|grid/.test(getComputedStyle(box).display);
  };
  /** Whether it is above in the same column or before in the same row, and behind in the HTML. */
  const isBefore = (stop: Element, last: Element) => {
    const [a, b] = [last.getBoundingClientRect(), stop.getBoundingClientRect()];
    const isLeft = b.right <= a.left && b.top < a.bottom && a.top < b.bottom;
    // A button in the far corner of a box begins no line.
    const isRtl = getComputedStyle(stop).direction === "rtl";
    const edge = isRtl ? "right" : "left";
    const isOver = b.bottom <= a.top && Math.abs(a[edge] - b[edge]) < 16;
    const isBack = isOver || (isLeft && !isRtl && isInRow(stop, last));
    const isSeen = Math.min(a.width, a.height, b.width, b.height) > 2;
    const isSure = !isLoose(stop, last) && !isLoose(last, stop);
    return isSeen && isBack && isSure && isBehind(stop, last);
  };
  return here
    .filter((stop, at) => isEarly(stop) || isBefore(stop, here[at - 1] ?? stop))
    .map((element) => ({ element, rule: "focus-backwards", what }));
}
