import type { Frame, JSHandle, Page } from "playwright";
import { broken } from "../rules";
import type { Problem } from "../finding";
import { placesOf } from "./places";

/** A page by the Tab key alone. */
export interface Way {
  /** The stops in the page itself, in the order of the Tab key. */
  stops: JSHandle<Element[]>;
  problems: Problem[];
}

/** So many stops are more than anyone would pass. */
const most = 400;

/** A native control may hold a few stops of its own, such as a date's parts. */
const partsOf = (tag: string) =>
  /^(?:video|audio|object|embed)$/.test(tag) ? 15 : tag === "date" ? 8 : 1;

/**
 * Presses Tab from the top of the page to its end. Finds what keeps the focus,
 * what it passes by, what is hidden while it has the focus.
 */
export async function goThrough(page: Page): Promise<Way> {
  const stops = await page.evaluateHandle(() => [] as Element[]);
  const expected = await page.evaluateHandle(controls);
  const lists = new Map<Frame, JSHandle<Element[]>>([
    [page.mainFrame(), stops],
  ]);
  const problems: Problem[] = [];
  const covered: JSHandle<Covered[]> = await page.evaluateHandle(() => []);
  const press = async () => {
    await page.keyboard.press("Tab");
    return focusedIn(page, lists, covered);
  };
  const trap = async ({ frame, index }: Focused) => {
    const list = lists.get(frame);
    const found = await list?.evaluateHandle(
      (elements, index) => [{ element: elements[index] as Element }],
      index,
    );
    const [place] = found ? await placesOf(found) : [];
    if (!place) return;
    const inFrame = frame === page.mainFrame() ? "" : `${frame.url()} `;
    problems.push(
      broken(
        "keyboard-trap",
        "The Tab key does not leave it, nor does Escape",
        {
          ...place,
          selector: inFrame + place.selector,
        },
      ),
    );
  };

  await page.evaluate(begin);
  let first: Focused | undefined;
  let last: Focused | undefined;
  let repeats = 0;
  for (let count = 0; count < most; count++) {
    // What drops the focus is passed by, unless it is the end of the page.
    const stop = (await press()) ?? (await press());
    if (!stop) break;
    first ??= stop;
    if (stop.isNew) {
      last = stop;
      repeats = 0;
      continue;
    }
    const isSame = last?.frame === stop.frame && last.index === stop.index;
    if (isSame && ++repeats < partsOf(stop.kind)) continue;
    // After the last stop comes the first one, of the page or of a dialog.
    const isFirst = stop.frame === first.frame && stop.index === first.index;
    if (!isSame && (isFirst || stop.isModal)) break;
    await page.keyboard.press("Escape");
    const next = await press();
    if (next?.isNew || !next) {
      last = next;
      repeats = 0;
      if (next) continue;
      break;
    }
    if (isSame && next.index !== stop.index) break;
    await trap(stop);
    // What lies behind a trap is examined, too.
    const isBeyond = await expected.evaluate((all, stops) => {
      const at = all.findIndex(({ element }) => element === stops.at(-1));
      const beyond = all[at + 1]?.element as HTMLElement | undefined;
      if (at < 0 || !beyond) return false;
      beyond.focus();
      return document.activeElement === beyond && !stops.includes(beyond);
    }, stops);
    const beyond = isBeyond && (await focusedIn(page, lists, covered));
    if (!beyond) break;
    last = beyond;
    repeats = 0;
  }

  const passed = await expected.evaluateHandle(passedBy, stops);
  for (const place of await placesOf(passed))
    problems.push(
      broken("not-reached", "The Tab key does not reach it", place),
    );
  for (const { by, isWhole, ...place } of await placesOf(covered))
    problems.push(
      isWhole
        ? broken("focus-hidden", `${by} hides it while it has the focus`, place)
        : broken(
            "focus-covered",
            `${by} covers a part of it while it has the focus`,
            place,
          ),
    );
  return { stops, problems };
}

interface Focused {
  frame: Frame;
  index: number;
  isNew: boolean;
  kind: string;
  isModal: boolean;
}

