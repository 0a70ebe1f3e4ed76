import type { CDPSession, ElementHandle, JSHandle, Page } from "playwright";
import type { Place, Problem } from "../finding";
import { broken } from "../rules";
import { locate, placesOf } from "./places";

/** What listens for clicks and cannot have the focus. It needs scripts. */
export async function mouseOnly(devTools: CDPSession): Promise<Problem[]> {
  const { result } = await devTools.send("Runtime.evaluate", {
    expression: "document",
  });
  if (!result.objectId) return [];
  await devTools.send("DOM.enable");
  const { listeners } = await devTools.send("DOMDebugger.getEventListeners", {
    objectId: result.objectId,
    depth: -1,
  });
  const nodes = new Set(
    listeners
      .filter(({ type }) =>
        /^(?:click|mousedown|mouseup|pointerdown|pointerup)$/.test(type),
      )
      .map(({ backendNodeId }) => backendNodeId),
  );
  const problems: Problem[] = [];
  for (const backendNodeId of nodes) {
    if (backendNodeId === undefined) continue;
    const { object } = await devTools.send("DOM.resolveNode", {
      backendNodeId,
    });
    if (!object.objectId) continue;
    const { result: found } = await devTools.send("Runtime.callFunctionOn", {
      objectId: object.objectId,
      functionDeclaration: `function () {
        const __name = (named) => named;
        return (${String(isForMouse)})(this)
          ? (${String(locate)})([{ element: this }])
          : [];
      }`,
      returnByValue: true,
    });
    for (const place of (found.value ?? []) as Place[])
      problems.push(
        broken(
          "mouse-only",
          "It listens for clicks and cannot have the focus",
          place,
        ),
      );
  }
  return problems;
}

/** Runs in the page. What contains or accompanies a control passes its clicks on. */
function isForMouse(node: Node) {
  if (!(node instanceof Element) || node.matches("html, body")) return false;
  const controls =
    "a[href], button, input, select, textarea, summary, label, audio, video, iframe, [tabindex], [contenteditable]";
  return (
    !node.closest(`${controls}, dialog, [aria-hidden=true], svg`) &&
    !node.querySelector(controls) &&
    node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    (node.textContent?.trim() || node.querySelector("img, svg")) !== ""
  );
}

/** Buttons that are pressed on a page. */
const mostPresses = 8;

/**
 * Presses the page's own buttons, and finds words that one writes into the page
 * where no screen reader is told of them. Nothing is posted meanwhile.
 */
export async function silentStatuses(page: Page): Promise<Problem[]> {
  await page.route("**/*", (route) =>
    route.request().method() === "GET" ? route.fallback() : route.abort(),
  );
  const address = page.url();
  const problems: Problem[] = [];
  const buttons = await page.$$("button[type=button], button:not(form *)");
  for (const button of buttons.slice(0, mostPresses)) {
    const isOwn = await button
      .evaluate(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.matches(
            ":disabled, [aria-disabled=true], [aria-expanded], [aria-haspopup], [aria-controls], [aria-pressed], [popovertarget], [commandfor], dialog *",
          ),
      )
      .catch(() => false);
    if (!isOwn) continue;
    const before = await page.evaluateHandle(readBlocks);
    await button.evaluate((element) => (element as HTMLElement).click());
    await untilQuiet(page);
    if (page.url() !== address) break;
    problems.push(...(await newWords(page, before, button)));
  }
  return problems;
}

async function newWords(
  page: Page,
  before: JSHandle<ReturnType<typeof readBlocks>>,
  button: ElementHandle,
): Promise<Problem[]> {
  const found = await page.evaluateHandle(findSilent, { before, button });
  return (await placesOf(found)).map(({ text, ...place }) =>
    broken(
      "silent-status",
      `"${text}" appears and is announced to nobody`,
      place,
    ),
  );
}

/** Waits until the page's text has not changed for a while. */
export async function untilQuiet(page: Page, longest = 2000) {
  let last = "";
  let still = 0;
  for (let waited = 0; waited < longest && still < 2; waited += 100) {
    await page.waitForTimeout(100);
    const text = await page
      .evaluate(() => document.body?.innerText ?? "")
      .catch(() => "");
    still = text === last ? still + 1 : 0;
    last = text;
  }
}

/** Runs in the page: each element's own words. */
function readBlocks() {
  return new Map(
    [...document.body.querySelectorAll("*")].map((element) => [
      element,
      [...element.childNodes]
        .map((node) => (node instanceof Text ? node.data : ""))
        .join(" ")
        .trim(),
    ]),
  );
}

/** Runs in the page: short new words that no live region or focus tells of. */
function findSilent({
  before,
  button,
}: {
  before: Map<Element, string>;
  button: Node;
}) {
  const focused = document.activeElement;
  return [...document.body.querySelectorAll("*")].flatMap((element) => {
    const text = [...element.childNodes]
      .map((node) => (node instanceof Text ? node.data : ""))
      .join(" ")
      .trim();
    const isNew =
      /\S\s+\S/.test(text) &&
      text.length <= 160 &&
      before.get(element) !== text;
    const isTold =
      element.closest(
        "[role=status], [role=alert], [role=log], [role=alertdialog], [aria-live=polite], [aria-live=assertive], output, dialog, [role=dialog], [popover], script, style, template, noscript",
      ) !== null;
    const holdsFocus =
      focused !== null &&
      focused !== document.body &&
      (element.contains(focused) || focused.contains(element));
    const isOfButton = button.contains(element) || element.contains(button);
    if (!isNew || isTold || holdsFocus || isOfButton) return [];
    if (!element.checkVisibility({ visibilityProperty: true })) return [];
    // A new part of the page, such as another row of fields, is no message.
    let added = element;
    for (
      let over = element.parentElement;
      over && !before.has(added) && over !== document.body;
      over = over.parentElement
    )
      added = over;
    const isPart =
      !before.has(element) &&
      [...added.children].some(
        (child) =>
          !before.has(child) &&
          child.querySelector(
            "a, button, input, select, textarea, h1, h2, h3, h4, li, td",
          ),
      );
    return isPart ||
      element.matches("h1, h2, h3, h4, li, td, label, legend, option")
      ? []
      : [{ element, text }];
  });
}
