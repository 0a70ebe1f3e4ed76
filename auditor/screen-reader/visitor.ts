import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Mode } from "../site";
import { startBrowser } from "./browsers";
import type { BrowserName } from "./browsers";
import { pageSummary } from "./rules";
import type { ScreenReaderSession } from "./session";

const run = promisify(execFile);

interface Patience {
  /** Milliseconds: how long the first word may take. */
  first?: number;
  /** Speech that has to come before silence counts as the end. */
  until?: RegExp[];
  /** Speech at which listening can stop. */
  or?: RegExp;
  /** Speech without which listening stops. */
  only?: RegExp;
  /** Milliseconds: how long a pause within speech may take. */
  quiet?: number;
  /** Milliseconds of silence before required speech is given up. */
  silence?: number;
}

/** Orca's words for whatever the Tab key stops at. */
const stop = /\b(?:link|button|entry)\b/;

/** A busy machine reports a focus twice, and Orca names the stop for each report. */
const isNamedTwice = (speech: string[]) =>
  speech.some((said, at) => stop.test(said) && speech.indexOf(said) < at);

/** Keys reach a field in focus mode. Orca takes them for commands in any other. */
const focusMode = /^Focus mode/;
const anyMode = /^(?:Focus mode|Browse mode|Page has \d)/;

/** Someone who uses a page by keyboard and Orca's speech. */
export class Visitor {
  readonly transcript: string[] = [];
  #browser: ReturnType<typeof startBrowser> | undefined;

  constructor(
    readonly session: ScreenReaderSession,
    readonly browser: BrowserName,
    readonly mode: Mode,
    /** What the screen reader says first at the top of any page. */
    readonly first: RegExp,
  ) {}

  /** Opens a page, and listens until Orca begins to read it. */
  async open(url: string) {
    const { session, browser, mode } = this;
    const speech = await this.step(
      `open ${new URL(url).pathname}`,
      async () => {
        this.#browser = startBrowser(session, browser, mode, url);
      },
      { until: [pageSummary], or: pageSummary, silence: 90_000 },
    );
    if (!speech.some((text) => pageSummary.test(text))) {
      throw new Error(`${browser} did not open ${url}.`);
    }
  }

  /** Has the page read aloud from the current position up to a sentence. */
  async readTo(end: RegExp) {
    const read: string[] = [];
    const isRead = () => read.some((text) => end.test(text));
    // The same key continues a reading that stopped.
    for (let times = 0; times < 4 && !isRead(); times++) {
      read.push(...(await this.press("KP_Add", { until: [end], or: end })));
    }
    return read;
  }

  async close() {
    if (this.#browser) await this.session.programs.end(this.#browser);
  }

  /** Does something and returns what is said from then on. */
  async step(
    action: string,
    act: () => Promise<unknown>,
    { until = [], only, silence, ...patience }: Patience = {},
  ): Promise<string[]> {
    const { voice } = this.session;
    const since = voice.heard.length;
    await act();
    for (const pattern of until) await voice.until(pattern, since, silence);
    const said = voice.heard.slice(since).join(" ");
    if (!only || only.test(said)) await voice.untilSilent(since, patience);
    if (patience.or) await this.#hush();
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

  /** Presses Tab until Orca names something. Returns the last stop's speech. */
  async tabTo(name: RegExp, most = 18): Promise<string[]> {
    const patience = { until: [stop], only: name };
    for (let presses = 0; presses < most; presses++) {
      let speech = await this.press("Tab", patience);
      if (!speech.some((text) => stop.test(text)) || isNamedTwice(speech)) {
        // Orca drops a focus that a busy machine reports late. The visitor
        // returns to the stop once; a silent one stays silent.
        await this.press("shift+Tab", { until: [stop] });
        speech = await this.press("Tab", patience);
      }
      if (name.test(speech.join(" "))) return speech;
    }
    throw new Error(`Tab does not lead to ${name}.`);
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
    return speech.length > 0 && !isNamedTwice(speech) ? speech : go();
  }

  /** Goes to the top of the page, ending any reading. */
  top = () => this.press("ctrl+Home", { until: [this.first] });

  async #untilFocusMode() {
    const { voice } = this.session;
    const last = voice.heard
      .map((text) => anyMode.test(text))
      .lastIndexOf(true);
    if (!(await voice.until(focusMode, Math.max(0, last)))) {
      throw new Error("Orca does not pass the keys on to the field.");
    }
  }

  /** Control stops Orca's speech; a reading may continue a sentence later. */
  #hush = async () => {
    const { voice } = this.session;
    const sentence = /[^…]$/;
    for (let times = 0; times < 5; times++) {
      const since = voice.heard.length;
      await this.#keys("key", "Control_L");
      await voice.untilSilent(since, { first: 700, or: sentence });
      if (!voice.heard.slice(since).some((text) => sentence.test(text))) return;
    }
  };

  #keys = (...command: string[]) =>
    run("xdotool", command, { env: this.session.programs.env });
}
