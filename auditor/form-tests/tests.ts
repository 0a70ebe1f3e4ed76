import { setTimeout as after } from "node:timers/promises";
import type { Network } from "./network";
import { Failed, quietLooks } from "./visit";
import type { Values, Visit } from "./visit";

/** One visitor with one form, on a network of their own. */
export interface Trial {
  visit: Visit;
  network: Network;
  /** Another tab of the same visitor. */
  openTab: () => Promise<Visit>;
  /** How many rows hold these values, if that is described. */
  rows: (values: Values) => Promise<number | undefined>;
}

type Step = (trial: Trial) => unknown;

/** The steps of a test, in this order. Each throws what is wrong. */
export interface Test {
  /** Needs a browser that caches pages for its Back button. */
  isCached?: boolean;
  first?: Step; // before the page is opened
  fill?: Step; // in place of filling in the form
  filled?: Step;
  press?: Step; // in place of one press
  sent?: Step; // before success is told
  stored?: Step; // after it was told; a text is worth knowing
  /** Values that the site must refuse, typed in place of the valid ones. */
  refused?: (visit: Visit) => Values;
}

/** @returns what is worth knowing of a form that passes */
export async function run(test: Test, trial: Trial): Promise<string> {
  const { visit, network } = trial;
  const { fill = () => visit.fill(), press = () => visit.press() } = test;
  await test.first?.(trial);
  await visit.open();
  if (test.refused) {
    const values = test.refused(visit);
    await visit.passCheck();
    await visit.fill(values);
    await press(trial);
    await isRefused(trial);
    await test.sent?.(trial);
    await hasRows(trial, 0, values);
    return "";
  }
  await fill(trial);
  await test.filled?.(trial);
  await visit.keeps(visit.values);
  await press(trial);
  await test.sent?.(trial);
  await visit.isTold();
  await visit.sees(() => network.active === 0);
  const { posts } = network;
  const told = await test.stored?.(trial);
  if (network.posts > posts) throw new Failed("Back or forward posts it again");
  await hasRows(trial, 1, visit.values);
  if (typeof told === "string") return told;
  return posts === 1 ? "" : `${posts} posts`;
}

async function hasRows({ rows }: Trial, expected: number, values: Values) {
  const found = (await rows(values)) ?? expected;
  if (found !== expected)
    throw new Failed(`${found} rows are stored, not ${expected}`);
}

async function isRefused({ visit, network }: Trial) {
  // A script may refuse it without sending anything.
  await visit.sees(visit.isAnswered);
  await visit.rest();
  if (network.status >= 500)
    throw new Failed(`The answer has status ${network.status}`);
  if (await visit.tells()) throw new Failed("It is reported as a success");
  if ((await visit.element.count()) === 0) throw new Failed("The form is gone");
}

/** Presses again after the first post, before its answer. */
const pressTwice =
  (between: number): Step =>
  async ({ visit, network }) => {
    network.holdsAnswers = true;
    await visit.press(async () => {
      await visit.sees(() => network.posts > 0);
      await after(between);
    });
    await visit.sees(() => network.posts > 1, quietLooks / 4);
    network.holdsAnswers = false;
  };

/** Waits for success, and tries once more if nothing is shown. */
async function insist({ visit, network }: Trial) {
  const isOver = async () => (await visit.tells()) || visit.isErrorPage();
  // A script may send it again by itself, after pauses.
  await visit.sees(isOver, 4 * quietLooks);
  if (visit.isErrorPage()) await visit.page.reload();
  else if (network.status === 0) {
    await visit.keeps(visit.values);
    await visit.press();
  }
}

/** Replaces each text by an element with its words, as translators do. */
function translate() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const where = "script, style, noscript, textarea, option, button, title";
    if (!text.data.trim() || text.parentElement?.closest(where)) continue;
    const font = document.createElement("font");
    font.append(text.data);
    text.replaceWith(font);
  }
}

/** Adds icons after fields, a bar and a style sheet, and again, as extensions do. */
function extend() {
  const add = () => {
    const fields = "form input:not([type=hidden]), form textarea";
    const found = document.querySelectorAll(fields);
    if (found.length === 0 || document.querySelector("foreign-icon")) return;
    for (const field of found)
      field.after(document.createElement("foreign-icon"));
    document.body.prepend(document.createElement("foreign-bar"));
    document.head.prepend(document.createElement("style"));
  };
  const parts = { childList: true, subtree: true };
  new MutationObserver(add).observe(document, parts);
  add();
}

