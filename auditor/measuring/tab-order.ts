import type { Page } from "playwright/test";
import type { Markup } from "../site";
import type { FocusShown } from "./focus";

/** One Tab stop. */
export interface Stop {
  name: string;
  problems: string[];
}

/** More stops than any page has, which means a focus trap. */
const tooMany = 150;

/** A path through a page by Tab key alone. */
interface Way {
  /** The names of all controls, in document order. */
  expected: string[];
  /** An error summary has the focus when the page loads. */
  arrival: Focused | undefined;
  stops: Focused[];
}

export async function goThrough(page: Page, { overlay }: Markup): Promise<Way> {
  const expected = await page.evaluate(number, overlay);
  const first = await page.evaluate(describe);
  // main itself is no control, but the next Tab starts there.
  const arrival = first?.index === -2 ? undefined : first;
  await page.evaluate(begin);
  const stops: Focused[] = [];
  while (stops.length < tooMany) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(describe);
    // After the last control come the browser's own, or the first again.
    if (!stop || (stop.index === 0 && stops.length > 0)) break;
    stops.push(stop);
  }
  return { expected, arrival, stops };
}

/**
 * Every control is reached in document order, shows its focus, and is hidden by
 * nothing.
 */
export function judge(
  { expected, arrival, stops }: Way,
  shown: Record<number, FocusShown>,
): Stop[] {
  const problemsOf = ({ index, covered }: Focused) => [
    ...(covered ? [`2.4.11 hidden behind ${covered}`] : []),
    ...tooFaint(shown[index] ?? { changed: 0, perimeter: 0 }),
  ];
  return [
    ...(arrival
      ? [{ name: `at once: ${arrival.name}`, problems: problemsOf(arrival) }]
      : []),
    ...stops.map((stop, place) => ({
      name: stop.name,
      problems: [
        ...(stop.index === place
          ? []
          : [
              `2.4.3 stop ${place + 1} of the Tab key is number ${stop.index + 1} of the document`,
            ]),
        ...problemsOf(stop),
      ],
    })),
    ...expected.slice(stops.length).map((name) => ({
      name,
      problems: ["2.1.1 not reached by the Tab key"],
    })),
  ];
}

type Focused = NonNullable<ReturnType<typeof describe>>;

/** WCAG 2.4.13: at least the area of a 2-pixel line around the control. */
const tooFaint = ({ changed, perimeter }: FocusShown) =>
  changed < 2 * perimeter
    ? [
        `2.4.7, 2.4.13 the focus changes ${changed} pixels by 3:1, of ${Math.round(2 * perimeter)} needed`,
      ]
    : [];

/** Runs in the page: numbers the expected Tab stops, and gives their names. */
function number(overlay: string) {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), textarea, summary, [tabindex='0']",
    ),
  ].filter(
    (element) =>
      element.checkVisibility() && !(element as HTMLButtonElement).disabled,
  );
  controls.forEach((element, index) => (element.dataset.stop = `${index}`));
  const focused = document.activeElement as HTMLElement;
  if (focused.matches(overlay)) focused.dataset.stop ??= "-1";
  return controls.map((element) => element.textContent || element.id);
}

/** Runs in the page: makes the next Tab start at the top. */
function begin() {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute("tabindex");
  scrollTo(0, 0);
}

/** Runs in the page: what has the focus. */
function describe() {
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body) return undefined;
  const boxes = [...element.getClientRects()];
  const covering = boxes.flatMap((box) =>
    [0.05, 0.5, 0.95].flatMap((down) =>
      [0.05, 0.5, 0.95].map((across) => {
        const x = box.left + across * box.width;
        const y = box.top + down * box.height;
        // Out of view; a large one never fits completely.
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
    index: Number(element.dataset.stop ?? -2),
    covered: isInWindow
      ? covered && `${covered.tagName.toLowerCase()}.${covered.className}`
      : "the window's edge",
  };
}
