import { pageSummary } from "two-modes-audit";
import type { Toast } from "~/forms/toasts";

/** Takes what has to be true of the speech, and what is wrong if it is not. */
export type Check = (isTrue: boolean, criterion: string, what: string) => void;

/** Speech as bare words: Orca changes letter case and punctuation. */
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@+%'’.-]+/gu, " ")
    .replace(/[.]+(?= |$)/g, "")
    .trim();

export const join = (speech: string[]) => bare(speech.join(" "));

export const count = (speech: string[], part: string) =>
  join(speech).split(bare(part)).length - 1;

/**
 * How many words may come before the outcome. On a busy machine Orca says the end of
 * what was typed, "Joining...", and "leaving" and a name three times.
 */
const mostWordsBefore = 10;

/** The outcome is the first thing that is said of an answer, and is said once. */
export function checkOutcome(
  check: Check,
  speech: string[],
  { title, text }: Toast,
) {
  const loaded = speech.findIndex((said) => pageSummary.test(said));
  const loading =
    loaded < 0 ? /^Loading\./ : /^Loading\.|^Finished loading|document web\.?$/;
  const announced = (loaded < 0 ? speech : speech.slice(0, loaded)).filter(
    (said) => !loading.test(said),
  );
  // Orca later reads a loaded page aloud, with its toast. Below the first
  // heading, a field may say the same.
  const reading = loaded < 0 ? [] : speech.slice(loaded + 1);
  const heading = reading.findIndex((said) => /^heading level \d/.test(said));
  const read = heading < 0 ? reading : reading.slice(0, heading);
  const [times, readings] = [count(announced, text), count(read, text)];
  // On a busy machine Orca names a loaded page's dialog before Firefox has its
  // text, which it then speaks as it reads the page.
  const isReadOnly = times === 0 && readings === 1;
  check(
    times === 1 || (isReadOnly && count(announced, title) > 0),
    "4.1.3",
    `The outcome "${title}" is spoken ${times} times as an answer`,
  );
  check(
    readings <= 1,
    "4.1.3",
    `The reading has the outcome "${title}" ${readings} times`,
  );
  const [before = ""] = join(times > 0 ? announced : read).split(bare(text));
  const [words = ""] = before.split(bare(title));
  check(
    words.split(" ").filter(Boolean).length <= mostWordsBefore,
    "4.1.3",
    `The outcome "${title}" comes after: ${words}`,
  );
}

/** A text is spoken once, such as that a form is being sent. */
export const checkOnce = (check: Check, speech: string[], text: string) =>
  check(
    count(speech, text) === 1,
    "4.1.3",
    `"${text}" is spoken ${count(speech, text)} times`,
  );

/** Nothing is called invalid before anything is typed. */
export const checkNothingInvalid = (check: Check, speech: string[]) =>
  check(
    !speech.some((said) => said.startsWith("invalid entry")),
    "4.1.2",
    "An empty field is called invalid before anything was typed",
  );

/** Orca's names for things; the number is for a list. */
const ofOrca =
  /^(?:(?:visited )?link|(?:push )?button|entry|required|invalid entry|heading level \d|(?:description )?list with \d+ \w+|description (?:term|value)|leaving \w+|banner|main content|region .*|form|collapsed|finished loading .*|(?:browse|focus) mode|\d+)$/;

/** Each line of a page is spoken as words, and besides only Orca's names for things. */
export function checkReading(check: Check, speech: string[], pageText: string) {
  const words = speech.filter((said) => !ofOrca.test(bare(said)));
  for (const line of pageText.split("\n"))
    check(
      join(words).includes(bare(line)),
      "1.3.1",
      `"${line}" is not heard as words`,
    );
  for (const said of new Set(words))
    check(
      said.endsWith("…") || bare(pageText).includes(bare(said)),
      "1.1.1",
      `"${said}" is spoken and stands nowhere on the page`,
    );
}

/** Nothing is spoken that is of no use to a visitor. */
export function checkClutter(check: Check, speech: string[]) {
  for (const said of speech)
    check(
      !/\b(?:clickable|status ?bar|image)\b/i.test(said),
      "4.1.2",
      `Clutter is spoken: "${said}"`,
    );
}
