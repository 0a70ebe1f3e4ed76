import { Failed, NotApplicable } from "./visit";
import type { Visit } from "./visit";
import { until } from "./network";

/** Throws what is wrong; may return what is worth knowing. */
type Test = (visit: Visit) => Promise<string | undefined | void>;

/** In milliseconds: how long a visitor waits before pressing again. */
const impatience = 4000;

/** Sends what is to be refused, and looks at what every refusal has. */
async function refuse(visit: Visit, values: Visit["values"]) {
  if (Object.keys(visit.form.invalid).length === 0)
    throw new NotApplicable("Nothing that the form refuses is described.");
  await visit.open();
  await visit.passCheck();
  await visit.fill(values);
  await visit.press();
  await visit.answer();
  const status = visit.network.statuses().find((status) => status >= 500);
  if (status) throw new Failed(`It is answered by ${status}`);
  if (await visit.tells()) throw new Failed("It is told to be a success");
  if (await visit.isErrorPage())
    throw new Failed("It is answered by an error page of the browser");
  await visit.isThere();
  if ((await visit.fresh()).length === 0)
    throw new Failed("Nothing says that it is refused");
  await visit.hasRows(0, { ...visit.empty, ...values });
}

/** Waits for success, and does once what a visitor does who is told nothing. */
async function getThrough(visit: Visit) {
  const isOver = async () =>
    (await visit.tells()) || (await visit.isErrorPage());
  await until(isOver, impatience);
  if (!(await visit.tells())) await visit.sendAgain();
  await visit.isStored();
  return `${visit.network.posts()} posts`;
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
async function useKeyboard(visit: Visit) {
  const { page, values } = visit;
  const { keyboard } = page;
  const missing = new Set(Object.keys(values));
  for (let tabs = 0; tabs < 200; tabs++) {
    await keyboard.press("Tab");
    if (missing.size === 0 && (await visit.isAtButton()))
      return keyboard.press("Enter");
    const field = await visit.focused();
    const value = field && values[field.name];
    if (!field || value === undefined || !missing.delete(field.name)) continue;
    const isThere = async () => {
      const now = await visit.focused();
      return now?.value === value && (now.type !== "radio" || now.checked);
    };
    if (field.type === "checkbox") await keyboard.press("Space");
    else if (field.type === "radio" || field.type.startsWith("select")) {
      if (field.type === "radio") await keyboard.press("Space");
      for (let times = 0; times < 50 && !(await isThere()); times++)
        await keyboard.press("ArrowDown");
    } else await keyboard.type(value);
  }
  throw new Failed(
    missing.size > 0
      ? `The Tab key does not reach ${[...missing].join(", ")}`
      : "The Tab key does not reach the button after its fields",
  );
}

/** What is done to a form, and what has to hold. */
export const tests = {
  stored: async (visit) => {
    await visit.send();
    await visit.isStored();
  },
  "told once": async (visit) => {
    await visit.send();
    await visit.isStored();
    const { page, network, browsing, form } = visit;
    const posts = network.posts();
    // A page of its own may say it each time.
    const isOwn =
      new URL(page.url()).pathname !==
      new URL(form.path, browsing.baseURL).pathname;
    await page.reload();
    await network.idle();
    if (network.posts() > posts) throw new Failed("A reload posts it again");
    if (!isOwn && (await visit.tells()))
      throw new Failed("A reload tells it again");
    await visit.hasRows(1);
  },
  empty: (visit) => refuse(visit, {}),
  invalid: async (visit) => {
    await refuse(visit, visit.invalid);
    await visit.keeps(visit.invalid);
    const [fault] = await visit.refusal();
    if (fault) throw new Failed(fault);
  },
  "pressed twice": async (visit) => {
    await visit.open();
    await visit.fill();
    await visit.press(2, 30);
    await visit.isStored();
    return `${visit.network.posts()} posts`;
  },
  "pressed twice slowly": async (visit) => {
    await visit.open();
    await visit.fill();
    const release = visit.network.hold();
    await visit.press(2, 1200);
    await until(() => visit.network.posts() > 1, 500);
    release();
    await visit.isStored();
    return `${visit.network.posts()} posts`;
  },
  "Back and forward": async (visit) => {
    await visit.open();
    await visit.fill();
    await visit.page.goto(`${visit.browsing.baseURL}/robots.txt`);
    await visit.travel(-1);
    await visit.keeps(visit.values);
    await visit.press();
    await visit.isStored();
    const posts = visit.network.posts();
    if (await visit.travel(-1)) await visit.travel(1);
    if (visit.network.posts() > posts)
      throw new Failed("Back and forward post it again");
    await visit.hasRows(1);
  },
  "two tabs": async (visit) => {
    const tabs = [visit, await visit.tab()];
    for (const tab of tabs) await tab.open();
    const release = visit.network.hold();
    for (const tab of tabs) {
      await tab.page.bringToFront();
      await tab.fill();
      await tab.press();
    }
    await until(() => visit.network.waiting() > 1, impatience);
    release();
    for (const tab of tabs) await tab.isStored();
  },
  "cookies refused": async (visit) => {
    visit.network.refuseCookies();
    await visit.send();
    await visit.isStored();
  },
  "answer lost": async (visit) => {
    await visit.open();
    await visit.fill();
    visit.network.loseAnswer();
    await visit.press();
    return getThrough(visit);
  },
  "network gone": async (visit) => {
    const { network, page } = visit;
    await visit.open();
    await visit.fill();
    network.goAway();
    await page.context().setOffline(true);
    await visit.press();
    const isOver = async () =>
      (await visit.isErrorPage()) || (await visit.fresh()).length > 0;
    if (!(await until(isOver, impatience)))
      throw new Failed("Nothing says that the network is gone");
    const isError = await visit.isErrorPage();
    if (!isError) await visit.keeps(visit.values);
    network.comeBack();
    await page.context().setOffline(false);
    return `${isError ? "the browser's error page" : "told in the page"}; ${await getThrough(visit)}`;
  },
  "slow server": async (visit) => {
    await visit.open();
    await visit.fill();
    const release = visit.network.hold();
    let isNative = false;
    visit.page.on("request", (request) => {
      isNative ||= request.method() === "POST" && request.isNavigationRequest();
    });
    const look = await visit.look();
    await visit.press();
    // The browser itself shows that it waits for a page.
    const shows = async () =>
      isNative ||
      (await visit.fresh()).length > 0 ||
      (await visit.look()) !== look;
    const isShown = await until(shows, 1500);
    await until(() => visit.tells(), impatience);
    if (await visit.tells())
      throw new Failed("It is told to be a success before the answer");
    release();
    if (!isShown) throw new Failed("Nothing shows that it is being sent");
    await visit.isStored();
  },
  translated: async (visit) => {
    await visit.open();
    await visit.fill();
    await visit.evaluate(translate);
    await visit.keeps(visit.values);
    await visit.press();
    await visit.isStored();
  },
  extended: async (visit) => {
    if (visit.isScripted)
      await visit.page.addInitScript(
        `{ const __name = (named) => named; const extend = ${String(extend)};
        new MutationObserver(extend).observe(document, { childList: true, subtree: true }); }`,
      );
    await visit.open();
    await visit.evaluate(extend);
    await visit.fill();
    await visit.keeps(visit.values);
    await visit.press();
    await visit.isStored();
  },
  "keyboard alone": async (visit) => {
    await visit.open();
    await useKeyboard(visit);
    await visit.isStored();
  },
} satisfies Record<string, Test>;

export type TestName = keyof typeof tests;
