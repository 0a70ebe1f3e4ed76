import { met, pageSummary } from "@kandi/auditor";
import type { Problem } from "@kandi/auditor";
import type { Toast } from "~/forms/answer";

const heard = (criterion: string, what: string) =>
  met("heard", what, criterion);

const unless = (isTrue: boolean, criterion: string, what: string): Problem[] =>
  isTrue ? [] : [heard(criterion, what)];

/** Speech as bare words: Orca changes letter case and punctuation. */
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@+%'’.-]+/gu, " ")
    .replace(/[.]+(?= |$)/g, "")
    .trim();

const join = (speech: string[]) => bare(speech.join(" "));

const count = (speech: string[], part: string) =>
  join(speech).split(bare(part)).length - 1;

/** How many words may come before the outcome: "leaving form, leaving region". */
const mostWordsBefore = 8;

/** The outcome is the first thing that is said of an answer, and is said once. */
export function outcomeProblems(speech: string[], { title, text }: Toast) {
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
  const first = times > 0 ? announced : read;
  const [before = ""] = join(first).split(bare(text));
  const [words = ""] = before.split(bare(title));
  return [
    ...unless(
      times === 1 ||
        (times === 0 && readings === 1 && count(announced, title) > 0),
      "4.1.3",
      `The outcome "${title}" is spoken ${times} times as an answer`,
    ),
    ...unless(
      readings <= 1,
      "4.1.3",
      `The reading has the outcome "${title}" ${readings} times`,
    ),
    ...unless(
      words.split(" ").filter(Boolean).length <= mostWordsBefore,
      "4.1.3",
      `The outcome "${title}" comes after: ${words}`,
    ),
  ];
}

/** A text is spoken once, such as that a form is being sent. */
export const onceProblems = (speech: string[], text: string) =>
  unless(
    count(speech, text) === 1,
    "4.1.3",
    `"${text}" is spoken ${count(speech, text)} times`,
  );

/** A field's error is spoken with its field, and once. */
export const fieldErrorProblems = (
  speech: string[],
  label: string,
  error: string,
) =>
  unless(
    count(speech, label) > 0 && count(speech, error) === 1,
    "1.3.1",
    `The field "${label}" is spoken with "${error}" ${count(speech, error)} times`,
  );

/** Orca's names for things; the number is for a list. */
const ofOrca =
  /^(?:(?:visited )?link|(?:push )?button|entry|required|invalid entry|heading level \d|(?:description )?list with \d+ \w+|description (?:term|value)|leaving \w+|banner|main content|region .*|form|collapsed|finished loading .*|(?:browse|focus) mode|\d+)$/;

/** Each line of a page is spoken as words, and besides only Orca's names for things. */
export function readingProblems(speech: string[], pageText: string) {
  const words = speech.filter((said) => !ofOrca.test(bare(said)));
  const missing = pageText
    .split("\n")
    .filter((line) => !join(words).includes(bare(line)));
  const added = words.filter(
    (said) => !said.endsWith("…") && !bare(pageText).includes(bare(said)),
  );
  return [
    ...missing.map((line) => heard("1.3.1", `"${line}" is not heard as words`)),
    ...[...new Set(added)].map((said) =>
      heard("1.1.1", `"${said}" is spoken and stands nowhere on the page`),
    ),
  ];
}

/** Nothing is spoken that is of no use to a visitor. */
export const clutterProblems = (speech: string[]) =>
  speech
    .filter((said) => /\b(?:clickable|status ?bar|image)\b/i.test(said))
    .map((said) => heard("4.1.2", `Clutter is spoken: "${said}"`));

/** Nothing is called invalid before anything is typed. */
export const invalidProblems = (speech: string[]) =>
  unless(
    !speech.some((said) => said.startsWith("invalid entry")),
    "4.1.2",
    "An empty field is called invalid before anything was typed",
  );

/** A visitor who sends an empty form hears something. */
export const silenceProblems = (speech: string[]) =>
  unless(
    speech.length > 0,
    "3.3.1",
    "Nothing is spoken when an empty form is sent",
  );

/** A toast that was dismissed is gone, and its visitor is still on the page. */
export const dismissalProblems = (speech: string[], { title }: Toast) => [
  ...unless(
    count(speech, title) === 0,
    "4.1.3",
    `"${title}" is spoken after it was dismissed`,
  ),
  ...unless(
    !/tool bar|page tab/.test(join(speech)),
    "2.4.3",
    "Dismiss throws its visitor out of the page",
  ),
];

/** A contents link leads to its heading. */
export const contentsLinkProblems = (speech: string[], heading: string) =>
  unless(
    count(speech, heading) > 0,
    "2.4.3",
    `The contents link leads past "${heading}"`,
  );
