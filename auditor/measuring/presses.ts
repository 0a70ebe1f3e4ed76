import type { ElementHandle, Page } from "playwright";
import type { Problem } from "../finding";
import { findProblems, type Breach } from "./places";

/** What presses may ask a server for. */
export interface Manners {
  /** Whether nobody has described the site, which then is asked for no more than what a page is made of. */
  isForeign: boolean;
  /** What was asked for and did not leave the browser. */
  cut: string[];
  /** How often it was to leave the page. */
  left: number;
}

/** Words of buttons that leave or end something. */
const ending =
  /(?:log|sign)[ -]?(?:out|off)|delet|remov|eras|clear|reset|discard|destroy|purge|unsubscri|unfollow|revoke|disable|deactivate|uninstall|paus|\bstop|\bend\b|restart|reboot|shut ?down|power ?off|\bkill|terminate|cancel|abort|suspend|archive|\bban\b|\bblock\b|buy|order|pay\b|löschen|entfern|abmeld|beend|anhalten|zurücksetz|supprim|effacer|eliminar|borrar|cerrar sesión/i;

const parts = ["stylesheet", "script", "image", "font", "media"];

/** From here on, neither a page nor anything posted leaves the browser, nor more, if the site is foreign. */
export async function stayHere(page: Page, manners: Manners) {
  const { isForeign, cut } = manners;
  await page.context().route("**/*", (route) => {
    const request = route.request();
    const type = request.resourceType();
    const isHarmless = isForeign ? parts.includes(type) : type !== "document";
    if (request.method() === "GET" && isHarmless) return route.fallback();
    const isPage = type === "document" && request.frame() === page.mainFrame();
    if (isPage) manners.left++;
    cut.push(`${request.method()} ${request.url()}`);
    // The page stays where it is.
    return route.abort("aborted");
  });
  if (isForeign)
    for (const frame of page.frames())
      await frame.evaluate(hold).catch(() => {});
}

/** Runs in the page: what no route sees asks for a beacon, which is cut and counted. */
function hold() {
  const tell = (url: string) =>
    navigator.sendBeacon(url.replace(/^ws/, "http"));
  WebSocket.prototype.send = function () {
    tell(this.url);
  };
  globalThis.WebSocket = function (url: string | URL) {
    tell(String(url));
    throw new Error("No more connections");
  } as unknown as typeof WebSocket;
  const { prototype } = HTMLAnchorElement;
  const { click, dispatchEvent } = prototype;
  prototype.click = function () {
    if (this.download) tell(this.href);
    else click.call(this);
  };
  prototype.dispatchEvent = function (event) {
    if (!this.download || event.type !== "click")
      return dispatchEvent.call(this, event);
    return tell(this.href);
  };
}

type Control = ElementHandle<HTMLElement>;

/** Elements that are pressed on a page, at most. */
const maxPresses = 8;

/** The first elements that are seen, but for those that end something on a foreign site. */
export async function pressable(
  page: Page,
  selector: string,
  { isForeign }: Manners,
) {
  const found: Control[] = [];
  for (const one of await page.$$(selector)) {
    if (found.length === maxPresses) break;
    const element = one as Control;
    const html = await element.evaluate(({ outerHTML }) => outerHTML);
    if (isForeign && ending.test(html)) continue;
    if (await element.isVisible().catch(() => false)) found.push(element);
  }
  return found;
}

/** Waits until the page's text has not changed for a while. */
export async function untilQuiet(page: Page) {
  let last: string | undefined;
  let still = 0;
  for (let waited = 0; waited < 2000 && still < 2; waited += 100) {
    if (last !== undefined) await page.waitForTimeout(100);
    const text = await page
      .evaluate(() => document.body?.innerText ?? "")
      .catch(() => "");
    still = text === last ? still + 1 : 0;
    last = text;
  }
}

/** Controls that are not native. */
const keyed =
  ":is([role=button], [role=link], [role=combobox], [role=checkbox], [role=switch])[tabindex='0']:not(a[href], button, input, select, textarea, summary, [aria-disabled=true])";

