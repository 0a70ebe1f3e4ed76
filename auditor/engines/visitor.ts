import { expect } from "playwright/test";
import { readText } from "../measuring/text";
import type { Markup } from "../site";
import { eventually } from "./webdriver";
import type { Window } from "./webdriver";

/** Stands for the visitor's own address in everything that is compared. */
const anyAddress = "visitor@example.com";

/** A line may be allowed to break within the address. */
export const anonymous = (text: string, email: string) =>
  text.replace(
    new RegExp(email.replace(/\W/g, "\\$&(<wbr>)?"), "gi"),
    anyAddress,
  );

/** What a visitor sees in a state, by aspect. */
type Observed = Readonly<Record<string, unknown>>;

/** More stops than any page has. */
const tooMany = 60;

/** A page after a visitor's step, and the Tab stops on the way. */
export type Step = Observed & { stops: string[] };

/** What a keyboard user knows about the site. */
interface Knowledge<Seen> {
  markup: Markup;
  /** Runs in the page. */
  look: () => Seen;
  /** Says what does not hold in what is seen. */
  untrue: (seen: Seen) => string[];
}

/** A keyboard user who notes problems along the way. */
export function visitorAt<Seen extends Observed>(
  window: Window,
  address: string,
  { markup, look, untrue }: Knowledge<Seen>,
) {
  const steps: Record<string, Step> = {};
  const problems: string[] = [];
  let stops: string[] = [];

  return {
    steps,
    problems,

    /** Presses Tab until a control has the focus, given by id or text. */
    reach: async (name: string) => {
      while (stops.at(-1) !== name) {
        if (stops.length > tooMany) {
          throw new Error(`Tab never reaches ${name}: ${stops.join(", ")}`);
        }
        await window.press("Tab");
        const stop = await window.evaluate(focusedControl);
        stops.push(stop.name);
        if (!stop.hasOutline) {
          problems.push(`The focus is not seen on ${stop.name}`);
        }
      }
    },

    /** Waits for the expected page, and looks for problems in it. */
    see: async (step: string, expected: Record<string, unknown>) => {
      const seen = await eventually(async () => {
        const seen = await window.evaluate(look);
        const outcome = { ...seen, toast: seen.toast ?? null };
        // Firefox finishes a scroll later when input interrupts its layout.
        expect(outcome, step).toMatchObject({ ...expected, inSight: true });
        return seen;
      });
      const { problems: hidden } = await window.evaluate(readText, { markup });
      const found = [...untrue(seen), ...hidden.map(({ what }) => what)];
      problems.push(...found.map((problem) => `${step}: ${problem}`));
      const text = JSON.stringify({ ...seen, stops });
      steps[step] = JSON.parse(text.replaceAll(address, anyAddress)) as Step;
      stops = [];
    },

    /** Waits until something is true in the page. */
    until: async (isTrue: () => boolean) => {
      await eventually(async () =>
        expect(await window.evaluate(isTrue)).toBe(true),
      );
    },
  };
}

/** Runs in the page. */
function focusedControl() {
  const element = document.activeElement ?? document.body;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return {
    name: element.id || (element.textContent?.trim().slice(0, 60) ?? ""),
    hasOutline: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
  };
}
