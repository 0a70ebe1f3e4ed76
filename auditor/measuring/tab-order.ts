import type { CDPSession, Frame, JSHandle, Page } from "playwright";
import { setTimeout } from "node:timers/promises";
import type { Mode, Problem } from "../finding";
import { broken } from "../rules";
import { covered } from "./covered";
import { findProblems, placesOf, type Breach } from "./places";
import { backwards } from "./reading-order";

/** Nobody presses the Tab key more often. */
const maxTabs = 400;

/** The element that has the focus, in the page or in a frame. */
interface Stop extends Exclude<ReturnType<typeof note>, string> {
  frame: Frame;
  stops: JSHandle<Element[]>;
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
  devTools: CDPSession,
  stops: JSHandle<Element[]>,
  mode: Mode,
  lack: (what: string) => void,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  /** The stops in each document: in the page itself, and in its frames. */
  const ways = new Map([[page.mainFrame(), stops]]);
  /** The stop at which the way began. */
  let first: Stop | undefined;
  let last: Stop | undefined;
  /** How often the last stop has kept the focus. */
  let repeats = 0;
  const expected = await page.evaluateHandle(controls);
  await page.evaluate(begin);
  let presses = 0;
  while (presses < maxTabs && (await goOn())) presses++;
  const isEnd = presses < maxTabs;
  if (!isEnd)
    lack(`What comes after ${maxTabs} presses of it is not measured.`);
  // A frame may be gone.
  for (const each of ways.values())
    await each.evaluate(release).catch(() => {});
  for (const find of [passedBy, hiddenStops, backwards]) {
    const given = { expected, stops, isEnd };
    problems.push(...(await findProblems(page, find, given)));
  }
  return problems;

  /** Goes to the next stop. @returns whether the way goes on behind it */
  async function goOn(): Promise<boolean> {
    // Skip an element that gives the focus up, unless the page ends there.
    const next = await press();
    let stop = next ?? (await press());
    // The focus has left the page's only stop, and comes back to it.
    if (!stop || (!next && isAt(stop, first))) return false;
    first ??= stop;
    if (!stop.isNew) {
      const isSame = isAt(stop, last);
      if (isSame && ++repeats < stop.parts) return true;
      // After the last stop comes the first one, of the page or of a dialog. A
      // dialog may have one stop, and Escape would close it.
      if (isSame ? stop.isLone : isAt(stop, first) || stop.isModal)
        return false;
      stop = await escape(stop, isSame);
      if (!stop) return false;
    }
    last = stop;
    repeats = 0;
    return true;
  }

  async function press() {
    await page.keyboard.press("Tab");
    // A script may move the focus a frame later. The page may have a clock of its own.
    if (mode === "javascript") await setTimeout(20);
    return readFocus();
  }

  /** Leaves a stop by Escape, or makes it inert and goes on behind it. */
  async function escape(stop: Stop, isSame: boolean) {
    await page.keyboard.press("Escape");
    const next = await press();
    if (!next || next.isNew) return next;
    if (isSame && next.index !== stop.index) return undefined;
    for (const key of await page.evaluate(keysTold)) {
      await page.keyboard.press(key).catch(() => {});
      // The way out may lead through what the trap holds.
      for (let presses = 0; presses < 4; presses++) {
        const beyond = await readFocus();
        if (!beyond || beyond.isNew) return beyond;
        await press();
      }
    }
    const kept = await stop.stops.evaluateHandle(stopAt, stop.index);
    const path = stop.frame.parentFrame() ? "iframe " : "";
    const what = "The Tab key does not leave it, nor does Escape";
    for (const { selector, html } of await placesOf(kept)) {
      const place = { selector: path + selector, html };
      problems.push(broken("keyboard-trap", what, place));
    }
    // Inert, it cannot take the focus back.
    await kept.evaluate(([one]) => one?.element.toggleAttribute("inert"));
    const isBeyond = await page.evaluate(goBeyond, { expected, stops });
    const beyond = isBeyond ? await readFocus() : undefined;
    if (isAt(stop, first)) first = beyond;
    return beyond;
  }

