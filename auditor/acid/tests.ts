import type { Network } from "./network";
import { calm, Failed } from "./visit";
import type { Visit } from "./visit";

/** One visitor with one form, on a network of their own. */
export interface Trial {
  visit: Visit;
  network: Network;
  /** Another tab of the same visitor. */
  openTab: () => Promise<Visit>;
  /** How many rows hold these values, if that is described. */
  rows: (values: Visit["values"]) => Promise<number | undefined>;
}

/** Throws what is wrong; may return what is worth knowing. */
type Test = (trial: Trial) => Promise<unknown>;

async function hasRows(
  { visit, rows }: Trial,
  expected = 1,
  from = visit.values,
) {
  const found = await rows(from);
  if (found !== undefined && found !== expected)
    throw new Failed(`${found} rows are stored, not ${expected}`);
}

/** What was sent is told to be stored, and is, once. */
async function isStored(trial: Trial, { visit, network } = trial) {
  await visit.isTold();
  await visit.sees(() => network.active === 0);
  await hasRows(trial);
  return network.posts === 1 ? "" : `${network.posts} posts`;
}

async function fillIn({ visit }: Trial) {
  await visit.open();
  await visit.fill();
}

/** Sends what is to be refused, and looks at what every refusal has. */
async function refuse(trial: Trial, values: Visit["values"]) {
  const { visit, network } = trial;
  await visit.open();
  await visit.passCheck();
  await visit.fill(values);
  await visit.press();
  const isAnswered = async () =>
    network.active === 0 && (await visit.fresh()).length > 0;
  const isSaid = await visit.sees(isAnswered);
  await visit.rest();
  if (network.status >= 500)
    throw new Failed(`It is answered by ${network.status}`);
  if (await visit.tells()) throw new Failed("It is told to be a success");
  if (await visit.isErrorPage())
    throw new Failed("It is answered by an error page of the browser");
  if ((await visit.element.count()) === 0)
    throw new Failed("The form is not there any more");
  await hasRows(trial, 0, values);
  return isSaid;
}

/** Presses again before there is an answer. */
async function pressTwice(trial: Trial, between: number) {
  const { visit, network } = trial;
  await fillIn(trial);
  const release = network.hold();
  await visit.press(2, between);
  await visit.sees(() => network.posts > 1, calm / 4);
  release();
  return isStored(trial);
}

/** Waits for success, and does once what a visitor does who is told nothing. */
async function getThrough(trial: Trial) {
  const { visit } = trial;
  const isOver = async () =>
    (await visit.tells()) || (await visit.isErrorPage());
  // A script may send it again by itself, after pauses.
  await visit.sees(isOver, 4 * calm);
  if (!(await visit.tells())) await visit.sendAgain();
  return isStored(trial);
}

/** As a translator does: each text is replaced by an element with its words. */
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

/** As extensions do: an icon after each field, a bar, and a style sheet. */
function extend() {
  const fields = document.querySelectorAll(
    "form input:not([type=hidden]), form textarea",
  );
  if (fields.length === 0 || document.querySelector("foreign-icon")) return;
  for (const field of fields)
    field.after(document.createElement("foreign-icon"));
  document.body.prepend(document.createElement("foreign-bar"));
  document.head.prepend(document.createElement("style"));
}

/** Reaches each field and the button by the Tab key, and types. */
async function useKeyboard({ page, values, element, button }: Visit) {
  const { keyboard } = page;
  const focused = () =>
    element.evaluate((form) => {
      const { activeElement } = document;
      if (!form.contains(activeElement)) return { name: "" };
      const { name, type, value, checked } = activeElement as HTMLInputElement;
      return { name, type, value, checked };
    });
  const missing = new Set(Object.keys(values));
  for (let tabs = 0; tabs < 200; tabs++) {
    await keyboard.press("Tab");
    const isButton = (one: Element) => one === document.activeElement;
    if (missing.size === 0 && (await button.evaluate(isButton)))
      return keyboard.press("Enter");
    const { name, type } = await focused();
    const value = values[name] ?? "";
    if (!missing.delete(name)) continue;
    if (type === "checkbox" || type === "radio") await keyboard.press("Space");
    else if (!type?.startsWith("select")) await keyboard.type(value);
    if (type !== "radio" && !type?.startsWith("select")) continue;
    for (let times = 0; times < 50; times++) {
      const now = await focused();
      if (now.value === value && now.checked !== false) break;
      await keyboard.press("ArrowDown");
    }
  }
  const names = [...missing].join(", ") || "the button after its fields";
  throw new Failed(`The Tab key does not reach ${names}`);
}

