import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromium } from "playwright";
import type { BrowserContextOptions, Page } from "playwright";
import { findBrowser } from "../browser.js";
import type { Mode } from "../finding";
import { nameFunctions } from "../measuring/places";
import type { Orca, Patience } from "./orca";

export type { Patience } from "./orca";

const run = promisify(execFile);

/** Orca's summary of a loaded page, before it reads it aloud. */
export const pageSummary = /^Page has /;

/** Someone who uses a page by keyboard and Orca's speech. */
export class Listener {
  readonly transcript: string[] = [];

  constructor(
    readonly orca: Orca,
    readonly mode: Mode,
    /** The first words at the top of any page. */
    readonly first = /./,
  ) {}

  /** Opens a window of Chromium, without controls of its own. */
  async window(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await chromium.launchPersistentContext("", {
      headless: false,
      executablePath: findBrowser(),
      env: this.orca.programs.env as Record<string, string>,
      javaScriptEnabled: this.mode === "javascript",
      viewport: null,
      reducedMotion: "reduce",
      ...options,
      ignoreDefaultArgs: ["--enable-automation"],
      args: [
        "--app=data:text/html,",
        // Nothing is said about the sandbox, which Playwright turns off.
        "--test-type",
        "--force-renderer-accessibility",
        "--disable-gpu",
        "--lang=en-US",
      ],
    });
    this.close = () => context.close();
    await nameFunctions(context);
    return context.pages()[0] ?? context.newPage();
  }

  /** Ends what the last window needs. */
  close = async () => {};

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
    patience: Patience = {},
  ): Promise<string[]> {
    const { voice } = this.orca;
    const { until = [], silence, or } = patience;
    const since = voice.heard.length;
    await act();
    for (const pattern of until) await voice.until(pattern, since, silence);
    await voice.untilSilent(since, patience);
    if (or) await this.#hush();
    const speech = voice.heard.slice(since);
    this.transcript.push(`> ${action}`, ...speech);
    return speech;
  }

  press = (key: string, patience?: Patience) =>
    this.step(key, () => this.keys("key", key), patience);

  /** Goes to the top of the page, ending any reading. */
  top = () => this.press("ctrl+Home", { until: [this.first] });

  /** Control stops Orca's speech; a reading may continue a sentence later. */
  async #hush() {
    const { voice } = this.orca;
    const sentence = /[^…]$/;
    for (let times = 0; times < 5; times++) {
      const since = voice.heard.length;
      await this.keys("key", "Control_L");
      const pauses = { first: 700, or: sentence };
      if (!(await voice.untilSilent(since, pauses))) return;
    }
  }

  /** Runs xdotool. */
  protected keys = (...command: string[]) =>
    run("xdotool", command, { env: this.orca.programs.env });
}