/** Presses what a mouse works, and finds what the keyboard does not work, or what a press does not say. */
export async function pressOthers(
  page: Page,
  manners: Manners,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const address = page.url();
  const count = await page.evaluateHandle(countChanges);
  /** How much changes in the page, and in what it asks for. */
  const changes = async (act: () => Promise<unknown>) => {
    const was = manners.cut.length;
    await count.evaluate((count) => (count.changes = 0));
    await act();
    await untilQuiet(page);
    const { changes } = await count.jsonValue();
    return changes + manners.cut.length - was;
  };
  const click = (one: Control) =>
    changes(() => one.evaluate((element) => element.click()));
  /** Tries each, as long as the page stays, and is still unless one of them is pressed. */
  const each = async (
    rule: Breach["rule"],
    selector: string,
    judge: (one: Control) => Promise<string | false>,
  ) => {
    for (const element of await pressable(page, selector, manners)) {
      const isBusy = await changes(() =>
        page.evaluate(() => document.body.click()),
      );
      if (isBusy || page.url() !== address) return;
      const what = await judge(element);
      const asIs = (one: Breach) => [one];
      if (what)
        problems.push(
          ...(await findProblems(page, asIs, { element, rule, what })),
        );
    }
  };

  await each("keys-dead", keyed, async (one) => {
    await one.focus();
    for (const key of ["Enter", "Space", "ArrowDown"])
      if (await changes(() => page.keyboard.press(key))) return false;
    return (await click(one)) > 0 && "A click works it, and no key does";
  });
  await page.evaluate(markPointers);
  const pointed = "[data-auditor-pointer]";
  await each("mouse-only", pointed, async (one) => {
    const what = "A click works it, and it cannot have the focus";
    return (await click(one)) > 0 && what;
  });
  const openers = ":is(button, [role=button])[aria-expanded][aria-controls]";
  await each("state-unsaid", openers, async (one) => {
    const before = await one.evaluate(readState);
    await click(one);
    const after = await one.evaluate(readState);
    if (before.shown === after.shown) return false;
    await click(one);
    const what = `aria-expanded stays "${before.said}" as it is pressed`;
    return before.said === after.said && what;
  });
  await each("select-leaves", "select:not(:disabled)", async (one) => {
    const { left } = manners;
    await changes(() => one.evaluate(chooseOther));
    const isLeft = manners.left > left || page.url() !== address;
    return isLeft && "A choice leaves the page at once";
  });
  return problems;
}

/** Runs in the page. */
function countChanges() {
  const count = { changes: 0 };
  new MutationObserver(({ length }) => (count.changes += length)).observe(
    document,
    { subtree: true, childList: true, attributes: true, characterData: true },
  );
  addEventListener("focusin", () => count.changes++);
  return count;
}

/** Runs in the page: marks what looks as if a mouse works it, where nothing in it and around it has the focus. */
function markPointers() {
  const isPointed = (one: Element) =>
    getComputedStyle(one).cursor === "pointer";
  for (const one of document.body.querySelectorAll("*"))
    if (isPointed(one) && one.parentElement && !isPointed(one.parentElement))
      one.toggleAttribute("data-auditor-pointer", inPage.isForMouse(one));
}

/** Runs in the page: what a button says about what it opens, and whether that is shown. */
function readState(button: Element) {
  const [target] = button.ariaControlsElements ?? [];
  return {
    said: button.ariaExpanded,
    shown: target && inPage.isShown(target),
  };
}

/** Runs in the page: chooses as the keyboard does. */
function chooseOther(element: HTMLElement) {
  const select = element as HTMLSelectElement;
  const last = select.options.length - 1;
  select.focus();
  select.selectedIndex = select.selectedIndex === last ? 0 : last;
  for (const type of ["input", "change"])
    select.dispatchEvent(new Event(type, { bubbles: true }));
}