/** What is done to a form, and what has to hold. */
export const tests = {
  stored: async (trial) => {
    await fillIn(trial);
    await trial.visit.press();
    return isStored(trial);
  },
  "told once": async (trial) => {
    const { visit, network } = trial;
    await fillIn(trial);
    await visit.press();
    await isStored(trial);
    const { posts } = network;
    // A page of its own may say it each time.
    const isOwn =
      new URL(visit.page.url()).pathname !==
      new URL(visit.form.path, visit.baseURL).pathname;
    await visit.page.reload();
    await visit.rest();
    if (network.posts > posts) throw new Failed("A reload posts it again");
    if (!isOwn && (await visit.tells()))
      throw new Failed("A reload tells it again");
    await hasRows(trial);
  },
  empty: async (trial) => {
    const names = Object.keys(trial.visit.values);
    await refuse(trial, Object.fromEntries(names.map((name) => [name, ""])));
  },
  invalid: async (trial) => {
    const { visit } = trial;
    const isSaid = await refuse(trial, visit.invalid);
    await visit.keeps(visit.invalid);
    const { untied, isTold } = await visit.refusal();
    const said = isSaid
      ? `no new text is tied to it (${(await visit.fresh()).slice(0, 3).join(" / ")})`
      : "nothing says so";
    for (const place of untied)
      throw new Failed(`It is refused, and ${said}`, "silent-error", place);
    if (!isTold)
      throw new Failed(
        "Neither the focus, a summary, a live region nor the title tells it",
      );
  },
  "pressed twice": (trial) => pressTwice(trial, 30),
  "pressed twice slowly": (trial) => pressTwice(trial, 1200),
  "Back and forward": async (trial) => {
    const { visit, network } = trial;
    await fillIn(trial);
    await visit.leave();
    await visit.travel(-1);
    await visit.keeps(visit.values);
    await visit.press();
    await isStored(trial);
    const { posts } = network;
    if (await visit.travel(-1)) await visit.travel(1);
    if (network.posts > posts)
      throw new Failed("Back and forward post it again");
    await hasRows(trial);
  },
  "two tabs": async (trial) => {
    const { visit, network, openTab } = trial;
    const tabs = [visit, await openTab()];
    for (const tab of tabs) await fillIn({ ...trial, visit: tab });
    const release = network.hold();
    for (const tab of tabs) {
      await tab.page.bringToFront();
      await tab.press();
      await tab.sees(() => network.held === tabs.indexOf(tab) + 1);
    }
    release();
    for (const tab of tabs) {
      await tab.page.bringToFront();
      await isStored({ ...trial, visit: tab });
    }
  },
  "cookies refused": async (trial) => {
    trial.network.hasCookies = false;
    await fillIn(trial);
    await trial.visit.press();
    return isStored(trial);
  },
  "answer lost": async (trial) => {
    await fillIn(trial);
    trial.network.losesAnswer = true;
    await trial.visit.press();
    return getThrough(trial);
  },
  "network gone": async (trial) => {
    const { visit, network } = trial;
    await fillIn(trial);
    network.goAway();
    await visit.page.context().setOffline(true);
    await visit.press();
    const isSaid = async () =>
      (await visit.isErrorPage()) || (await visit.fresh()).length > 0;
    if (!(await visit.sees(isSaid)))
      throw new Failed("Nothing says that the network is gone");
    if (!(await visit.isErrorPage())) await visit.keeps(visit.values);
    network.isAway = false;
    await visit.page.context().setOffline(false);
    return getThrough(trial);
  },
  "slow server": async (trial) => {
    const { visit, network } = trial;
    await fillIn(trial);
    const release = network.hold();
    const look = await visit.look();
    await visit.press();
    await visit.sees(() => network.held > 0);
    // The browser itself shows that it waits for a page.
    const isShown = async () =>
      network.isNative ||
      (await visit.fresh()).length > 0 ||
      (await visit.look()) !== look;
    if (!(await visit.sees(isShown)))
      throw new Failed("Nothing shows that it is being sent");
    if (!network.isNative && (await visit.sees(visit.tells)))
      throw new Failed("It is told to be a success before the answer");
    release();
    return isStored(trial);
  },
  translated: async (trial) => {
    const { visit } = trial;
    await fillIn(trial);
    await visit.run(translate);
    await visit.rest();
    await visit.keeps(visit.values);
    await visit.press();
    return isStored(trial);
  },
  extended: async (trial) => {
    const { visit } = trial;
    if (visit.isScripted)
      await visit.page.addInitScript(
        `{ const __name = (named) => named; const extend = ${String(extend)};
        new MutationObserver(extend).observe(document, { childList: true, subtree: true }); }`,
      );
    await visit.open();
    await visit.run(extend);
    await visit.fill();
    await visit.keeps(visit.values);
    await visit.press();
    return isStored(trial);
  },
  "keyboard alone": async (trial) => {
    await trial.visit.open();
    await useKeyboard(trial.visit);
    return isStored(trial);
  },
} satisfies Record<string, Test>;

export type TestName = keyof typeof tests;
