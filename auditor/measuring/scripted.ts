import type { CDPSession, Page } from "playwright";
import type { Place, Problem } from "../finding";
import { broken } from "../rules";
import { findProblems, locate, type Breach } from "./places";
import { pressable, untilQuiet, type Manners } from "./presses";

/** Finds what listens for clicks, or can be dragged, and cannot have the focus. It needs scripts. */
export async function mouseOnly(devTools: CDPSession): Promise<Problem[]> {
  const { result } = await devTools.send("Runtime.evaluate", {
    expression: `(${String(locate)})(
      [...document.body.querySelectorAll("*")]
        .filter((element) =>
          element.matches("[draggable=true]") ||
          Object.keys(getEventListeners(element)).some((type) =>
            /^(?:click|mousedown|mouseup|pointerdown|pointerup)$/.test(type)))
        .filter(inPage.isForMouse)
        .map((element) => ({ element, isDragged: element.matches("[draggable=true]") })))`,
    // Only DevTools have getEventListeners.
    includeCommandLineAPI: true,
    returnByValue: true,
  });
  const found = result.value as (Place & { isDragged: boolean })[];
  return found.map((place) => {
    const does = place.isDragged ? "can be dragged" : "listens for clicks";
    return broken("mouse-only", `It ${does} and cannot have the focus`, place);
  });
}

/** Buttons that send nothing and open nothing. */
const ownButtons =
  "button:is([type=button], :not(form *)):not(:disabled, [aria-disabled=true], [aria-expanded], [aria-haspopup]:not([aria-haspopup=dialog]), [aria-controls]:not([aria-haspopup=dialog]), [aria-pressed], [popovertarget], [commandfor], dialog *, [role$=dialog] *)";

/**
 * Presses the page's own buttons, and finds the words that they write outside of
 * live regions.
 */
export async function silentStatuses(
  page: Page,
  manners: Manners,
): Promise<Problem[]> {
  const address = page.url();
  const problems: Problem[] = [];
  for (const button of await pressable(page, ownButtons, manners)) {
    // What the focus shows, the press does not write.
    await button.focus();
    await untilQuiet(page);
    const before = await page.evaluateHandle(readBlocks);
    const hasFocus = await button.evaluate((element) => {
      const hasFocus = element.matches(":focus");
      element.click();
      return hasFocus;
    });
    await untilQuiet(page);
    if (page.url() !== address) break;
    const after = await page.evaluateHandle(readBlocks);
    const given = { before, after, button };
    problems.push(...(await findProblems(page, findSilent, given)));
    if (hasFocus && (await isDialogLost(page)))
      problems.push(...(await findProblems(page, losesFocus, button)));
  }
  return problems;
}

/** Finds, once a script has sent a form, the words that it wrote for nobody to hear. */
export async function watchForms(page: Page) {
  const before = await page.evaluateHandle(readBlocks);
  await page.evaluate(() =>
    addEventListener("submit", (event) => {
      inPage.isSent = event.defaultPrevented;
    }),
  );
  return async () => {
    // The form may have led to another page.
    const isSent = await page.evaluate(() => inPage.isSent).catch(() => false);
    if (!isSent) return [];
    const after = await page.evaluateHandle(readBlocks);
    return findProblems(page, findSilent, { before, after });
  };
}

/** Runs in the page. */
function losesFocus(element: Element): Breach[] {
  const what = "The dialog that it opens closes, and nothing has the focus";
  return [{ element, rule: "focus-lost", what }];
}

const closing = /close|cancel|dismiss|done|\bok\b|schließ|ferm|cerrar|[×✕]/i;

/** Closes a dialog that has the focus. @returns whether nothing has it then */
async function isDialogLost(page: Page) {
  const dialog = page.locator(":is(dialog, [role$=dialog]):focus-within");
  if ((await dialog.count()) === 0) return false;
  await page.keyboard.press("Escape");
  await untilQuiet(page);
  if ((await dialog.count()) > 0) {
    const button = dialog.getByRole("button", { name: closing }).first();
    if ((await button.count()) > 0) await button.click().catch(() => {});
    await untilQuiet(page);
  }
  return (await page.locator(":focus").count()) === 0;
}

/** Runs in the page: the own words of each element that is shown. */
function readBlocks() {
  const wordsOf = (node: Node) => (node instanceof Text ? node.data : "");
  return new Map(
    [...document.body.querySelectorAll("*")]
      .filter(inPage.isShown)
      .map((one) => [one, [...one.childNodes].map(wordsOf).join(" ").trim()]),
  );
}

type Blocks = ReturnType<typeof readBlocks>;
type Pressed = { before: Blocks; after: Blocks; button?: Element | null };

/** Runs in the page: short new words that neither a live region nor the focus tells. */
function findSilent({ before, after, button }: Pressed): Breach[] {
  const focused = document.activeElement;
  // An answer that takes the focus is told, and what comes with it is another page.
  const isPage = !button && focused && !before.has(focused);
  if (isPage && focused !== document.body) return [];
  // What is tied to a field of a refused form is no status.
  const fields = button
    ? []
    : document.querySelectorAll("input, select, textarea");
  const heard = [focused, ...fields].flatMap((one) => [
    ...(one?.ariaDescribedByElements ?? []),
    ...(one?.ariaLabelledByElements ?? []),
    ...(one?.ariaErrorMessageElements ?? []),
  ]);
  const told =
    "[role=status], [role=alert], [role=log], [role=timer], [role=tooltip], [role=alertdialog], [aria-live=polite], [aria-live=assertive], output, dialog, [role=dialog], [role=menu], [role=listbox], [popover], script, style, template, noscript";
  const controls = "a, button, input, select, textarea, h1, h2, h3, h4, li, td";
  const isTied = (element: Element, other?: Element | null) =>
    other && (element.contains(other) || other.contains(element));
  /** A new part of the page, such as another row of fields, is no message. */
  const isPart = (element: Element) => {
    const around = inPage
      .path(element)
      .find((one) => before.has(one) || one.parentElement === document.body);
    return [...(around?.children ?? [])].some(
      (child) => !before.has(child) && child.querySelector(controls),
    );
  };
  // Lines that break elsewhere say the same.
  const bare = (text = "") => text.replace(/\s+/g, "");
  // A form that is answered in place may bring the page's own words anew.
  const texts = new Set([...before.values()].map(bare));
  const changed = [...after].filter(
    ([element, text]) =>
      text &&
      (before.has(element)
        ? bare(before.get(element)) !== bare(text)
        : !texts.has(bare(text))) &&
      !isTied(element, button),
  );
  /** A word that nothing came with is a message; one in another's place may be a label. */
  const isMessage = (element: Element, text: string) =>
    /\S\s+\S/.test(text) ||
    (/^\p{L}{2,}[.!…]?$/u.test(text) &&
      changed.length === 1 &&
      !before.get(element) &&
      !element.closest(`${controls}, label, th, summary`));
  return changed
    .filter(
      ([element, text]) =>
        isMessage(element, text) &&
        text.length <= 160 &&
        !element.closest(told) &&
        !heard.some((one) => one.contains(element)) &&
        !element.matches(
          "h1, h2, h3, h4, li, td, label, legend, option, textarea",
        ) &&
        !(focused !== document.body && isTied(element, focused)) &&
        (before.has(element) || !isPart(element)),
    )
    .map(([element, text]) => ({
      ...{ element, rule: "silent-status" },
      what: `"${text}" appears and is announced to nobody`,
    }));
}
