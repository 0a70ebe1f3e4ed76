import type { CDPSession, Page } from "playwright/test";

/** One stop of the Tab key. */
export interface Stop {
  name: string;
  problems: string[];
}

/** Pixels around an element in which its focus may show. */
const around = 12;

/** More stops than any page has: the focus is caught. */
const tooMany = 150;

/** The focus of controls that were looked at before: by page, look and control. */
const seen = new Map<string, string[]>();

/**
 * Goes through a page by the Tab key alone: every control is reached, in the
 * order of the document, is seen to have the focus, and is hidden by nothing.
 */
export async function goThrough(
  page: Page,
  changes: (before: string, after: string) => Promise<Change>,
  look: string,
): Promise<Stop[]> {
  const devTools = await page.context().newCDPSession(page);
  await page.addStyleTag({ content: "* { caret-color: transparent }" });
  const shown = async ({ key, box }: Focused) => {
    const seenBefore = seen.get(`${look} ${key}`);
    const problems =
      seenBefore ?? (await indicator(page, devTools, box, changes));
    seen.set(`${look} ${key}`, problems);
    return problems;
  };
  // What has the focus as the page is arrived at, such as an error summary;
  // main itself is no control, but where the next Tab begins.
  const first = await page.evaluate(describe, around);
  const arrival =
    first && !first.name.startsWith("main ")
      ? [{ name: `at once: ${first.name}`, problems: await shown(first) }]
      : [];

  const expected = await page.evaluate(prepare);
  const stops: Stop[] = [];
  for (let count = 0; count < tooMany; count++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(describe, around);
    if (stop === undefined) break;
    const problems = stop.covered
      ? [`2.4.11 hidden behind ${stop.covered}`]
      : [];
    if (stop.index !== stops.length) {
      problems.push(
        `2.4.3 stop ${stops.length + 1} of the Tab key is number ${stop.index + 1} of the document`,
      );
    }
    problems.push(...(await shown(stop)));
    stops.push({ name: stop.name, problems });
  }
  for (const name of expected.slice(stops.length)) {
    stops.push({ name, problems: ["2.1.1 not reached by the Tab key"] });
  }
  return [...arrival, ...stops];
}

type Focused = NonNullable<ReturnType<typeof describe>>;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Of its lines together, where it is text of several. */
  perimeter: number;
  /** Seen without scrolling. */
  isWhole: boolean;
}

/** How many pixels the focus changes, by a contrast of at least 3:1. */
export interface Change {
  pixels: number;
}

async function indicator(
  page: Page,
  devTools: CDPSession,
  box: Box,
  changes: (before: string, after: string) => Promise<Change>,
): Promise<string[]> {
  const clip = {
    x: Math.max(0, box.x - around),
    y: Math.max(0, box.y - around),
    width: box.width + 2 * around,
    height: box.height + 2 * around,
    scale: 1,
  };
  const shot = async () =>
    (
      await devTools.send("Page.captureScreenshot", {
        clip,
        // Paints the whole page anew.
        captureBeyondViewport: !box.isWhole,
        optimizeForSpeed: true,
      })
    ).data;
  const after = await shot();
  await page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    focused.dataset.left = "";
    focused.blur();
  });
  const before = await shot();
  await page.evaluate(() => {
    const left = document.querySelector<HTMLElement>("[data-left]");
    left?.focus({ preventScroll: true });
    left?.removeAttribute("data-left");
  });
  const { pixels } = await changes(before, after);
  // WCAG 2.4.13: as large as a line of 2 pixels around the control.
  const needed = 2 * box.perimeter;
  return pixels < needed
    ? [
        `2.4.7, 2.4.13 the focus changes ${pixels} pixels by 3:1, of ${Math.round(needed)} needed`,
      ]
    : [];
}

/** Runs in the page: numbers what the Tab key should stop at; its names. */
function prepare() {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), textarea, summary, [tabindex='0']",
    ),
  ].filter(
    (element) =>
      element.checkVisibility() && !(element as HTMLButtonElement).disabled,
  );
  controls.forEach((element, index) => (element.dataset.stop = `${index}`));
  // The next Tab begins at the document's begin.
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  scrollTo(0, 0);
  return controls.map((element) => element.textContent || element.id);
}

/** Runs in the page: what has the focus. */
function describe(margin: number) {
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body) return undefined;
  const boxes = [...element.getClientRects()];
  const covering = boxes.flatMap((box) =>
    [0.05, 0.5, 0.95].flatMap((down) =>
      [0.05, 0.5, 0.95].map((across) => {
        const x = box.left + across * box.width;
        const y = box.top + down * box.height;
        // Outside of the window; a large one never is in it whole.
        if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return null;
        const top = document.elementFromPoint(x, y);
        const isSeen = !top || element.contains(top) || top.contains(element);
        return isSeen ? null : top;
      }),
    ),
  );
  const box = element.getBoundingClientRect();
  const isInWindow =
    box.bottom > 0 &&
    box.top < innerHeight &&
    box.right > 0 &&
    box.left < innerWidth;
  const [covered] = covering.filter((top) => top !== null);
  return {
    name: `${element.tagName.toLowerCase()} ${(element.textContent || element.id).trim().slice(0, 60)}`,
    // A control that looks the same shows its focus in the same way.
    key: `${box.width} × ${box.height} ${element.outerHTML.replace(/value="[^"]*"|data-stop="\d*"/g, "")}`,
    index: Number(element.dataset.stop ?? -1),
    covered: isInWindow
      ? covered && `${covered.tagName.toLowerCase()}.${covered.className}`
      : "the window's edge",
    box: {
      x: box.x + scrollX,
      y: box.y + scrollY,
      width: box.width,
      height: box.height,
      // Lines that stand over each other have one outline together.
      perimeter: Math.min(
        2 * (box.width + box.height),
        boxes.reduce((sum, { width, height }) => sum + 2 * (width + height), 0),
      ),
      isWhole:
        box.top >= margin &&
        box.bottom <= innerHeight - margin &&
        box.left >= 0 &&
        box.right <= innerWidth,
    },
  };
}
