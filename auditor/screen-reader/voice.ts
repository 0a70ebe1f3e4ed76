import { EventEmitter, once } from "node:events";
import { setTimeout as after } from "node:timers/promises";

/** In milliseconds. */
const longestUtterance = 30_000;
const shortestUtterance = 200;

const charactersPerSecond = 400;

/** All in milliseconds. */
interface Patience {
  /** How long until speech may start. */
  first?: number;
  /** How long a pause within speech may take. */
  quiet?: number;
  /** Speech at which listening may also end. */
  or?: RegExp;
}

/**
 * A voice that writes down what it would say. It takes as long as a real voice,
 * because Orca interrupts what is still being said.
 */
export class Voice {
  /** Every finished utterance, and what was spoken of an interrupted one. */
  readonly heard: string[] = [];
  #events = new EventEmitter();
  #utterance: AbortController | undefined;

  /** Says a text, and returns whether it reached the end. */
  async speak(text: string): Promise<boolean> {
    const utterance = new AbortController();
    this.#utterance = utterance;
    this.#events.emit("change");
    const duration =
      shortestUtterance + (text.length / charactersPerSecond) * 1000;
    const start = performance.now();
    const isWhole = await after(duration, true, {
      signal: utterance.signal,
    }).catch(() => false);
    const share = (performance.now() - start) / duration;
    const said = text.slice(0, Math.floor(text.length * share));
    if (isWhole) this.heard.push(text);
    else if (said) this.heard.push(`${said}…`);
    this.#utterance = undefined;
    this.#events.emit("change");
    return isWhole;
  }

  stop() {
    this.#utterance?.abort();
  }

  /**
   * Waits for speech after `since` that matches, and says whether it came.
   * @param silence milliseconds without a word that are waited through
   */
  async until(pattern: RegExp, since: number, silence = 10_000) {
    while (!this.#hasSaid(pattern, since)) {
      if (!(await this.#changes(silence))) return false;
    }
    return true;
  }

  /** Waits until nothing more is said, or something that matches. */
  async untilSilent(
    since: number,
    { first = 3000, quiet = 500, or }: Patience = {},
  ) {
    while (!or || !this.#hasSaid(or, since)) {
      const hasSpoken = this.heard.length > since;
      const pause = hasSpoken ? quiet : first;
      const limit = this.#utterance ? longestUtterance : pause;
      if (!(await this.#changes(limit))) return;
    }
  }

  #hasSaid = (pattern: RegExp, since: number) =>
    this.heard.slice(since).some((text) => pattern.test(text));

  /** Waits for an utterance's start or end. Returns whether there was one. */
  #changes(milliseconds: number) {
    const signal = AbortSignal.timeout(milliseconds);
    return once(this.#events, "change", { signal }).then(
      () => true,
      () => false,
    );
  }
}
