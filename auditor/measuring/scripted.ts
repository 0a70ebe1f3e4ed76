import type { CDPSession, Page } from "playwright";
import type { Place, Problem } from "../finding";
import { broken } from "../rules";
import { findProblems, locate, type Breach } from "./places";

/** Finds what listens for clicks and cannot have the focus. It needs scripts. */
export async function mouseOnly(devTools: CDPSession): Promise<Problem[]> {
  const { result } = await devTools.send("Runtime.evaluate", {
    expression: `(${String(locate)})(
      [...document.body.querySelectorAll("*")]
        .filter((element) =>
          Object.keys(getEventListeners(element)).some((type) =>
            /^(?:click|mousedown|mouseup|pointerdown|pointerup)$/.test(type)))
        .filter(${String(isForMouse)})
        .map((element) => ({ element })))`,
    // Only DevTools have getEventListeners.
    includeCommandLineAPI: true,
    returnByValue: true,
  });
  const what = "It listens for clicks and cannot have the focus";
  return (result.value as Place[]).map((place) =>
    broken("mouse-only", what, place),
  );
}

/** Runs in the page. Whatever contains or labels a control may pass its clicks on. */
function isForMouse(node: Element) {
  const controls =
    "a[href], button, input, select, textarea, summary, label, audio, video, iframe, [tabindex], [contenteditable]";
  return (
    !inPage.closest(node, `${controls}, dialog, [aria-hidden=true], svg`) &&
    !node.querySelector(controls) &&
    !node.shadowRoot?.querySelector(controls) &&
    !isLabel(node) &&
    node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    (node.textContent?.trim() || node.querySelector("img, svg")) !== ""
  );

  /** An element that names a control may pass its clicks on, like a label. */
  function isLabel({ id }: Element) {
    const named = `[aria-labelledby~="${CSS.escape(id)}"]`;
    return id !== "" && document.querySelector(`:is(${controls})${named}`);
  }
}

/** Buttons that are pressed on a page. */
const maxPresses = 8;
/** Buttons that send nothing and open nothing. */
const ownButtons =
  "button:is([type=button], :not(form *)):not(:disabled, [aria-disabled=true], [aria-expanded], [aria-haspopup]:not([aria-haspopup=dialog]), [aria-controls]:not([aria-haspopup=dialog]), [aria-pressed], [popovertarget], [commandfor], dialog *, [role$=dialog] *)";

/**
 * Presses the page's own buttons, and finds the words that they write outside of
 * live regions. Nothing is posted meanwhile.
 */
export async function silentStatuses(page: Page): Promise<Problem[]> {
  await page.route("**/*", (route) =>
    route.request().method() === "GET" ? route.fallback() : route.abort(),
  );
  const address = page.url();
  const problems: Problem[] = [];
  const buttons = await page.$$(ownButtons);
  for (const button of buttons.slice(0, maxPresses)) {
    if (!(await button.isVisible().catch(() => false))) continue;
    const before = await page.evaluateHandle(readBlocks);
    await button.focus();
    const hasFocus = await button.evaluate((element) => {
      const hasFocus = element.matches(":focus");
      (element as HTMLElement).click();
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

/** Waits until the page's text has not changed for a while. */
export async function untilQuiet(page: Page) {
  let last = "";
  let still = 0;
  for (let waited = 0; waited < 2000 && still < 2; waited += 100) {
    await page.waitForTimeout(100);
    const text = await page
      .evaluate(() => document.body?.innerText ?? "")
      .catch(() => "");
    still = text === last ? still + 1 : 0;
    last = text;
  }
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
type Pressed = { before: Blocks; after: Blocks; button: Element };

/** Runs in the page: short new words that neither a live region nor the focus tells. */
function findSilent({ before, after, button }: Pressed): Breach[] {
  const focused = document.activeElement;
  const told =
    "[role=status], [role=alert], [role=log], [role=alertdialog], [aria-live=polite], [aria-live=assertive], output, dialog, [role=dialog], [role=menu], [role=listbox], [popover], script, style, template, noscript";
  const controls = "a, button, input, select, textarea, h1, h2, h3, h4, li, td";
  const isTied = (element: Element, other: Element | null) =>
    other !== null && (element.contains(other) || other.contains(element));
  /** A new part of the page, such as another row of fields, is no message. */
  const isPart = (element: Element) => {
    const around = inPage
      .path(element)
      .find((one) => before.has(one) || one.parentElement === document.body);
    return [...(around?.children ?? [])].some(
      (child) => !before.has(child) && child.querySelector(controls),
    );
  };
  const changed = [...after].filter(
    ([element, text]) =>
      text && before.get(element) !== text && !isTied(element, button),
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
        !element.matches("h1, h2, h3, h4, li, td, label, legend, option") &&
        !(focused !== document.body && isTied(element, focused)) &&
        (before.has(element) || !isPart(element)),
    )
    .map(([element, text]) => ({
      ...{ element, rule: "silent-status" },
      what: `"${text}" appears and is announced to nobody`,
    }));
}
