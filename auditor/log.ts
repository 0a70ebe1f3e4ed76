import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Page } from "playwright";
import { Findings, type Problem, type Seen } from "./finding";
import { joined } from "./lists";
import { elementIn } from "./measuring/places";
import type { Failure, FlowRun, Verdict, Visited } from "./site";

/** Nobody looks at more pictures. */
const maxPictures = 200;

/** Something could not be measured: no finding, and no pass. */
export class Unmeasured extends Error {
  constructor(
    readonly failure: Failure["name"],
    message: string,
  ) {
    super(message);
  }
}

/** The first lines of a message, without the colors that Playwright gives them. */
export function firstLines(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  return stripVTControlCharacters(message).split("\n").slice(0, 6).join("\n");
}

export const failureLine = ({ name, state, mode, part, message }: Failure) =>
  `✘ ${joined([name, state, mode, part])}: ${message}`;

/** Collects all that an audit finds out. */
export class Log {
  readonly findings = new Findings();
  readonly failures: Failure[] = [];
  readonly visited: Visited[] = [];
  readonly tried: Verdict[] = [];
  readonly flows: FlowRun[] = [];
  /** What was left out or seen otherwise than by people, and fails nothing. */
  readonly notes: string[] = [];
  #pictures = 0;

  constructor(
    readonly out: string,
    readonly say: (line: string) => void,
  ) {
    const folder = path.join(out, "pictures");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }

  /** Keeps why something was not measured, by the name that the error has, if any. */
  fail(error: unknown, where: Partial<Failure> = {}) {
    const { name = "PartNotMeasured" } =
      error instanceof Unmeasured ? { name: error.failure } : where;
    const failure = { ...where, name, message: firstLines(error) };
    this.failures.push(failure);
    this.say(failureLine(failure));
  }

  note(text: string) {
    if (this.notes.includes(text)) return;
    this.notes.push(text);
    this.say(`– ${text}`);
  }

  /** Keeps what was seen, and takes a picture of what is new. */
  async report(problems: Problem[], seen: Seen, page?: Page) {
    for (const problem of problems) {
      const finding = this.findings.add(problem, seen);
      if (!finding || !page || this.#pictures >= maxPictures) continue;
      const file = `pictures/${++this.#pictures}.png`;
      const shot = { path: path.join(this.out, file), timeout: 1500 };
      await elementIn(page, finding.selector.split(/ (?=body > )/))
        .screenshot({ ...shot, animations: "disabled" })
        .then(() => (finding.picture = file))
        // An element out of sight has no picture.
        .catch(() => {});
    }
  }

  /** Says how a state or flow went, and how long it took since its start. */
  end(isGood: boolean, title: string, start: number) {
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    this.say(`${isGood ? "✓" : "✘"} ${title} (${seconds} s)`);
  }
}
