import type { BrowserContext, CDPSession, Locator, Page } from "playwright";
import type { Mode, Place } from "../finding";
import { fill, formIn, numbered } from "../forms";
import { placesOf } from "../measuring/places";
import type { Form } from "../site";
import { pause, startNetwork, until } from "./network";
import type { Network } from "./network";

/** The form does not do what the test asks for. */
export class Failed extends Error {}
/** The test asks for what the form cannot have. */
export class NotApplicable extends Error {}

type Values = Readonly<Record<string, string>>;

/** In milliseconds: how long anything may take, and how long nothing may happen. */
const patience = Number(process.env.AUDITOR_TIMEOUT ?? 15_000);
const quiet = 2500;

/** Visitors so far, whose number makes what they type their own. */
let visitors = 0;

/** Gives a visitor a context of their own, on a network of their own. */
export interface Browsing {
  mode: Mode;
  baseURL: string;
  newContext: (proxy: string) => Promise<BrowserContext>;
  countRows: (values: Values) => Promise<number | undefined>;
}

/** One visitor with one form. */
export class Visit {
  readonly values: Values;
  readonly invalid: Values;
  readonly empty: Values;
  #before = new Set<string>();

  private constructor(
    readonly form: Form,
    readonly browsing: Browsing,
    readonly network: Network,
    readonly page: Page,
    readonly devTools: CDPSession,
  ) {
    const { valid, invalid } = numbered(form, `acid-${++visitors}`);
    this.values = valid;
    this.empty = Object.fromEntries(
      Object.keys(form.valid).map((name) => [name, ""]),
    );
    this.invalid = { ...valid, ...invalid };
  }

  static async start(form: Form, browsing: Browsing) {
    const network = await startNetwork();
    const context = await browsing.newContext(network.url);
    return Visit.#in(form, browsing, network, await context.newPage());
  }

  /** Another tab of the same visitor. */
  async tab() {
    const { form, browsing, network, page } = this;
    return Visit.#in(form, browsing, network, await page.context().newPage());
  }

