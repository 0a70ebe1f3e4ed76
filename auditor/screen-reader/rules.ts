import { levelOf } from "../finding";
import type { Place, Problem } from "../finding";
import { understanding } from "../rules";
import type { Rule } from "../rules";

/** What is judged by ear, if the audit listens. */
export const heardRules = {
  "heard-nameless": {
    criteria: ["4.1.2"],
    mend: "Give it a name: a label, a text, an alt or aria-label.",
    judges:
      "whether each stop of the Tab key is heard with a name, in Chromium",
  },
  "heard-spelled": {
    criteria: ["1.3.1"],
    mend: "Keep a word in one text, and hide drawn letters by aria-hidden.",
    judges: "whether words are heard as words, in Chromium",
  },
  "heard-clickable": {
    criteria: [],
    mend: "Listen for clicks on buttons and links alone.",
    judges: "whether a text is called clickable, in Chromium",
  },
} satisfies Record<string, Rule>;

export const judgedByEar = Object.entries(heardRules).map(
  ([rule, { criteria, judges }]) => ({
    rule,
    by: "Orca",
    criteria,
    part: judges,
  }),
);

/** A problem that was heard. */
export function problem(
  rule: keyof typeof heardRules,
  what: string,
  { selector, html }: Place,
): Problem {
  const { criteria, mend } = heardRules[rule];
  return {
    rule,
    criteria,
    level: levelOf(criteria),
    selector,
    html,
    help: `${what}. ${mend}`,
    url: understanding(criteria[0]),
  };
}

/** Orca's words for what is around a stop, and for its role and state. */
const around =
  /^(?:leaving .*|(?:browse|focus) mode|banner|main content|navigation|complementary|content information|form|panel|opens menu)\W*$/i;
const ofOrca =
  /\b(?:(?:un)?visited|link|(?:push|toggle|radio|spin) button|button|entry|check box|combo box|list box|(?:horizontal |vertical )?slider|(?:not )?(?:checked|selected|pressed)|required|invalid entry|collapsed|expanded|clickable|grayed|opens menu|image)\b/gi;

/** A stop of the Tab key of which no word is heard but its role and state. */
export const isNameless = (speech: readonly string[]) => {
  const [first = ""] = speech.filter((said) => !around.test(said));
  return !/[\p{L}\p{N}]/u.test(first.replace(ofOrca, ""));
};

/** Words of which two letters or more are utterances of their own. */
export function spelledIn(speech: readonly string[]): string[] {
  const said = speech.filter((text) => !/^heading level \d/.test(text));
  const letters = said.map((text) => (/^\p{L}\W*$/u.test(text) ? text : " "));
  return letters.join("").match(/\S{2,}/g) ?? [];
}

export const isClickable = (said: string) => /\bclickable\b/.test(said);
