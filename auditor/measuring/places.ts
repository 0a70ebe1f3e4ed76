import type {
  BrowserContext,
  Frame,
  FrameLocator,
  JSHandle,
  Page,
} from "playwright";
import type { Place, Problem } from "../finding";
import { broken, type RuleName } from "../rules";
import { helperScript } from "./in-page";

/**
 * tsx wraps named functions in calls of `__name`, also those that run in a page.
 * A page without scripts runs no initial script, so each new document is given
 * the name, and the helpers.
 */
export async function nameFunctions(context: BrowserContext) {
  const define = `if (!Object.hasOwn(globalThis, "inPage")) {
    globalThis.__name = (named) => named; ${helperScript}
  }`;
  await context.addInitScript(define);
  context.on("page", (page) =>
    page.on("framenavigated", (frame) => {
      frame.evaluate(define).catch(() => {});
    }),
  );
}

/** Runs a function in the page, and says where each of its elements is. */
export const findPlaces = async <Item extends { element: Element }>(
  where: Page | Frame,
  find: (given: never) => Item[],
  given?: unknown,
) => placesOf<Item>(await where.evaluateHandle(find as () => Item[], given));

/** Places, each with what was found out about its element. */
type Located<Item> = (Omit<Item, "element"> & Place)[];

export const placesOf = <Item extends { element: Element }>(
  found: JSHandle<Item[]>,
) => found.evaluate(locate as () => unknown) as Promise<Located<Item>>;

/** An element that breaks a rule, and how. */
export interface Breach {
  element: Element;
  rule: RuleName;
  what: string;
}

/** Runs a function in the page, and reports what it finds. */
export async function findProblems(
  page: Page,
  find: (given: never) => Breach[],
  given?: unknown,
): Promise<Problem[]> {
  const found = await findPlaces(page, find, given);
  return found.map(({ rule, what, ...place }) => broken(rule, what, place));
}

/** The element of the last selector; the others lead through frames. */
export function elementIn(page: Page, path: readonly string[]) {
  let outer: Page | FrameLocator = page;
  for (const frame of path.slice(0, -1)) outer = outer.frameLocator(frame);
  return outer.locator(path.at(-1) ?? "html").first();
}

/** Runs in the page. Ids that differ at each visit are in no selector. */
export function locate(found: { element: Element }[]) {
  // Many elements may have one parent, and many texts one element.
  const steps = new Map<Element, string>();
  const places = new Map<Element, Place>();
  const nameOf = (element: Element) => {
    const tag = element.tagName.toLowerCase();
    const name = element.getAttribute("name");
    if (!name || !element.matches("input, select, textarea, button"))
      return tag;
    const value = element.getAttribute("value");
    const own = element.matches("[type=radio], [type=checkbox]") && value;
    return `${tag}[name=${JSON.stringify(name)}]${own ? `[value=${JSON.stringify(value)}]` : ""}`;
  };
  const stepOf = (element: Element): string => {
    const known = steps.get(element);
    if (known) return known;
    const root = element.parentElement ?? element.getRootNode();
    const alike = [...(root as ParentNode).children].filter(
      ({ tagName }) => tagName === element.tagName,
    );
    const names = alike.map(nameOf);
    const twice = inPage.repeated(names);
    for (const [index, one] of alike.entries()) {
      const name = names[index] ?? "";
      const nth = twice.has(name) ? `:nth-of-type(${index + 1})` : "";
      steps.set(one, name + nth);
    }
    return steps.get(element) ?? nameOf(element);
  };
  const selectorOf = (element: Element): string => {
    const step = stepOf(element);
    const parent = element === document.body ? null : element.parentElement;
    if (parent) return `${selectorOf(parent)} > ${step}`;
    const { host } = element.getRootNode() as Partial<ShadowRoot>;
    return host ? `${selectorOf(host)} ${step}` : step;
  };
  const placeOf = (element: Element): Place => {
    const whole = element.outerHTML;
    const start = whole.slice(0, whole.indexOf(">") + 1);
    const text = element.textContent?.replace(/\s+/g, " ").trim() ?? "";
    const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
    const end =
      whole === start ? "" : `${shown}</${element.tagName.toLowerCase()}>`;
    // The auditor's own mark is no part of the page.
    const own = start.replace(/ data-auditor-\w+=""/, "");
    const html = `${own.slice(0, 300)}${end}`;
    return { selector: selectorOf(element), html };
  };
  return found.map(({ element, ...rest }) => {
    const place = places.get(element) ?? placeOf(element);
    places.set(element, place);
    return { ...rest, ...place };
  });
}

/** Runs in the page. */
export const finishTransitions = () => inPage.finishTransitions();

/** Undoes what a new layout, the focus or a picture may have scrolled. */
export async function goToTop(page: Page) {
  await page.evaluate(() => {
    inPage.scrollBack();
    inPage.finishTransitions();
  });
}

/** Adds a style sheet in a way that the site's security policy allows. */
export async function withStyle<Result>(
  page: Page,
  css: string,
  look: () => Promise<Result>,
): Promise<Result> {
  const sheet = await page.evaluateHandle((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  }, css);
  await goToTop(page);
  try {
    return await look();
  } finally {
    await sheet.evaluate((sheet) => (sheet.disabled = true));
    await goToTop(page);
  }
}
