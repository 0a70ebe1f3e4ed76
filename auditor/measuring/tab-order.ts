import type { Frame, JSHandle, Page } from "playwright";
import type { Mode, Place, Problem } from "../finding";
import { broken } from "../rules";
import type { RuleName } from "../rules";
import { findPlaces, placesOf } from "./places";
import { backwards } from "./reading-order";

/** Nobody presses the Tab key more often. */
const maxTabs = 400;

/** How many stops a native control has, such as a date's parts. */
const partsOf = (kind: string) =>
  /^(?:video|audio|object|embed)$/.test(kind) ? 15 : kind === "date" ? 8 : 1;

/** The stops of the Tab key in a document, and what covered them. */
interface Way {
  stops: Element[];
  covered: { element: Element; by: string; isWhole: boolean }[];
}

/** The element that has the focus, in the page or in a frame. */
interface Stop extends Exclude<ReturnType<typeof note>, string> {
  frame: Frame;
  way: JSHandle<Way>;
}

/** One way through a page, from its top. */
interface Walk {
  page: Page;
  mode: Mode;
  /** The way in each document: in the page itself, and in its frames. */
  ways: Map<Frame, JSHandle<Way>>;
  way: JSHandle<Way>;
  expected: JSHandle<HTMLInputElement[]>;
  problems: Problem[];
  /** The stop at which the way began. */
  first?: Stop;
  last?: Stop;
  /** How often the last stop has kept the focus. */
  repeats: number;
}

/**
 * Presses Tab from the top of the page to its end. Finds what keeps the focus,
 * what never gets it, and what is hidden while it has the focus.
 *
 * @param stops collects those in the page itself, in the order of the Tab key
 * @param lack is told what was not measured
 */
export async function goThrough(
  page: Page,
  stops: JSHandle<Element[]>,
  mode: Mode,
  lack: (what: string) => void,
): Promise<Problem[]> {
  const way = await stops.evaluateHandle(newWay);
  const ways = new Map([[page.mainFrame(), way]]);
  const expected = await page.evaluateHandle(controls);
  const problems: Problem[] = [];
  const walk = { page, mode, ways, way, expected, problems, repeats: 0 };
  await page.evaluate(begin);
  let presses = 0;
  while (presses < maxTabs && (await goOn(walk))) presses++;
  const isEnd = presses < maxTabs;
  if (!isEnd)
    lack(`What comes after ${maxTabs} presses of it is not measured.`);
  // A frame may be gone.
  for (const each of ways.values())
    await each.evaluate(release).catch(() => {});
  const report = (rule: RuleName, what: string, place: Place) =>
    problems.push(broken(rule, what, place));
  for (const place of await findPlaces(page, passedBy, {
    expected,
    way,
    isEnd,
  }))
    report("not-reached", "The Tab key does not reach it", place);
  for (const place of await findPlaces(page, backwards, stops))
    report(
      "focus-backwards",
      "The Tab key goes against the order of reading",
      place,
    );
  const covered = await way.evaluateHandle(({ covered }) => covered);
  for (const { by, isWhole, ...place } of await placesOf(covered))
    if (isWhole)
      report("focus-hidden", `${by} hides it while it has the focus`, place);
    else
      report(
        "focus-covered",
        `${by} covers a part of it while it has the focus`,
        place,
      );
  return problems;
}

/** Goes to the next stop. @returns whether the way goes on behind it */
async function goOn(walk: Walk): Promise<boolean> {
  // Skip an element that gives the focus up, unless the page ends there.
  let stop = (await press(walk)) ?? (await press(walk));
  if (!stop) return false;
  walk.first ??= stop;
  if (!stop.isNew) {
    const isSame = isAt(stop, walk.last);
    if (isSame && ++walk.repeats < partsOf(stop.kind)) return true;
    // After the last stop comes the first one, of the page or of a dialog. A
    // dialog may have one stop, and Escape would close it.
    if (isSame ? stop.isLone : isAt(stop, walk.first) || stop.isModal)
      return false;
    stop = await escape(walk, stop, isSame);
    if (!stop) return false;
  }
  walk.last = stop;
  walk.repeats = 0;
  return true;
}

