import { EventEmitter, once } from "node:events";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Programs, temporaryFolder } from "../programs";

/** The programs of a session, besides a browser. */
export const orcaPrograms = [
  "Xvfb",
  "openbox",
  "dbus-daemon",
  "orca",
  "xdotool",
];

/** In milliseconds. */
const longestUtterance = 30_000;

const nothing = /(?!)/;

/** How long one listens, in milliseconds. */
export interface Patience {
  /** Speech that has to come before silence counts as the end. */
  until?: RegExp[];
  /** How much silence is waited through for that. */
  silence?: number;
  /** How long until speech may start. */
  first?: number;
  /** How long a pause within speech may take. */
  quiet?: number;
  /** Speech at which listening may also end. */
  or?: RegExp;
}

/** Orca's speech. */
export class Voice {
  /** Every finished utterance, and what was spoken of an interrupted one. */
  readonly heard: string[] = [];
  #events = new EventEmitter();
  #isSpeaking = false;

  /** Takes a line of the voice in orca-customizations.py. */
  take = (line: string) => {
    this.#isSpeaking = line === "speaks";
    const text = this.#isSpeaking ? "" : (JSON.parse(line) as string);
    if (/[^…]/.test(text)) this.heard.push(text);
    this.#events.emit("change");
  };

  /**
   * Waits for speech after `since` that matches, and says whether it came.
   * @param silence milliseconds without a word that are waited through
   */
  until = (pattern: RegExp, since: number, silence = 10_000) =>
    this.#waits(pattern, since, () => silence);

  /** Waits until nothing more is said, or something that matches: says which. */
  untilSilent = (since: number, patience: Patience = {}) => {
    const { first = 3000, quiet = 500, or = nothing } = patience;
    return this.#waits(or, since, () => {
      if (this.#isSpeaking) return longestUtterance;
      return this.heard.length > since ? quiet : first;
    });
  };

  /** Waits for speech that matches, or until a pause is as long as this. */
  async #waits(pattern: RegExp, since: number, longest: () => number) {
    while (!this.heard.slice(since).some((text) => pattern.test(text))) {
      const signal = AbortSignal.timeout(longest());
      const change = once(this.#events, "change", { signal });
      if (!(await change.catch(() => undefined))) return false;
    }
    return true;
  }
}

/** Starts a virtual display, and Orca on it with a voice that writes. */
export async function startOrca() {
  const folder = temporaryFolder();
  const run = path.join(folder, "run");
  const programs = new Programs({
    PATH: `${folder}:${process.env.PATH}`,
    HOME: folder,
    LANG: "C.UTF-8",
    XDG_RUNTIME_DIR: run,
    // The settings of the machine's user are left alone.
    GSETTINGS_BACKEND: "memory",
  });
  const stop = async () => {
    await programs.endAll();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  mkdirSync(run, { mode: 0o700 });
  programs.env.DISPLAY = await programs.startScreen("1280x1024");
  // The bus also starts AT-SPI, for Orca and the browsers.
  const address = `--address=unix:path=${run}/bus`;
  programs.env.DBUS_SESSION_BUS_ADDRESS = await programs.startAndRead(
    "dbus-daemon",
    ["--session", "--nofork", "--print-address=3", address],
  );
  programs.start("openbox");
  const settings = path.join(folder, ".local/share/orca");
  const file = "orca-customizations.py";
  mkdirSync(settings, { recursive: true });
  copyFileSync(path.join(import.meta.dirname, file), path.join(settings, file));
  // Orca exits when pgrep finds another of the same user, on any display.
  writeFileSync(path.join(folder, "pgrep"), "#!/bin/sh\n", { mode: 0o700 });
  const voice = new Voice();
  const { stdio } = programs.start("orca");
  createInterface({ input: stdio[3] as Readable }).on("line", voice.take);
  if (!(await voice.until(/Screen reader on/, 0, 90_000))) {
    await stop();
    throw new Error("Orca does not start speaking.");
  }
  return { voice, programs, stop };
}

export type Orca = Awaited<ReturnType<typeof startOrca>>;