  /** How many stops are in the closed shadow tree that has the focus, which only DevTools see. */
  async function countClosed(isNew: boolean) {
    const expression = "inPage.focused()";
    const { result } = await devTools.send("Runtime.evaluate", { expression });
    const { objectId } = result;
    const whole = { objectId, depth: -1, pierce: true };
    const { node } = await devTools.send("DOM.describeNode", whole);
    const { shadowRoots = [], localName } = node;
    if (!shadowRoots.some((one) => one.shadowRootType === "closed")) return 1;
    if (isNew)
      lack(
        `What is in the closed shadow tree of ${localName} is not measured.`,
      );
    const stops =
      /"(?:A|BUTTON|INPUT|SELECT|TEXTAREA|SUMMARY|IFRAME|spinbutton|tabindex)"/g;
    return JSON.stringify(node).match(stops)?.length ?? 1;
  }

  /** Notes what has the focus, and what covers it. */
  async function readFocus(
    frame = page.mainFrame(),
  ): Promise<Stop | undefined> {
    const isPage = frame === page.mainFrame();
    const none = (): Element[] => [];
    const stops = ways.get(frame) ?? (await frame.evaluateHandle(none));
    ways.set(frame, stops);
    const stop = await stops.evaluate(note, isPage);
    if (stop === "nothing") return undefined;
    if (stop === "frame") {
      const focused = await frame.evaluateHandle(() => document.activeElement);
      const inner = await focused.asElement()?.contentFrame();
      return inner ? readFocus(inner) : undefined;
    }
    if (stop.isOpaque)
      stop.parts = Math.max(stop.parts, await countClosed(stop.isNew));
    if (stop.isNew && isPage)
      problems.push(...(await findProblems(page, covered, stops)));
    return { ...stop, frame, stops };
  }
}

const isAt = (stop: Stop, other: Stop | undefined) =>
  stop.frame === other?.frame && stop.index === other.index;

/** Runs in the page: the keys that its text names, as Playwright calls them. */
function keysTold() {
  const named =
    /\b(?:(?:[Cc]trl|CTRL|Control|Strg|Alt|Shift) ?[+-] ?)+[A-Za-z\d]\b|\bF(?:1[0-2]|[1-9])\b|\b[A-Z](?=[- ]key\b)/g;
  const told = document.body.innerText.match(named) ?? [];
  return [...new Set(told)].slice(0, 5).map((keys) =>
    keys
      .replace(/(?:[Cc]trl|CTRL|Strg)/g, "Control")
      .replace(/ ?[+-] ?/g, "+")
      .replace(/(?<!Shift\+)\b[A-Z]$/, (letter) => letter.toLowerCase()),
  );
}

const stopAt = (stops: Element[], index: number) =>
  stops.slice(index, index + 1).map((element) => ({ element }));

/** Runs in the page: notes what has the focus. */
function note(stops: Element[], isPage: boolean) {
  const element = inPage.focused();
  if (element?.matches("iframe, frame")) return "frame";
  // The focus of a frame may be on its document, which then scrolls.
  if (!element || (isPage && element === document.body)) return "nothing";
  const at = stops.indexOf(element);
  if (at < 0) stops.push(element);
  const dates =
    "[type=date], [type=time], [type=month], [type=week], [type=datetime-local]";
  const isPlayer = element.matches("video, audio, object, embed");
  const dialog = "dialog[open], [aria-modal=true], [role=dialog]";
  const modal = inPage.closest(element, ":modal, [aria-modal=true]");
  const stopsThere = modal?.querySelectorAll(
    ":is(a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [contenteditable], [tabindex]):not(:disabled, [tabindex^='-'])",
  );
  return {
    /** Whether it has the focus only for what cannot be seen in it. */
    isOpaque: element.tabIndex < 0 && !element.hasAttribute("tabindex"),
    index: at < 0 ? stops.length - 1 : at,
    isNew: at < 0,
    /** How many stops a native control has, such as a date's parts. */
    parts: isPlayer ? 15 : element.matches(dates) ? 8 : 1,
    isModal: inPage.closest(element, dialog) !== undefined,
    isLone:
      stopsThere !== undefined &&
      [...stopsThere].every((one) => one === element || !one.checkVisibility()),
  };
}

