import { setTimeout as after } from "node:timers/promises";
import type { CDPSession, Locator, Page } from "playwright";
import type { Mode, Place } from "../finding";
import { placesOf } from "../measuring/places";
import type { broken } from "../rules";
import type { Form } from "../site";
import type { Network } from "./network";

/** The form does not do what the test asks for. */
export class Failed extends Error {
  constructor(
    message: string,
    /** The rule that is broken, if it is not the test's own, and where. */
    readonly rule?: Parameters<typeof broken>[0],
    readonly place?: Place,
  ) {
    super(message);
  }
}

type Values = Readonly<Record<string, string>>;

/** In milliseconds: what only a broken machine overruns, and between two looks. */
const longest = 120_000;
const pause = 100;

const buttons = "button, [type=submit], [type=image]";

/** Looks that find the same before a page has come to rest. */
export const calm = 20;

/** Makes what a visitor types their own: `{n}` stands for a number. */
let visitors = Date.now();

/** One visitor with one form. */
export class Visit {
  readonly values: Values;
  readonly invalid: Values;
  #session?: Promise<CDPSession>;
  /** The form's place among those alike, and its button's among its buttons. */
  #at = { form: 0, button: 0 };
  #before = new Set<string>();

  constructor(
    readonly form: Form,
    readonly mode: Mode,
    readonly baseURL: string,
    readonly page: Page,
    readonly network: Pick<Network, "active" | "held">,
  ) {
    const number = String(++visitors);
    const own = (values: Values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          value.replaceAll("{n}", number),
        ]),
      );
    this.values = own(form.valid);
    this.invalid = { ...this.values, ...own(form.invalid) };
  }

  get isScripted() {
    return this.mode === "javascript";
  }

  get element(): Locator {
    const has = this.page.locator(this.#first);
    return this.page.locator("form").filter({ has }).nth(this.#at.form);
  }

  get button() {
    return this.element.locator(buttons).nth(this.#at.button);
  }

  get #first() {
    return `[name=${JSON.stringify(Object.keys(this.values)[0])}]`;
  }

  /** Finds the form by its button, whose words may change while it is sent. */
  async find() {
    const name = this.form.button;
    const button = this.page
      .locator("form")
      .getByRole("button", { name, exact: true });
    if ((await button.count()) === 0) throw new Failed("The form is not there");
    this.#at = await button.first().evaluate(
      (button, { first, buttons }) => {
        const form = button.closest("form") as HTMLFormElement;
        const alike = [...document.forms].filter((one) =>
          one.querySelector(first),
        );
        return {
          form: alike.indexOf(form),
          button: [...form.querySelectorAll(buttons)].indexOf(button),
        };
      },
      { first: this.#first, buttons },
    );
  }

  field(name: string) {
    return this.element.locator(`[name=${JSON.stringify(name)}]`);
  }

  /**
   * Waits until something is seen, or until nothing happens any more: nothing is
   * asked of the site, and the page, which answers each time, stays the same.
   */
  async sees(holds: () => unknown, looks = calm): Promise<boolean> {
    let last: string | undefined;
    let same = 0;
    for (const end = Date.now() + longest; Date.now() < end && same < looks;) {
      if (await holds()) return true;
      await after(pause);
      const { active, held } = this.network;
      const now = active > held ? undefined : JSON.stringify(await this.#see());
      same = now && now === last ? same + 1 : 0;
      last = now;
    }
    return Boolean(await holds());
  }

  /** Waits for scripts, or for an answer, that nothing awaits by its words. */
  rest = () => this.sees(() => false, calm / 4);

  /** Runs in the page. Playwright's own way waits for a page that is to come. */
  async run<Value, Given>(
    ...[run, given]: [(given: Given) => Value, Given?]
  ): Promise<Awaited<Value> | undefined> {
    const { page } = this;
    this.#session ??= page.context().newCDPSession(page);
    const answer = this.#session.then(async (session) => {
      const { result } = await session.send("Runtime.evaluate", {
        expression: `{ const __name = (named) => named; (${String(run)})(${JSON.stringify(given)}) }`,
        awaitPromise: true,
        returnByValue: true,
      });
      return result.value as Awaited<Value>;
    });
    const known = answer.catch(() => (this.#session = undefined));
    return Promise.race([known, after(20 * pause, undefined)]);
  }

  /** What stands in the page, after a few turns of its scripts. */
  async #see() {
    return this.run(async (isScripted) => {
      if (isScripted)
        for (let turn = 0; turn < 3; turn++)
          await new Promise((resolve) => setTimeout(resolve));
      const text = `${document.title}\n${document.body?.innerText ?? ""}`;
      return {
        url: location.href,
        state: document.readyState,
        lines: text.split("\n").map((line) => line.trim()),
        forms: [...document.forms].map(({ outerHTML }) => outerHTML).join(""),
      };
    }, this.isScripted);
  }

  /** What a form looks like, where sending may show. */
  look = async () => (await this.#see())?.forms;

  tells = async () =>
    this.form.success.test((await this.#see())?.lines.join("\n") ?? "");

  isErrorPage = async () =>
    (await this.#see())?.url.startsWith("chrome-error:") ?? false;

  /** The lines that the last press has brought. */
  fresh = async () => {
    const lines = (await this.#see())?.lines ?? [];
    return lines.filter((line) => line && !this.#before.has(line));
  };

  async open() {
    await this.page.goto(this.baseURL + this.form.path);
    await this.rest();
    await this.find();
    if (await this.tells())
      throw new Error("The page tells a success before anything is sent.");
  }

  async fill(values = this.values) {
    for (const [name, value] of Object.entries(values)) {
      const field = this.field(name);
      const kind = await field
        .first()
        .evaluate((element) => (element as HTMLInputElement).type);
      if (kind === "radio" || kind === "checkbox")
        await field.and(this.page.locator(`[value="${value}"]`)).check();
      else if (kind.startsWith("select")) await field.selectOption(value);
      else await field.fill(value);
    }
    await this.rest();
  }

  /** Lets through what the browser's own check would stop. */
  passCheck = () =>
    this.element.evaluate(
      (form) => ((form as HTMLFormElement).noValidate = true),
    );

  /** Presses the button like a finger: Playwright's own clicks wait for the page. */
  async press(times = 1, between = 0) {
    this.#before = new Set((await this.#see())?.lines);
    await this.button.click({ trial: true });
    const box = await this.button.boundingBox();
    if (!box) throw new Failed("The button is not to be seen");
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const session = await this.#session;
    for (let time = 0; time < times; time++) {
      if (time > 0) await after(between);
      for (const type of ["mousePressed", "mouseReleased"] as const)
        await session?.send("Input.dispatchMouseEvent", {
          ...{ type, ...place, button: "left", clickCount: 1 },
        });
    }
  }

  async isTold() {
    if (await this.sees(this.tells)) return;
    const fresh = (await this.fresh()).slice(0, 3).join(" / ").slice(0, 120);
    const said = (await this.isErrorPage())
      ? "an error page of the browser"
      : fresh && `"${fresh}"`;
    throw new Failed(`Success is not told, but ${said || "nothing new"}`);
  }

  /** What was typed and is no longer there. */
  async keeps(values: Values) {
    for (const [name, value] of Object.entries(values)) {
      const isKept = () =>
        this.field(name).evaluateAll(
          (fields: HTMLInputElement[], value) =>
            fields.some(({ type, checked, value: own }) =>
              /^(?:radio|checkbox)$/.test(type)
                ? checked && own === value
                : // A browser removes the spaces around an address.
                  /^(?:password|file)$/.test(type) ||
                  own.trim() === value.trim(),
            ),
          value,
        );
      if (!(await this.sees(isKept)))
        throw new Failed(
          `"${value}" was typed, and is lost: ${name}`,
          "typed-lost",
          await this.place(),
        );
    }
  }

  /** Where the form is, if it is there. */
  async place(): Promise<Place | undefined> {
    if ((await this.element.count().catch(() => 0)) === 0) return undefined;
    const found = await this.element.evaluateHandle((element) => [{ element }]);
    return (await placesOf(found))[0];
  }

  /** Does what a visitor does who was told nothing: presses or loads again. */
  async sendAgain() {
    if (await this.isErrorPage()) return this.page.reload();
    await this.keeps(this.values);
    return this.press();
  }

  /** Follows a link of the site, and waits for another page. */
  async leave() {
    const start = this.page.url();
    const path = await this.page.evaluate(() => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>("a")];
      const isOwn = (link: HTMLAnchorElement) =>
        link.origin === location.origin && link.pathname !== location.pathname;
      return links.find(isOwn)?.getAttribute("href");
    });
    if (path === undefined) return this.page.goto("about:blank");
    const link = `a[href=${JSON.stringify(path)}]`;
    await this.page.locator(link).first().click();
    return this.sees(() => this.page.url() !== start);
  }

  /** Goes back or forward, unless that leaves the site. */
  async travel(by: -1 | 1) {
    // The session of a page ends where the browser takes another from its cache.
    const history = async () => {
      const session = await this.page.context().newCDPSession(this.page);
      const found = await session.send("Page.getNavigationHistory");
      return { session, ...found };
    };
    const { session, entries, currentIndex } = await history();
    const { id: entryId, url } = entries[currentIndex + by] ?? {};
    if (entryId === undefined || !url?.startsWith(this.baseURL)) return false;
    await session.send("Page.navigateToHistoryEntry", { entryId });
    await this.sees(
      async () => (await history()).currentIndex === currentIndex + by,
    );
    this.#session = undefined;
    await this.rest();
    if (await this.isErrorPage())
      throw new Failed(
        `${by < 0 ? "Back" : "Forward"} leads to an error page of the browser`,
      );
    return true;
  }

  /** Which refused fields no new words are tied to, and whether anything tells it. */
  async refusal() {
    const given = {
      names: Object.keys(this.form.invalid),
      fresh: await this.fresh(),
    };
    const found = await this.element.evaluateHandle(findUntied, given);
    const untied = await placesOf(found);
    const isTold = await this.page.evaluate(readTold, given);
    return { untied, isTold };
  }
}

interface Refusal {
  names: string[];
  fresh: string[];
}

/** Runs in the page: refused fields that no new words are tied to. */
function findUntied(form: Element, { names, fresh }: Refusal) {
  const isNew = (element: HTMLElement | null | undefined) =>
    !!element?.innerText.split("\n").some((one) => fresh.includes(one.trim()));
  return names.flatMap((name) => {
    const element = form.querySelector<HTMLInputElement>(
      `[name=${JSON.stringify(name)}]`,
    );
    if (!element) return [];
    const { id, labels } = element;
    const tied = [
      ...["aria-describedby", "aria-errormessage", "aria-labelledby"]
        .flatMap((by) => (element.getAttribute(by) ?? "").split(/\s+/))
        .map((id) => document.getElementById(id)),
      ...(labels ?? []),
      element.closest("fieldset")?.querySelector("legend"),
      ...(id
        ? document.querySelectorAll<HTMLElement>(
            `a[href$="#${CSS.escape(id)}"]`,
          )
        : []),
    ];
    return tied.some(isNew) ? [] : [{ element }];
  });
}

/** Runs in the page: whether the focus, a summary, a live region or the title tells. */
function readTold({ names, fresh }: Refusal) {
  const isNew = (element: Element | null) =>
    element !== document.body &&
    ((element as HTMLElement | null)?.innerText ?? "")
      .split("\n")
      .some((line) => fresh.includes(line.trim()));
  const active = document.activeElement;
  const live = "[role=alert], [role=status], [aria-live]:not([aria-live=off])";
  const fields = names.map((name) => document.getElementsByName(name)[0]?.id);
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a")];
  return (
    names.includes(active?.getAttribute("name") ?? "") ||
    isNew(active) ||
    fresh.includes(document.title) ||
    links.some(({ hash }) => hash && fields.includes(hash.slice(1))) ||
    [...document.querySelectorAll(live)].some(isNew)
  );
}