  static async #in(form: Form, browsing: Browsing, net: Network, page: Page) {
    const devTools = await page.context().newCDPSession(page);
    return new Visit(form, browsing, net, page, devTools);
  }

  async end() {
    await this.page.context().close();
    this.network.close();
  }

  get isScripted() {
    return this.browsing.mode === "javascript";
  }

  get #form(): Locator {
    return formIn(this.page, this.form);
  }

  get #button() {
    return this.#form
      .getByRole("button", { name: this.form.button, exact: true })
      .first();
  }

  /** Opens the form's page, and waits for its scripts. */
  async open() {
    await this.page.goto(this.browsing.baseURL + this.form.path);
    await this.network.idle();
    await this.isThere();
    if (await this.tells())
      throw new Error("The page tells a success before anything is sent.");
  }

  async isThere() {
    const count = async () => (await this.#form.count()) > 0;
    if (!(await until(count, quiet))) throw new Failed("The form is not there");
  }

  async fill(values = this.values) {
    for (const [name, value] of Object.entries(values))
      await fill(this.#form, name, value);
    await this.network.idle();
  }

  /** Lets through what the browser's own check would stop. */
  async passCheck() {
    await this.#form.evaluate(
      (form) => ((form as HTMLFormElement).noValidate = true),
    );
  }

  /** Presses the button like a finger: Playwright's own clicks wait for the page. */
  async press(times = 1, between = 0) {
    this.#before = new Set(await this.#lines());
    await this.#button.click({ trial: true });
    const box = await this.#button.boundingBox();
    if (!box) throw new Failed("The button is not to be seen");
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    for (let time = 0; time < times; time++) {
      if (time > 0) await new Promise((done) => setTimeout(done, between));
      for (const type of ["mousePressed", "mouseReleased"] as const)
        await this.devTools.send("Input.dispatchMouseEvent", {
          ...{ type, ...place, button: "left", clickCount: 1 },
        });
    }
  }

  async send() {
    await this.open();
    await this.fill();
    await this.press();
  }

  /** Runs in the page, also while a form is being sent. */
  async evaluate<Value>(run: () => Value): Promise<Value> {
    const { result } = await this.devTools.send("Runtime.evaluate", {
      expression: `{ const __name = (named) => named; (${String(run)})() }`,
      returnByValue: true,
    });
    return result.value as Value;
  }

  async #lines(): Promise<string[]> {
    const text = await this.evaluate(
      () => `${document.title}\n${document.body?.innerText ?? ""}`,
    ).catch(() => "");
    return (text ?? "").split("\n").map((line) => line.trim());
  }

  /** The lines that the last press has brought. */
  async fresh() {
    const lines = await this.#lines();
    return lines.filter((line) => line && !this.#before.has(line));
  }

  async tells() {
    return this.form.success.test((await this.#lines()).join("\n"));
  }

  async isErrorPage() {
    const url = await this.evaluate(() => location.href).catch(() => "");
    return url.startsWith("chrome-error:");
  }

  async #said() {
    if (await this.isErrorPage()) return "an error page of the browser";
    const fresh = await this.fresh();
    const words = fresh.slice(0, 3).join(" / ").slice(0, 120);
    return words ? `"${words}"` : "nothing new";
  }

  /** Waits for the answer to what was sent: new words, or another page. */
  async answer() {
    await until(
      async () =>
        this.network.quietFor() > 300 && (await this.fresh()).length > 0,
      quiet,
    );
    await this.network.idle();
  }

  async isTold() {
    await until(
      async () => (await this.tells()) || this.network.quietFor() > quiet,
      patience,
    );
    if (!(await this.tells()))
      throw new Failed(`Success is not told, but ${await this.#said()}`);
  }

  /** What was sent is told to be stored, and is, once. */
  async isStored() {
    await this.isTold();
    await this.network.idle();
    await this.hasRows(1);
  }

  async hasRows(expected: number, values = this.values) {
    const rows = await this.browsing.countRows(values);
    if (rows !== undefined && rows !== expected)
      throw new Failed(`${rows} rows are stored, not ${expected}`);
  }

  /** What was typed and is no longer there. */
  async keeps(values: Values) {
    await this.isThere();
    for (const [name, value] of Object.entries(values)) {
      const kept = await this.#form
        .locator(`[name=${JSON.stringify(name)}]`)
        .evaluateAll((fields: HTMLInputElement[], value) => {
          const [field] = fields;
          if (!field) return false;
          if (/^(?:password|file)$/.test(field.type)) return true;
          return /^(?:radio|checkbox)$/.test(field.type)
            ? fields.some((one) => one.checked && one.value === value)
            : // A browser removes the spaces around an address.
              field.value.trim() === value.trim();
        }, value);
      if (!kept) throw new Failed(`What was typed is lost: ${name}`);
    }
  }

  /** Where the form is, if it is still there. */
  async place(): Promise<Place | undefined> {
    if ((await this.#form.count().catch(() => 0)) === 0) return undefined;
    const found = await this.#form.evaluateHandle((element) => [{ element }]);
    return (await placesOf(found))[0];
  }

  /** The HTML of the page's forms, where sending may show. */
  look() {
    return this.evaluate(() =>
      [...document.forms].map(({ outerHTML }) => outerHTML).join(""),
    );
  }

  /** Does what a visitor does who was told nothing: presses again, or loads again. */
  async sendAgain() {
    if (await this.isErrorPage()) await this.page.reload();
    else {
      await this.keeps(this.values);
      await this.press();
    }
  }

  /** Goes back or forward, unless that leaves the site. */
  async travel(by: -1 | 1) {
    const history = await this.devTools.send("Page.getNavigationHistory");
    const entry = history.entries[history.currentIndex + by];
    if (!entry?.url.startsWith(this.browsing.baseURL)) return false;
    await this.devTools.send("Page.navigateToHistoryEntry", {
      entryId: entry.id,
    });
    const isAt = async () =>
      (await this.devTools.send("Page.getNavigationHistory")).currentIndex ===
      history.currentIndex + by;
    await until(isAt, quiet);
    await new Promise((resolve) => setTimeout(resolve, pause));
    await this.network.idle();
    if (await this.isErrorPage())
      throw new Failed(
        `${by < 0 ? "Back" : "Forward"} leads to an error page of the browser`,
      );
    return true;
  }

  /** What the focus is on: a field's name, or the button. */
  focused() {
    return this.#form.evaluate((form) => {
      const element = document.activeElement as HTMLInputElement | null;
      if (!element || !form.contains(element)) return undefined;
      const { name, type, value, checked } = element;
      return { name, type, value, checked };
    });
  }

  async isAtButton() {
    return this.#button.evaluate((button) => button === document.activeElement);
  }

  /** How each refused field, and the page, tell what is wrong. */
  async refusal() {
    return this.#form.evaluate(readRefusal, {
      names: Object.keys(this.form.invalid),
      fresh: await this.fresh(),
    });
  }
}

/** Runs in the page. */
function readRefusal(
  form: Element,
  { names, fresh }: { names: string[]; fresh: string[] },
) {
  const isNew = (element: Element | null | undefined) =>
    ((element as HTMLElement | null)?.innerText ?? "")
      .split("\n")
      .some((line) => fresh.includes(line.trim()));
  const faults: string[] = [];
  let isLinked = false;
  for (const name of names) {
    const field = form.querySelector(`[name=${JSON.stringify(name)}]`);
    const ids = ["aria-describedby", "aria-errormessage"]
      .flatMap((by) => (field?.getAttribute(by) ?? "").split(/\s+/))
      .filter(Boolean);
    if (field?.getAttribute("aria-invalid") !== "true")
      faults.push(`${name} is not marked as invalid (aria-invalid)`);
    if (!ids.some((id) => isNew(document.getElementById(id))))
      faults.push(`no new words are tied to ${name} (aria-describedby)`);
    isLinked ||= !!(
      field?.id && document.querySelector(`a[href$="#${CSS.escape(field.id)}"]`)
    );
  }
  const active = document.activeElement;
  const isAtField = names.includes(active?.getAttribute("name") ?? "");
  const live = "[role=alert], [role=status], [aria-live]:not([aria-live=off])";
  const isTold =
    isAtField ||
    isLinked ||
    (active !== document.body && isNew(active)) ||
    fresh.includes(document.title) ||
    [...document.querySelectorAll(live)].some(isNew);
  if (!isTold)
    faults.push(
      "neither the focus, a live region, the title nor a summary tells it",
    );
  return faults;
}