/** What has the focus, in the page or in one of its frames. */
async function focusedIn(
  page: Page,
  lists: Map<Frame, JSHandle<Element[]>>,
  covered: JSHandle<Covered[]>,
): Promise<Focused | undefined> {
  let frame = page.mainFrame();
  for (let depth = 0; depth < 5; depth++) {
    const list =
      lists.get(frame) ?? (await frame.evaluateHandle(() => [] as Element[]));
    lists.set(frame, list);
    const isPage = frame === page.mainFrame();
    const stop = await list.evaluate(note, isPage ? covered : null);
    // The focus of a frame may be on its document, which then scrolls.
    if (stop === "nothing") return undefined;
    if (stop !== "frame") return { frame, ...stop };
    const handle = await frame.evaluateHandle(() => document.activeElement);
    const inner = await handle.asElement()?.contentFrame();
    if (!inner) return undefined;
    frame = inner;
  }
  return undefined;
}

/** Runs in the page: notes what has the focus, and whether something covers it. */
function note(list: Element[], covered: Covered[] | null) {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement)
    element = element.shadowRoot.activeElement;
  if (element?.matches("iframe, frame")) return "frame";
  const isNothing = !element || element === document.body;
  if (!element || (isNothing && covered)) return "nothing";
  const at = list.indexOf(element);
  if (at < 0) {
    list.push(element);
    const by = covered && coveredBy(element as HTMLElement);
    if (by) covered.push({ element, ...by });
  }
  return {
    index: at < 0 ? list.length - 1 : at,
    isNew: at < 0,
    kind: element.matches(
      "[type=date], [type=time], [type=month], [type=week], [type=datetime-local]",
    )
      ? "date"
      : element.tagName.toLowerCase(),
    isModal:
      element.closest("dialog[open], [aria-modal=true], [role=dialog]") !==
      null,
  };

  function coveredBy(element: HTMLElement) {
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    const parts = [element, ...labels];
    const boxes = parts.flatMap((one) => [...one.getClientRects()]);
    const points = boxes.flatMap((box) =>
      [0.05, 0.5, 0.95].flatMap((down) =>
        [0.05, 0.5, 0.95].map((across) => ({
          x: box.left + across * box.width,
          y: box.top + down * box.height,
        })),
      ),
    );
    // A large one never fits into the window completely.
    const inView = points.filter(
      ({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight,
    );
    const isFixed = (one: Element) => {
      for (let over: Element | null = one; over; over = over.parentElement)
        if (!over.contains(element))
          if (/fixed|sticky/.test(getComputedStyle(over).position)) return true;
      return false;
    };
    const covering = inView.flatMap(({ x, y }) => {
      const top = document.elementFromPoint(x, y);
      const isSeen =
        !top || parts.some((part) => part.contains(top) || top.contains(part));
      return isSeen ? [] : [top];
    });
    const [top] = covering;
    if (inView.length === 0)
      return boxes.some(({ width, height }) => width + height > 4)
        ? { by: "The window's edge", isWhole: false }
        : null;
    return top
      ? {
          by: `${top.tagName.toLowerCase()}.${top.className}`,
          isWhole: covering.length === inView.length && covering.every(isFixed),
        }
      : null;
  }
}

interface Covered {
  element: Element;
  by: string;
  isWhole: boolean;
}

/** Runs in the page: the native controls that the Tab key should reach. */
function controls() {
  const modal = document.querySelector(":modal");
  return [
    ...(modal ?? document).querySelectorAll<HTMLElement>(
      "a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']",
    ),
  ]
    .filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(":disabled, [tabindex^='-']") &&
        !element.closest("[inert]") &&
        (!element.matches("summary") ||
          element.parentElement?.matches("details") === true),
    )
    .map((element) => {
      const { type, name, form } = element as HTMLInputElement;
      return {
        element,
        group: type === "radio" && name ? { name, form } : null,
      };
    });
}

/** Runs in the page: what the Tab key passed by. */
function passedBy(expected: ReturnType<typeof controls>, stops: Element[]) {
  // A group of radio buttons is one stop.
  return expected.filter(
    (one) =>
      one.element.isConnected &&
      !expected.some(
        ({ element, group }) =>
          stops.includes(element) &&
          (element === one.element ||
            (one.group !== null &&
              group?.name === one.group.name &&
              group.form === one.group.form)),
      ),
  );
}

/** Runs in the page: makes the next Tab start at the top. */
function begin() {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  scrollTo({ top: 0, left: 0, behavior: "instant" });
}
