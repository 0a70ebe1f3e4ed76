import { setTimeout as after } from "node:timers/promises";
import type { Locator, Page } from "playwright";
import { rootPlace } from "../finding";
import type { Mode, Place, Problem } from "../finding";
import { placesOf } from "../measuring/places";
import { broken } from "../rules";
import type { RuleName } from "../rules";
import type { Form } from "../site";
import type { Network } from "./network";

/** The form fails the test. */
export class Failed extends Error {
  constructor(
    message: string,
    /** The rule that is broken, if that is not the test itself. */
    readonly rule?: RuleName,
    /** Where it is broken, if that is not the form. */
    readonly place?: Place,
  ) {
    super(message);
  }
}

export type Values = Readonly<Record<string, string>>;

/** Only a broken machine takes longer. */
const timeoutMs = 120_000;
/** Between two looks at a page. */
const pauseMs = 100;

const named = (name = "") => `[name=${JSON.stringify(name)}]`;
const buttons = "button, [type=submit], [type=image]";

/** A page is at rest after so many looks that find no change. */
export const quietLooks = 20;

/** A form's name in reports. */
export const nameOf = ({ path, button }: Pick<Form, "path" | "button">) =>
  `${path}: "${button}"`;

/** Numbers visitors: `{n}` in a value is the number. */
let visitors = Date.now();

/** One visitor with one form. */
export class Visit {
  readonly isScripted: boolean;
  readonly values: Values;
  readonly invalid: Values;
  /** What is wrong, and fails no test. */
  readonly advice: Problem[] = [];
  /** The form, its place and its button, once they are found. */
  element!: Locator;
  place: Place;
  button!: Locator;
  /** What was seen before the last press. */
  #before: Sight | undefined;

  constructor(
    readonly form: Form,
    readonly mode: Mode,
    readonly baseURL: string,
    readonly page: Page,
    readonly network: Pick<Network, "active" | "posts">,
  ) {
    this.isScripted = mode === "javascript";
    this.place = rootPlace(nameOf(form));
    const number = String(++visitors);
    const own = (values: Values): Values =>
      JSON.parse(JSON.stringify(values).replaceAll("{n}", number)) as Values;
    this.values = own(form.valid);
    this.invalid = { ...this.values, ...own(form.invalid) };
  }

  /** Finds the form by its button, whose words may change while it is sent. */
  async find() {
    const name = this.form.button;
    const button = this.page
      .locator("form")
      .getByRole("button", { name, exact: true });
    if ((await button.count()) === 0) throw new Failed("The form is not there");
    // The forms that have its first field.
    const forms = `form:has(${named(Object.keys(this.values)[0])})`;
    const at = await button.first().evaluate(
      (button, { forms, buttons }) => {
        const form = button.closest("form") as Element;
        return {
          form: [...document.querySelectorAll(forms)].indexOf(form),
          button: [...form.querySelectorAll(buttons)].indexOf(button),
        };
      },
      { forms, buttons },
    );
    this.element = this.page.locator(forms).nth(at.form);
    this.button = this.element.locator(buttons).nth(at.button);
    const found = await this.element.evaluateHandle((element) => [{ element }]);
    const [place = this.place] = await placesOf(found);
    this.place = place;
  }

  field = (name: string) => this.element.locator(named(name));

  /**
   * Waits until something is seen, or until the page is at rest: no request is
   * open, and the page responds and does not change.
   */
  async sees(holds: () => unknown, looks = quietLooks): Promise<boolean> {
    let last: string | undefined;
    let same = 0;
    const end = Date.now() + timeoutMs;
    while (Date.now() < end && same < looks) {
      if (await holds()) return true;
      await after(pauseMs);
      const isAsked = this.network.active > 0;
      const now = isAsked ? undefined : JSON.stringify(await this.#see());
      same = now && now === last ? same + 1 : 0;
      last = now;
    }
    return Boolean(await holds());
  }

  /** Waits until the page is at rest. */
  rest = () => this.sees(() => false, quietLooks / 4);

  /** Waits for the scripts of a loaded page. */
  settle = async () => this.isScripted && (await this.rest());

  /** Changes the page as translators and extensions do. */
  async change(change: () => void) {
    await this.page.evaluate(change);
    await this.settle();
  }

  /** Reads the page, which may not respond while another one loads. */
  async #see() {
    const seen = this.page.evaluate(look, this.isScripted);
    const given = seen.catch(() => undefined);
    return Promise.race([given, after(20 * pauseMs, undefined)]);
  }

