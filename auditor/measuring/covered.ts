/** Runs in the page: what covers the last stop of the Tab key. */
export function covered(stops: Element[]) {
  const element = stops.at(-1) as HTMLInputElement;
  const parts = [element, ...(element.labels ?? [])];
  const boxes = parts.flatMap((one) => [...one.getClientRects()]);
  const places = [0.05, 0.5, 0.95];
  // A large control never fits into the window.
  const tops = boxes
    .flatMap(({ left, top, width, height }) =>
      places.flatMap((down) =>
        places.map((across) => [left + across * width, top + down * height]),
      ),
    )
    .flatMap(([x = 0, y = 0]) => document.elementFromPoint(x, y) ?? []);
  const isFixed = (one: Element) => {
    for (let over: Element | null = one; over; over = over.parentElement)
      if (!over.contains(element))
        if (/fixed|sticky/.test(getComputedStyle(over).position)) return true;
    return false;
  };
  const covering = tops.filter(
    (top) => !parts.some((part) => part.contains(top) || top.contains(part)),
  );
  const [top] = covering;
  const isOut =
    tops.length === 0 && boxes.some(({ width, height }) => width + height > 4);
  if (isOut) return [{ element, by: "The window's edge", isWhole: false }];
  if (!top) return [];
  const by = [top.localName, ...top.classList].join(".");
  const isWhole = covering.length === tops.length && covering.every(isFixed);
  return [{ element, by, isWhole }];
}