/** Goes to each field and the button by the Tab key, and types. */
async function useKeyboard({ visit }: Trial) {
  const { page, values, element, button } = visit;
  const { keyboard } = page;
  const focus = page.locator(":focus");
  const focused = () =>
    element.locator(focus).evaluateAll(([field]: HTMLInputElement[]) => ({
      ...{ name: field?.name, type: field?.type },
      ...{ value: field?.value, checked: field?.checked },
    }));
  const missing = new Set(Object.keys(values));
  for (let tabs = 0; tabs < 200; tabs++) {
    await keyboard.press("Tab");
    if (missing.size === 0 && (await button.and(focus).count()) > 0) return;
    const { name = "", type = "" } = await focused();
    if (!missing.delete(name)) continue;
    const value = values[name] ?? "";
    const isOneOf = /^(?:radio|select)/.test(type);
    if (/^(?:checkbox|radio)$/.test(type)) await keyboard.press("Space");
    else if (!isOneOf) await keyboard.type(value);
    for (let times = 0; isOneOf && times < 50; times++) {
      const now = await focused();
      if (now.value === value && now.checked !== false) break;
      await keyboard.press("ArrowDown");
    }
  }
  const names = [...missing].join(", ") || "the button after its fields";
  throw new Failed(`The Tab key does not reach ${names}`);
}

export const tests = {
  stored: {},
  "told once": {
    stored: async ({ network, visit }) => {
      const { page, form, baseURL, rest, tells } = visit;
      const start = new URL(form.path, baseURL).pathname;
      const { posts } = network;
      await page.reload();
      await rest();
      if (network.posts > posts) throw new Failed("A reload posts it again");
      // A page that only says thanks may say it each time.
      const isTold = new URL(page.url()).pathname === start && (await tells());
      const { mode, because = "" } = form.tellsAgain ?? {};
      if (!isTold) return "";
      if (mode !== visit.mode) throw new Failed("A reload tells it again");
      return `A reload tells it again: ${because}`;
    },
  },
  empty: {
    refused: ({ values }) =>
      Object.fromEntries(Object.keys(values).map((name) => [name, ""])),
  },
  invalid: {
    refused: ({ invalid }) => invalid,
    sent: async ({ visit }) => {
      await visit.adviseRefusal();
      await visit.keeps(visit.invalid);
      let faults: Awaited<ReturnType<Visit["faults"]>> = [];
      // A busy machine shows an answer some time after it arrives.
      await visit.sees(async () => {
        faults = await visit.faults();
        return faults.length === 0;
      });
      const [fault] = faults;
      if (!fault) return;
      const { isTied, ...place } = fault;
      if (isTied)
        throw new Failed("No focus, summary, live region or title tells it");
      const news = (await visit.news()) || "none";
      const what = `It is refused, and no new text is tied to it (${news})`;
      throw new Failed(what, "silent-error", place);
    },
  },
  "pressed twice": { press: pressTwice(0) },
  "pressed twice slowly": { press: pressTwice(1200) },
  "Back and forward": {
    isCached: true,
    filled: async ({ visit }) => {
      await visit.leave();
      await visit.travel(-1);
    },
    stored: async ({ visit }) => {
      if (await visit.travel(-1)) await visit.travel(1);
    },
  },
  "two tabs": {
    press: async ({ visit, network, openTab }) => {
      const tab = await openTab();
      await tab.open();
      await tab.fill();
      network.holdsAnswers = true;
      for (const one of [tab, visit]) {
        await one.page.bringToFront();
        await one.press();
        const posts = one === tab ? 1 : 2;
        await one.sees(() => network.posts === posts && network.active === 0);
      }
      network.holdsAnswers = false;
      await visit.isTold();
      await tab.page.bringToFront();
      await tab.isTold();
    },
  },
  "cookies refused": { first: ({ network }) => (network.hasCookies = false) },
  "answer lost": {
    filled: ({ network }) => (network.losesAnswer = true),
    sent: insist,
  },
  "network gone": {
    filled: ({ visit: { page } }) => page.context().setOffline(true),
    sent: async (trial) => {
      const { visit } = trial;
      const isSaid = async () =>
        visit.isErrorPage() || (await visit.fresh()).length > 0;
      if (!(await visit.sees(isSaid)))
        throw new Failed("Nothing says that the network is gone");
      if (!visit.isErrorPage()) await visit.keeps(visit.values);
      await visit.page.context().setOffline(false);
      await insist(trial);
    },
  },
  "slow server": {
    press: async ({ visit, network }) => {
      network.holdsAnswers = true;
      await visit.press();
      await visit.sees(() => network.posts > 0 && network.active === 0);
      // The browser itself shows that it waits for a page.
      const isShown = async () => network.isNative || (await visit.isChanged());
      if (!(await visit.sees(isShown)))
        throw new Failed("Nothing shows that it is being sent");
      if (!network.isNative && (await visit.sees(visit.tells)))
        throw new Failed("It is reported as a success before the answer");
      network.holdsAnswers = false;
    },
  },
  translated: { filled: ({ visit }) => visit.change(translate) },
  extended: {
    first: ({ visit }) => visit.page.addInitScript(extend),
    // Without scripts, nothing observes the page.
    filled: ({ visit }) => visit.change(extend),
  },
  "keyboard alone": {
    fill: useKeyboard,
    press: ({ visit: { page } }) => page.keyboard.press("Enter"),
  },
} satisfies Record<string, Test>;

export type TestName = keyof typeof tests;