/** Runs in the page: the native controls that the Tab key should reach. */
function controls() {
  return [
    ...(inPage.modal() ?? document).querySelectorAll<HTMLInputElement>(
      ":is(a[href], area[href], button, input:not([type=hidden]), select, textarea, details > summary, [tabindex='0']):not(iframe, frame, :disabled, [tabindex^='-'], [inert], [inert] *)",
    ),
  ].filter(inPage.isShown);
}

type Passed = { expected: HTMLInputElement[]; stops: Element[] };

/** Runs in the page: what the Tab key has skipped, as far as it came. */
function passedBy(passed: Passed & { isEnd: boolean }): Breach[] {
  const { expected, stops, isEnd } = passed;
  const what = "The Tab key does not reach it";
  const last = stops.slice(-1).map(inPage.inDocument)[0];
  const before = Node.DOCUMENT_POSITION_PRECEDING;
  // An open dialog may keep the focus.
  const dialog = last && inPage.closest(last, "dialog, [role$=dialog]");
  const isIn = (one: Element) => dialog && inPage.path(one).includes(dialog);
  const isPassed = (one: Element) =>
    (isEnd && !dialog) ||
    isIn(one) ||
    (!stops.every(isIn) && last && last.compareDocumentPosition(one) & before);
  const isGuard = (one: HTMLElement) => {
    if (inPage.isEmpty(one)) one.focus();
    return inPage.isEmpty(one) && inPage.focused() !== one;
  };
  // A group of radio buttons is one stop.
  const isOfGroup = (one: HTMLInputElement) => (other: Element) =>
    other instanceof HTMLInputElement &&
    [one, other].every(({ type, name }) => type === "radio" && name) &&
    one.name === other.name &&
    one.form === other.form;
  // The host of a shadow tree may give the focus to what lies there.
  const met = new Set(stops.flatMap(inPage.path));
  const isMissed = (one: Element) =>
    one.shadowRoot ? !met.has(one) : !stops.includes(one);
  return expected
    .filter((one) => one.isConnected && isMissed(one))
    .filter(isPassed)
    .filter((one) => !stops.some(isOfGroup(one)))
    .filter((one) => !isGuard(one) && !inPage.isBehind(one))
    .map((element) => ({ element, rule: "not-reached", what }));
}

/** Runs in the page: hidden stops that axe does not judge while a dialog is open. */
function hiddenStops({ stops }: Passed): Breach[] {
  const what = "The Tab key comes to it, and screen readers do not";
  const dialogs = "dialog, [role$=dialog], [aria-modal=true]";
  if (![...document.querySelectorAll(dialogs)].some(inPage.isShown)) return [];
  return stops
    .filter((stop) => inPage.closest(stop, "[aria-hidden=true]"))
    .map((element) => ({ element, rule: "stop-hidden", what }));
}

/** Runs in the page: undoes what made traps inert. */
const release = (stops: Element[]) =>
  stops.forEach((stop) => stop.removeAttribute("inert"));

/** Runs in the page: moves the focus to the control behind the last stop. */
function goBeyond({ expected, stops }: Passed) {
  const [last] = stops.slice(-1).map(inPage.inDocument);
  const after = Node.DOCUMENT_POSITION_FOLLOWING;
  const beyond = expected.find(
    (one) => last && last.compareDocumentPosition(one) & after,
  );
  if (!beyond || stops.includes(beyond)) return false;
  beyond.focus();
  return document.activeElement === beyond;
}

/** Runs in the page: makes the next Tab start at the top. */
function begin() {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  scrollTo({ top: 0, left: 0, behavior: "instant" });
}