  tells = async () =>
    this.form.success.test((await this.#see())?.lines.join("\n") ?? "");

  /** Whether sending shows: by new lines, or in the HTML of the forms. */
  isChanged = async () =>
    (await this.fresh()).length > 0 ||
    (await this.#see())?.forms !== this.#before?.forms;

  isErrorPage = () => this.page.url().startsWith("chrome-error:");

  /** The lines that are new since the last press. */
  fresh = async () => {
    const lines = (await this.#see())?.lines ?? [];
    return lines.filter((line) => line && !this.#before?.lines.includes(line));
  };

  /** The first of them, for a message. */
  news = async () => (await this.fresh()).slice(0, 3).join(" / ").slice(0, 120);

  /** Whether an answer has come, and new lines with it. */
  isAnswered = async () =>
    this.network.posts > 0 &&
    this.network.active === 0 &&
    (await this.fresh()).length > 0;

  async open() {
    await this.page.goto(this.baseURL + this.form.path);
    await this.settle();
    await this.find();
    if (await this.tells())
      throw new Error("The page tells a success before anything is sent.");
  }

  async fill(values = this.values) {
    for (const [name, value] of Object.entries(values)) {
      const field = this.field(name);
      const kind = await field
        .first()
        .evaluate(({ type }: HTMLInputElement) => type);
      const isChosen = /^(?:radio|checkbox|select)/.test(kind);
      if (isChosen && !value) continue;
      if (kind === "radio" || kind === "checkbox")
        await field
          .and(this.page.locator(`[value="${value}"]`))
          // A native control may lie invisible under a drawn one.
          .evaluate((element: HTMLElement) => element.click());
      else if (kind.startsWith("select")) await field.selectOption(value);
      else await field.fill(value);
    }
    await this.settle();
  }

  /** Turns off the browser's own check. */
  passCheck = () =>
    this.element.evaluate((form: HTMLFormElement) => (form.noValidate = true));

  /**
   * Presses the button like a finger, and the same place again after each wait:
   * Playwright's own clicks wait for the page.
   */
  async press(...waits: (() => Promise<unknown>)[]) {
    this.#before = await this.#see();
    await this.button.click({ trial: true });
    const box = await this.button.boundingBox();
    if (!box) throw new Failed("The button is not visible");
    const { x, y, width, height } = box;
    for (const wait of [undefined, ...waits]) {
      await wait?.();
      await this.page.mouse.click(x + width / 2, y + height / 2);
    }
  }

  async isTold() {
    if (await this.sees(this.tells)) return;
    const news = await this.news();
    const said = this.isErrorPage()
      ? "an error page of the browser"
      : news && `"${news}"`;
    throw new Failed(`Success is not told, but ${said || "nothing new"}`);
  }

  /** @throws Failed if a typed value is gone */
  async keeps(values: Values) {
    for (const [name, value] of Object.entries(values)) {
      const isKept = () =>
        this.field(name).evaluateAll(
          (fields: HTMLInputElement[], value) =>
            fields.some(
              ({ type, value: own }) =>
                /^(?:radio|checkbox|password|file)$/.test(type) ||
                // A browser removes the spaces around an address.
                own.trim() === value.trim(),
            ),
          value,
        );
      const what = `"${value}" was typed, and is lost: ${name}`;
      if (!(await this.sees(isKept))) throw new Failed(what, "typed-lost");
    }
  }

  /** Notes a new page whose title says nothing new, and choices that are gone. */
  async adviseRefusal() {
    const isPage = !this.isScripted && this.network.posts > 0;
    const title = await this.page.title();
    const isNew = async () => (await this.fresh()).includes(title);
    if (isPage && !(await this.sees(isNew))) {
      const what = `The page that refuses it has the title "${title}", as before`;
      this.advice.push(broken("title-same", what, this.place));
    }
    const unset = async () =>
      placesOf(await this.element.evaluateHandle(findUnset, this.invalid));
    await this.sees(async () => (await unset()).length === 0);
    const what = "It was chosen, and is not";
    for (const place of await unset())
      this.advice.push(broken("typed-lost", what, place));
  }

  /** Follows a link of the site, and waits for another page. */
  async leave() {
    const start = this.page.url();
    const isLeft = await this.page.evaluate(() => {
      const link = [...document.links].find(
        ({ origin, pathname }) =>
          origin === location.origin && pathname !== location.pathname,
      );
      link?.click();
      return Boolean(link);
    });
    if (isLeft) await this.sees(() => this.page.url() !== start);
    else await this.page.goto("about:blank");
  }

  /** Goes back or forward, unless that leaves the site. */
  async travel(by: -1 | 1) {
    // A page's session ends when the browser shows another page from its cache.
    const history = async () => {
      const session = await this.page.context().newCDPSession(this.page);
      return { session, ...(await session.send("Page.getNavigationHistory")) };
    };
    const { session, entries, currentIndex } = await history();
    const { id: entryId, url } = entries[currentIndex + by] ?? {};
    if (entryId === undefined || !url?.startsWith(this.baseURL)) return false;
    await session.send("Page.navigateToHistoryEntry", { entryId });
    await this.sees(async () => {
      const now = await history().catch(() => undefined);
      return now?.currentIndex === currentIndex + by;
    });
    await this.rest();
    if (this.isErrorPage())
      throw new Failed("Back or forward leads to an error page of the browser");
    return true;
  }

  /** The fields whose refusal is not told, with their places. */
  async faults() {
    const selectors = Object.keys(this.form.invalid).map(named);
    const given = { selectors, fresh: await this.fresh() };
    return placesOf(await this.element.evaluateHandle(findFaults, given));
  }
}

/** Runs in the page, after a few turns of its scripts. */
async function look(isScripted: boolean) {
  for (let turn = 0; isScripted && turn < 3; turn++)
    await new Promise((resolve) => setTimeout(resolve));
  const text = `${document.title}\n${document.body?.innerText ?? ""}`;
  return {
    url: location.href,
    state: document.readyState,
    lines: text.split("\n").map((line) => line.trim()),
    forms: [...document.forms].map(({ outerHTML }) => outerHTML).join(""),
  };
}

type Sight = Awaited<ReturnType<typeof look>>;

/** Runs in the page. */
const findUnset = (form: Element, values: Values) =>
  [...form.querySelectorAll<HTMLInputElement>("[type=radio], [type=checkbox]")]
    .filter((one) => one.value === values[one.name] && !one.checked)
    .map((element) => ({ element }));

/** Runs in the page. */
function findFaults(
  form: Element,
  { selectors, fresh }: { selectors: string[]; fresh: string[] },
) {
  const isNew = (element: Element | null | undefined) =>
    element instanceof HTMLElement &&
    element !== document.body &&
    element.innerText.split("\n").some((line) => fresh.includes(line.trim()));
  const fields = selectors.flatMap((selector) => [
    ...form.querySelectorAll<HTMLInputElement>(selector),
  ]);
  const linksTo = ({ id }: Element) =>
    id ? [...document.querySelectorAll(`a[href$="#${CSS.escape(id)}"]`)] : [];
  const untied = fields.filter((field) => {
    const ids = ["describedby", "errormessage", "labelledby"].flatMap((by) =>
      (field.getAttribute(`aria-${by}`) ?? "").split(/\s+/),
    );
    return ![
      ...ids.map((id) => document.getElementById(id)),
      ...(field.labels ?? []),
      field.closest("fieldset")?.querySelector("legend"),
      ...linksTo(field),
    ].some(isNew);
  });
  const active = document.activeElement;
  const live = "[role=alert], [role=status], [aria-live]:not([aria-live=off])";
  const isTold =
    fields.some((field) => field === active || linksTo(field).length > 0) ||
    fresh.includes(document.title) ||
    [active, ...document.querySelectorAll(live)].some(isNew);
  return [
    ...untied.map((element) => ({ element, isTied: false })),
    ...(isTold ? [] : [{ element: form, isTied: true }]),
  ];
}
