import type { Problem } from "../finding";
import { met } from "../rules";

/** A form's answer, as it stands in the page. */
export interface Outcome {
  title: string;
  text: string;
}

const heard = (criterion: string, what: string) =>
  met("heard", what, criterion);

/** A flow that a visitor could not follow to its end. */
export const broken = (what: string) => met("heard", what, "4.1.2");

// Each rule takes what was said, utterance by utterance, and returns what is
// wrong with it.

/** What Orca says about a loaded page before reading it aloud. */
export const pageSummary = /^Page has \d/;

/** How many words may come before the outcome: "leaving form, leaving region". */
const mostWordsBefore = 8;

/** Speech as bare words: Orca changes letter case and punctuation. */
const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@+%'’.-]+/gu, " ")
    .replace(/[.]+(?= |$)/g, "")
    .trim();

const join = (speech: string[]) => bare(speech.join(" "));

const count = (text: string, part: string) => text.split(bare(part)).length - 1;

/** The outcome is spoken within the first words after the answer, and once. */
export function outcomeProblems(speech: string[], { title, text }: Outcome) {
  const problems: Problem[] = [];
  const summary = speech.findIndex((said) => pageSummary.test(said));
  const isLoaded = summary >= 0;
  // Orca names a loaded page first, and later reads it aloud with its toast.
  const loading = isLoaded ? /^Loading\.|document web\.?$/ : /^Loading\./;
  const answer = isLoaded ? speech.slice(0, summary) : speech;
  const announced = join(answer.filter((said) => !loading.test(said)));
  // Below the first heading, a field may say the same as the outcome.
  const reading = speech.slice(answer.length);
  const heading = reading.findIndex((said) => /^heading level \d/.test(said));
  const read = join(heading < 0 ? reading : reading.slice(0, heading));
  const [before = "", ...announcements] = announced.split(bare(text));
  // On a busy machine Orca names a loaded page's dialog before Firefox has its
  // text, which it then speaks as it reads the page.
  const begins = new RegExp(`^(?:\\S+ ){0,${mostWordsBefore}}${bare(title)}`);
  const isReadNext =
    begins.test(announced) && begins.test(join(speech.slice(summary + 1)));
  if (announcements.length === 0 && isLoaded && isReadNext) {
    return count(read, text) === 1
      ? []
      : [
          heard(
            "4.1.3",
            `The outcome "${title}" is not read once with its page`,
          ),
        ];
  }
  if (announcements.length === 0) {
    return [
      heard("4.1.3", `The outcome "${title}" is not spoken as an answer`),
    ];
  }
  const titleAt = before.lastIndexOf(bare(title));
  const words = before
    .slice(0, titleAt < 0 ? undefined : titleAt)
    .split(" ")
    .filter(Boolean);
  if (words.length > mostWordsBefore) {
    problems.push(
      heard(
        "4.1.3",
        `The outcome "${title}" comes after ${words.length} words: ${words.join(" ")}`,
      ),
    );
  }
  if (announcements.length > 1) {
    problems.push(
      heard(
        "4.1.3",
        `The outcome "${title}" is spoken ${announcements.length} times`,
      ),
    );
  }
  const readings = count(read, text);
  if (readings > 1) {
    problems.push(
      heard(
        "4.1.3",
        `The reading has the outcome "${title}" ${readings} times`,
      ),
    );
  }
  return problems;
}

/** A field's error is spoken with its field, and once. */
export function fieldErrorProblems(
  speech: string[],
  label: string,
  error: string,
) {
  const said = join(speech);
  const times = count(said, error);
  if (!said.includes(bare(label)) || times === 0) {
    return [
      heard("1.3.1", `The field "${label}" is spoken without "${error}"`),
    ];
  }
  return times === 1
    ? []
    : [
        heard(
          "1.3.1",
          `The field "${label}" is spoken with "${error}" ${times} times`,
        ),
      ];
}

/** A heading is spoken as words, not spelled. */
export const headingProblems = (speech: string[], headings: string[]) =>
  headings.flatMap((heading) => {
    const isHeard = speech.some((text) => bare(text).startsWith(bare(heading)));
    return isHeard
      ? []
      : [heard("1.3.1", `The heading "${heading}" is not heard as words`)];
  });

/** Two letters in a row, each a separate utterance. */
export function spellingProblems(speech: string[]) {
  const words = speech.filter((text) => !/^heading level \d/.test(text));
  const spelled = words.filter(
    (text, at) =>
      /^\p{L}\W*$/u.test(text) &&
      [words[at - 1], words[at + 1]].some((next) =>
        /^\p{L}\W*$/u.test(next ?? ""),
      ),
  );
  return spelled.length === 0
    ? []
    : [heard("1.3.1", `Letters are spoken one by one: ${spelled.join(" ")}`)];
}

/** Orca's names for things; the number is for a list. */
const ofOrca =
  /^(?:(?:visited )?link|(?:push )?button|entry|required|invalid entry|heading level \d|(?:description )?list with \d+ \w+|description (?:term|value)|leaving \w+|banner|main content|region .*|form|collapsed|finished loading .*|(?:browse|focus) mode|\d+)$/;

/** Only the page's text and Orca's names for things are spoken. */
export function decorationProblems(speech: string[], pageText: string) {
  const text = bare(pageText);
  const rest = speech
    .filter((said) => !said.endsWith("…") && !text.includes(bare(said)))
    .filter((said) => !ofOrca.test(bare(said)));
  return [...new Set(rest)].map((said) =>
    heard("1.1.1", `"${said}" is spoken and stands nowhere on the page`),
  );
}

/** Nothing is spoken that is of no use to a visitor. */
export const clutterProblems = (speech: string[]) =>
  speech
    .filter((said) => /\b(?:clickable|status ?bar|image)\b/i.test(said))
    .map((said) => heard("4.1.2", `Clutter is spoken: "${said}"`));

/** Nothing is called invalid before anything is typed. */
export const invalidProblems = (speech: string[]) =>
  speech.some((said) => said.startsWith("invalid entry"))
    ? [
        heard(
          "4.1.2",
          "An empty field is called invalid before anything was typed",
        ),
      ]
    : [];

/** A visitor who sends an empty form hears something. */
export const silenceProblems = (speech: string[]) =>
  speech.length > 0
    ? []
    : [heard("3.3.1", "Nothing is spoken when an empty form is sent")];

/** A toast that was dismissed is gone, and its visitor is still on the page. */
export const dismissalProblems = (
  speech: string[],
  { title }: Pick<Outcome, "title">,
) => [
  ...(count(join(speech), title) > 0
    ? [heard("4.1.3", `"${title}" is spoken after it was dismissed`)]
    : []),
  ...(/tool bar|page tab/.test(join(speech))
    ? [heard("2.4.3", "Dismiss throws its visitor out of the page")]
    : []),
];

/** A waiting visitor hears once that the form is being sent. */
export function waitingProblems(speech: string[], sending: string) {
  const times = count(join(speech), sending);
  return times === 1
    ? []
    : [heard("4.1.3", `"${sending}" is spoken ${times} times`)];
}

/** A contents link leads to its heading. */
export const contentsLinkProblems = (speech: string[], heading: string) =>
  count(join(speech), heading) > 0
    ? []
    : [heard("2.4.3", `The contents link leads past "${heading}"`)];
