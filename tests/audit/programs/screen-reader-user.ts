import type { Page } from "playwright";
import { Listener, pageSummary } from "two-modes-audit";
import type { Mode, Orca } from "two-modes-audit";
import { launchFirefox } from "./firefox";

export type BrowserName = "Firefox" | "Chromium";

/** Orca's words for whatever the Tab key stops at. */
const stop =
  /\b(?:link|button|entry|check box|combo box|slider|spin button|list box|menu item|tab|switch|toggle)\b/;

/** A busy machine reports a focus twice or late, so one key may name two stops. */
const stopsIn = (speech: string[]) =>
  speech.filter((said) => stop.test(said) && !/^invalid entry/.test(said));

/** Keys reach a field in focus mode. Orca takes them for commands in any other. */
const focusMode = /^Focus mode/;
const anyMode = /^(?:Focus mode|Browse mode|Page has )/;

/** A listener who knows what they look for, in either browser. */
export class ScreenReaderUser extends Listener {
  constructor(
    orca: Orca,
    readonly browser: BrowserName,
    mode: Mode,
    first?: RegExp,
  ) {
    super(orca, mode, first);
  }

  /**
   * Opens a page in a new profile, and listens until Orca begins to read it.
   *
   * @returns Chromium's page
   */
  async open(url: string) {
    await this.close();
    let page: Page | undefined;
    const open = async () => {
      if (this.browser === "Chromium") {
        page = await this.window();
        return page.goto(url);
      }
      const { env } = this.orca.programs;
      const options = { headless: false, env, args: [url] };
      const browser = await launchFirefox(this.mode, options);
      this.close = () => browser.close();
    };
    const speech = await this.step(`open ${new URL(url).pathname}`, open, {
      until: [pageSummary],
      or: pageSummary,
      silence: 90_000,
    });
    if (!speech.some((text) => pageSummary.test(text)))
      throw new Error(`${this.browser} did not open ${url}.`);
    return page;
  }

  /** Has the page read aloud from the current position up to a sentence. */
  async readTo(end: RegExp) {
    const read: string[] = [];
    const isRead = () => read.some((text) => end.test(text));
    // The same key continues a reading that stopped.
    for (let times = 0; times < 4 && !isRead(); times++)
      read.push(...(await this.press("KP_Add", { until: [end], or: end })));
    return read;
  }

  /** Replaces a field's text. Orca's key echo is off. */
  type = (text: string) =>
    this.step(
      `type "${text}"`,
      async () => {
        await this.#untilFocusMode();
        await this.keys("key", "ctrl+a");
        await this.keys("type", "--delay", "20", text);
      },
      { first: 300, quiet: 300 },
    );

  /** Presses Tab, or goes back with it, and returns what is said of the stop. */
  async tab(key: "Tab" | "shift+Tab" = "Tab") {
    const patience = { until: [stop] };
    const speech = await this.press(key, patience);
    if (stopsIn(speech).length === 1) return speech;
    // Orca drops a focus that a busy machine reports late. The visitor returns
    // to the stop once; a silent one stays silent.
    await this.press(key === "Tab" ? "shift+Tab" : "Tab", patience);
    return this.press(key, patience);
  }

  /** Presses Tab until Orca names something. Returns the last stop's speech. */
  async tabTo(name: RegExp, max = 18): Promise<string[]> {
    const stops: string[] = [];
    // A stop that was passed unheard is found on the way back.
    for (const key of ["Tab", "shift+Tab"] as const)
      for (let presses = 0; presses < max; presses++) {
        const speech = await this.tab(key);
        const said = stopsIn(speech).at(-1) ?? "";
        if (name.test(said)) return speech;
        stops.push(said);
      }
    throw new Error(`Tab does not lead to ${name}: ${stops.join(" | ")}`);
  }

  /** Follows a link from the top of the page. Returns the target's speech. */
  async follow(name: RegExp, target: RegExp) {
    const link = new RegExp(`${name.source} (?:visited )?link`, name.flags);
    const go = async () => {
      await this.top();
      await this.tabTo(link);
      return this.press("Return", { until: [target] });
    };
    const speech = await go();
    // Orca drops a focus that a busy machine reports late.
    const isThere = speech.some((said) => target.test(said));
    return isThere && stopsIn(speech).length < 2 ? speech : go();
  }

  async #untilFocusMode() {
    const { voice } = this.orca;
    const last = voice.heard
      .map((text) => anyMode.test(text))
      .lastIndexOf(true);
    if (!(await voice.until(focusMode, Math.max(0, last))))
      throw new Error("Orca does not pass the keys on to the field.");
  }
}
