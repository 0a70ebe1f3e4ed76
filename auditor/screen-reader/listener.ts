import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright";
import { findBrowser } from "../browser.js";
import { launchFirefox } from "../engines/firefox";
import type { Mode } from "../finding";
import { nameFunctions } from "../measuring/places";
import type { Orca, Pauses } from "./orca";

const run = promisify(execFile);

export type BrowserName = "Firefox" | "Chromium";

export interface Patience extends Pauses {
  /** Speech that has to come before silence counts as the end. */
  until?: RegExp[];
  /** Milliseconds of silence before required speech is given up. */
  silence?: number;
}

/** Orca's words for whatever the Tab key stops at. */
export const stop =
  /\b(?:link|button|entry|check box|combo box|slider|spin button|list box|menu item|tab|switch|toggle)\b/;

/** Orca's summary of a loaded page, before it reads it aloud. */
export const pageSummary = /^Page has /;

/** A busy machine reports a focus twice or late, so one key may name two stops. */
const stopsIn = (speech: string[]) =>
  speech.filter((said) => stop.test(said) && !/^invalid entry/.test(said));

/** Keys reach a field in focus mode. Orca takes them for commands in any other. */
const focusMode = /^Focus mode/;
const anyMode = /^(?:Focus mode|Browse mode|Page has )/;

/** Someone who uses a page by keyboard and Orca's speech. */
export class Listener {
  readonly transcript: string[] = [];
  #close = async () => {};

  constructor(
    readonly orca: Orca,
    readonly browser: BrowserName,
    readonly mode: Mode,
    /** The first words at the top of any page. */
    readonly first = /./,
  ) {}

  /** Opens a page in a new profile, and listens until Orca begins to read it. */
  async open(url: string) {
    await this.close();
    const open =
      this.browser === "Firefox"
        ? async () => {
            const { programs } = this.orca;
            const profile = this.#profile();
            const child = launchFirefox(programs, profile, this.mode, [url]);
            this.#close = () => programs.end(child);
          }
        : async () => void (await (await this.window()).goto(url));
    const speech = await this.step(`open ${new URL(url).pathname}`, open, {
      until: [pageSummary],
      or: pageSummary,
      silence: 90_000,
    });
    if (!speech.some((text) => pageSummary.test(text)))
      throw new Error(`${this.browser} did not open ${url}.`);
  }

  /** Opens a window of Chromium, without controls of its own. */
  async window(options: BrowserContextOptions = {}): Promise<Page> {
    const context: BrowserContext = await chromium.launchPersistentContext(
      this.#profile(),
      {
        headless: false,
        executablePath: findBrowser(),
        env: this.orca.programs.env as Record<string, string>,
        javaScriptEnabled: this.mode === "javascript",
        viewport: null,
        reducedMotion: "reduce",
        ...options,
        ignoreDefaultArgs: ["--enable-automation"],
        args: [
          ...(process.getuid?.() === 0 ? ["--no-sandbox", "--test-type"] : []),
          "--app=data:text/html,",
          "--force-renderer-accessibility",
          "--disable-gpu",
          "--lang=en-US",
        ],
      },
    );
    this.#close = () => context.close();
    await nameFunctions(context);
    return context.pages()[0] ?? context.newPage();
  }

  close = () => this.#close();

  /** Has the page read aloud from the current position up to a sentence. */
  async readTo(end: RegExp) {
    const read: string[] = [];
    const isRead = () => read.some((text) => end.test(text));
    // The same key continues a reading that stopped.
    for (let times = 0; times < 4 && !isRead(); times++)
      read.push(...(await this.press("KP_Add", { until: [end], or: end })));
    return read;
  }

  /** Has the page read aloud from the current position to its end. */
  async readThrough() {
    const read: string[] = [];
    for (let times = 0; times < 4; times++) {
      const more = await this.press("KP_Add", { first: 2000, quiet: 1500 });
      // At the end, the same key reads the last line again.
      if (more.every((text) => read.includes(text))) break;
      read.push(...more);
    }
    return read;
  }

  /** Does something and returns what is said from then on. */
  async step(
    action: string,
    act: () => Promise<unknown>,
    { until = [], silence, ...pauses }: Patience = {},
  ): Promise<string[]> {
    const { voice } = this.orca;
    const since = voice.heard.length;
    await act();
    for (const pattern of until) await voice.until(pattern, since, silence);
    await voice.untilSilent(since, pauses);
    if (pauses.or) await this.#hush();
    const speech = voice.heard.slice(since);
    this.transcript.push(`> ${action}`, ...speech);
    return speech;
  }

  press = (key: string, patience?: Patience) =>
    this.step(key, () => this.#keys("key", key), patience);

  /** Replaces a field's text. Orca's key echo is off. */
  type = (text: string) =>
    this.step(
      `type "${text}"`,
      async () => {
        await this.#untilFocusMode();
        await this.#keys("key", "ctrl+a");
        await this.#keys("type", "--delay", "20", text);
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

  /** Goes to the top of the page, ending any reading. */
  top = () => this.press("ctrl+Home", { until: [this.first] });

  #profile = () => mkdtempSync(path.join(this.orca.folder, "profile-"));

  async #untilFocusMode() {
    const { voice } = this.orca;
    const last = voice.heard
      .map((text) => anyMode.test(text))
      .lastIndexOf(true);
    if (!(await voice.until(focusMode, Math.max(0, last))))
      throw new Error("Orca does not pass the keys on to the field.");
  }

  /** Control stops Orca's speech; a reading may continue a sentence later. */
  async #hush() {
    const { voice } = this.orca;
    const sentence = /[^…]$/;
    for (let times = 0; times < 5; times++) {
      const since = voice.heard.length;
      await this.#keys("key", "Control_L");
      await voice.untilSilent(since, { first: 700, or: sentence });
      if (!voice.heard.slice(since).some((text) => sentence.test(text))) return;
    }
  }

  #keys = (...command: string[]) =>
    run("xdotool", command, { env: this.orca.programs.env });
}