async function press({ page, mode, ways }: Walk) {
  await page.keyboard.press("Tab");
  if (mode === "javascript") await page.evaluate(afterTimers);
  return focusedIn(page, ways);
}

const isAt = (stop: Stop, other: Stop | undefined) =>
  stop.frame === other?.frame && stop.index === other.index;

/** Leaves a stop by Escape, or makes it inert and goes on behind it. */
async function escape(walk: Walk, stop: Stop, isSame: boolean) {
  const { page, ways, way, expected, problems } = walk;
  await page.keyboard.press("Escape");
  const next = await press(walk);
  if (!next || next.isNew) return next;
  if (isSame && next.index !== stop.index) return undefined;
  const kept = await stop.way.evaluateHandle(stopAt, stop.index);
  const path = stop.frame.parentFrame() ? "iframe " : "";
  const what = "The Tab key does not leave it, nor does Escape";
  for (const { selector, html } of await placesOf(kept)) {
    const place = { selector: path + selector, html };
    problems.push(broken("keyboard-trap", what, place));
  }
  // Inert, it cannot take the focus back.
  await kept.evaluate(([one]) => one?.element.toggleAttribute("inert"));
  const isBeyond = await page.evaluate(goBeyond, { expected, way });
  const beyond = isBeyond ? await focusedIn(page, ways) : undefined;
  if (isAt(stop, walk.first)) walk.first = beyond;
  return beyond;
}

/** Runs in the page: waits for a script that moves the focus a frame later. */
const afterTimers = () => new Promise((resolve) => setTimeout(resolve, 20));

const newWay = (stops: Element[]): Way => ({ stops, covered: [] });

const stopAt = ({ stops }: Way, index: number) =>
  stops.slice(index, index + 1).map((element) => ({ element }));

async function focusedIn(
  page: Page,
  ways: Map<Frame, JSHandle<Way>>,
): Promise<Stop | undefined> {
  let frame: Frame | null | undefined = page.mainFrame();
  while (frame) {
    const way = ways.get(frame) ?? (await frame.evaluateHandle(newWay, []));
    ways.set(frame, way);
    const stop = await way.evaluate(note, frame === page.mainFrame());
    if (stop === "nothing") return undefined;
    if (stop !== "frame") return { ...stop, frame, way };
    const focused: JSHandle<Element | null> = await frame.evaluateHandle(
      () => document.activeElement,
    );
    frame = await focused.asElement()?.contentFrame();
  }
  return undefined;
}

/** Runs in the page: notes what has the focus, and whether something covers it. */
function note({ stops, covered }: Way, isPage: boolean) {
  let element = document.activeElement as HTMLInputElement | null;
  while (element?.shadowRoot?.activeElement)
    element = element.shadowRoot.activeElement as HTMLInputElement;
  if (element?.matches("iframe, frame")) return "frame";
  // The focus of a frame may be on its document, which then scrolls.
  if (!element || (isPage && element === document.body)) return "nothing";
  const at = stops.indexOf(element);
  if (at < 0) stops.push(element);
  if (at < 0 && isPage) cover(element);
  const isDate = element.matches(
    "[type=date], [type=time], [type=month], [type=week], [type=datetime-local]",
  );
  const dialog = "dialog[open], [aria-modal=true], [role=dialog]";
  const modal = element.closest(":modal, [aria-modal=true]");
  const stopsThere = modal?.querySelectorAll(
    ":is(a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [contenteditable], [tabindex]):not(:disabled, [tabindex^='-'])",
  );
  return {
    index: at < 0 ? stops.length - 1 : at,
    isNew: at < 0,
    kind: isDate ? "date" : element.tagName.toLowerCase(),
    isModal: element.closest(dialog) !== null,
    isLone:
      stopsThere !== undefined &&
      [...stopsThere].every((one) => one === element || !one.checkVisibility()),
  };

  function cover(element: HTMLInputElement) {
    const parts = [element, ...(element.labels ?? [])];
    const boxes = parts.flatMap((one) => [...one.getClientRects()]);
    const places = [0.05, 0.5, 0.95];
    // A large control never fits into the window.
    const inView = boxes
      .flatMap(({ left, top, width, height }) =>
        places.flatMap((down) =>
          places.map((across) => ({
            x: left + across * width,
            y: top + down * height,
          })),
        ),
      )
      .filter(
        ({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight,
      );
    const isFixed = (one: Element) => {
      for (let over: Element | null = one; over; over = over.parentElement)
        if (!over.contains(element))
          if (/fixed|sticky/.test(getComputedStyle(over).position)) return true;
      return false;
    };
    const covering = inView
      .flatMap(({ x, y }) => document.elementFromPoint(x, y) ?? [])
      .filter(
        (top) =>
          !parts.some((part) => part.contains(top) || top.contains(part)),
      );
    const [top] = covering;
    const isOut = inView.length === 0;
    if (isOut && boxes.some(({ width, height }) => width + height > 4))
      covered.push({ element, by: "The window's edge", isWhole: false });
    if (!top) return;
    const by = [top.localName, ...top.classList].join(".");
    const isWhole =
      covering.length === inView.length && covering.every(isFixed);
    covered.push({ element, by, isWhole });
  }
}

/** Runs in the page: the native controls that the Tab key should reach. */
function controls() {
  const modal =
    document.querySelector(":modal") ??
    [...document.querySelectorAll("[aria-modal=true]")]
      .filter((dialog) => dialog.checkVisibility({ visibilityProperty: true }))
      .at(-1);
  return [
    ...(modal ?? document).querySelectorAll<HTMLInputElement>(
      ":is(a[href], area[href], button, input:not([type=hidden]), select, textarea, details > summary, [tabindex='0']):not(iframe, frame, :disabled, [tabindex^='-'], [inert], [inert] *)",
    ),
  ].filter((element) => element.checkVisibility({ visibilityProperty: true }));
}

type Given = { expected: HTMLInputElement[]; way: Way };

/** Runs in the page: what the Tab key has skipped, as far as it came. */
function passedBy({ expected, way, isEnd }: Given & { isEnd: boolean }) {
  const last = way.stops.at(-1);
  const before = Node.DOCUMENT_POSITION_PRECEDING;
  const isPassed = (one: Element) =>
    isEnd || (last && last.compareDocumentPosition(one) & before);
  // A group of radio buttons is one stop.
  const isOfGroup = (one: HTMLInputElement) => (other: Element) =>
    other instanceof HTMLInputElement &&
    [one, other].every(({ type, name }) => type === "radio" && name) &&
    one.name === other.name &&
    one.form === other.form;
  return expected
    .filter((one) => one.isConnected && !way.stops.includes(one))
    .filter(isPassed)
    .filter((one) => !way.stops.some(isOfGroup(one)))
    .map((element) => ({ element }));
}

/** Runs in the page: undoes what made traps inert. */
const release = ({ stops }: Way) =>
  stops.forEach((stop) => stop.removeAttribute("inert"));

/** Runs in the page: moves the focus to the control behind the last stop. */
function goBeyond({ expected, way: { stops } }: Given) {
  const at = expected.findIndex((element) => element === stops.at(-1));
  const beyond = at < 0 ? undefined : expected[at + 1];
  beyond?.focus();
  return (
    beyond !== undefined &&
    document.activeElement === beyond &&
    !stops.includes(beyond)
  );
}

/** Runs in the page: makes the next Tab start at the top. */
function begin() {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  scrollTo({ top: 0, left: 0, behavior: "instant" });
}
