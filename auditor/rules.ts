import { levelOf, rootPlace } from "./finding";
import type { Level, Place, Problem } from "./finding";

export interface Rule {
  /** Those of WCAG that it is about. */
  criteria?: readonly string[];
  level?: Level;
  /** How to mend it. */
  mend: string;
  /** The part of its criteria that the check judges. */
  judges: string;
  /** The rule is applied only if there are some; by default pages. */
  needs?: "pages" | "Orca" | "forms" | "differences";
}

const contrast = {
  mend: "Darken the text or lighten what is behind it, or the reverse.",
  judges:
    "the contrast of each line of text with the pixels behind its letters, but for what lies behind a modal dialog; axe judges it in shadow trees",
};

/**
 * The auditor's own checks. Only these and axe's rules judge criteria, and a page
 * in the tests breaks each of them.
 */
export const rules = {
  "keyboard-trap": {
    criteria: ["2.1.2"],
    mend: "Let the Tab key leave it, and do not cancel the key's default.",
    judges:
      "whether Tab leaves each stop, alone or after Escape or a key that the page names",
  },
  "not-reached": {
    criteria: ["2.1.1"],
    mend: "Use a native control, and do not take it out of the tab order.",
    judges: "whether the Tab key reaches each native control",
  },
  "stop-hidden": {
    criteria: ["4.1.2"],
    mend: "Make what lies behind a dialog inert, or show it to screen readers, too.",
    judges:
      "whether aria-hidden hides a stop of the Tab key while a dialog is open",
  },
  "mouse-only": {
    criteria: ["2.1.1"],
    mend: "Use a button or a link, which the keyboard works, too.",
    judges:
      "whether what listens for clicks, or can be dragged, can have the focus",
  },
  "keys-dead": {
    criteria: ["2.1.1"],
    mend: "Use a native control, or let Enter or Space do what a click does.",
    judges: "whether a key works a control that is not native, as a click does",
  },
  "state-unsaid": {
    criteria: ["4.1.2"],
    mend: "Set aria-expanded as it opens and closes something.",
    judges: "whether aria-expanded changes with what a button opens",
  },
  "select-leaves": {
    criteria: ["3.2.2"],
    mend: "Add a button that goes to what was chosen.",
    judges: "whether a choice in a list leaves the page at once",
  },
  "box-hidden": {
    criteria: ["2.1.1"],
    mend: "Hide a checkbox from sight alone, by clip-path, and not from the keyboard.",
    judges:
      "whether the keyboard reaches a checkbox or radio button whose label is shown",
  },
  "placeholder-alone": {
    criteria: ["3.3.2"],
    mend: "Add a label, which stays as one types.",
    judges: "whether only a placeholder says what a field is for",
  },
  "focus-invisible": {
    criteria: ["2.4.7"],
    mend: "Give it an outline in :focus-visible.",
    judges: "whether a stop of the Tab key looks different with the focus",
  },
  "focus-forced-colors": {
    mend: "Draw an outline, which may be transparent: forced colors remove shadows and backgrounds.",
    judges: "whether a stop looks different with the focus in forced colors",
  },
  "focus-faint": {
    criteria: ["2.4.13"],
    mend: "Draw an outline of at least 2 pixels that contrasts by 3:1.",
    judges: "how many pixels the focus changes by 3:1",
  },
  "focus-hidden": {
    criteria: ["2.4.11"],
    mend: "Keep what is fixed off what has the focus, as with scroll-padding.",
    judges:
      "whether something fixed hides all of a stop on the way forwards, in Chromium at two widths",
  },
  "focus-covered": {
    criteria: ["2.4.12"],
    mend: "Keep other content off what has the focus.",
    judges:
      "whether anything covers a part of a stop on the way forwards, in Chromium at two widths",
  },
  contrast: { ...contrast, criteria: ["1.4.3"] },
  "contrast-enhanced": { ...contrast, criteria: ["1.4.6"] },
  "border-contrast": {
    criteria: ["1.4.11"],
    mend: "Give the field's border a contrast of 3:1.",
    judges: "the contrast of the borders of text fields",
  },
  reflow: {
    criteria: ["1.4.10"],
    mend: "Let the content wrap: no fixed widths, min-inline-size: 0.",
    judges:
      "whether text that a wide window shows runs out of one 320 pixels wide, or is cut off in it",
  },
  "text-spacing": {
    criteria: ["1.4.12"],
    mend: "Let boxes grow with their text: no fixed heights or widths.",
    judges: "whether spacing cuts text off or lets it overlap",
  },
  "text-moving": {
    criteria: ["2.2.2"],
    mend: "Let it stand still, or add a button that stops it.",
    judges: "whether a style sheet moves text for ever, and no button stops it",
  },
  "text-cut": {
    mend: "Let the box grow with its text.",
    judges:
      "whether text is cut off or the page scrolls sideways, also with text of 200 %",
  },
  "target-small": {
    criteria: ["2.5.5"],
    mend: "Make it at least 44 by 44 pixels large.",
    judges:
      "the size of controls outside of sentences, but for those that the browser sizes",
  },
  "page-language": {
    criteria: ["3.1.1"],
    mend: "Name the language of the text in the lang attribute of html.",
    judges: "whether a page's text is in the language that it names",
  },
  "part-language": {
    criteria: ["3.1.2"],
    level: "advice",
    mend: "Name the language of the text in a lang attribute.",
    judges: "whether a longer paragraph is clearly in another language",
  },
  "group-nameless": {
    criteria: ["1.3.1"],
    mend: "Name it by a legend, the first child of the fieldset.",
    judges: "whether a group of radio buttons or checkboxes has a name",
  },
  "header-alone": {
    criteria: ["1.3.1"],
    mend: "Give each row a cell in this column, or remove the header.",
    judges: "whether a column header of role=grid or role=table has cells",
  },
  "fieldset-nameless": {
    mend: "Name it by a legend, or use a div.",
    judges: "whether a group of other fields has a name",
  },
  "id-twice": {
    criteria: ["1.3.1", "4.1.2"],
    mend: "Give each element an id of its own.",
    judges: "whether an id that is there twice names the wrong element",
  },
  "purpose-wrong": {
    criteria: ["1.3.5"],
    mend: "Let autocomplete name what the label asks for.",
    judges: "whether autocomplete contradicts a label that leaves no doubt",
  },
  "new-window": {
    mend: "Say so in the link's text, or open no window.",
    judges: "whether a link says that it opens a new window",
  },
  "silent-status": {
    criteria: ["4.1.3"],
    mend: 'Put it into an element of role="status" that is in the page before.',
    judges: "whether what a button writes into the page is in a live region",
  },
  "silent-error": {
    criteria: ["3.3.1"],
    needs: "forms",
    mend: "Tie it to its field by aria-describedby, and set aria-invalid.",
    judges: "whether the error of a refused field is tied to it",
  },
  "form-without-script": {
    level: "modes",
    needs: "forms",
    mend: "Let the form's action accept a post, and enhance that with a script.",
    judges: "whether a form does the same without a script",
  },
  "typed-lost": {
    needs: "forms",
    mend: "Fill what was typed into the form that comes back.",
    judges: "whether a refused form keeps what was typed",
  },
  "needs-script": {
    level: "modes",
    mend: "Send HTML that works by itself: a link with an address, a form with a button.",
    judges:
      "whether a control, a form or all of a page is lost, or does nothing, without a script, as far as that is seen without sending anything",
  },
  difference: {
    level: "modes",
    mend: "Put it into the HTML, or declare it with a reason.",
    judges: "whether both modes say the same",
  },
  "difference-gone": {
    level: "modes",
    needs: "differences",
    mend: "Remove the declaration.",
    judges: "whether each declared difference is there",
  },
  "focus-lost": {
    criteria: ["2.4.3"],
    mend: "Give the focus back to what opened the dialog as it closes.",
    judges: "whether a dialog that a button opens loses the focus as it closes",
  },
  "focus-backwards": {
    mend: "Order the HTML as one reads it, and set no positive tabindex.",
    judges: "whether the Tab key goes back up in the order of reading",
  },
  "title-same": {
    needs: "forms",
    mend: 'Let the title begin with "Error: ".',
    judges: "whether a page that refuses a post has another title",
  },
  "heard-nameless": {
    criteria: ["4.1.2"],
    needs: "Orca",
    mend: "Give it a name: a label, a text, an alt or aria-label.",
    judges:
      "whether each stop of the Tab key is heard with a name, in Chromium",
  },
  "heard-spelled": {
    criteria: ["1.3.1"],
    needs: "Orca",
    mend: "Keep a word in one text, and hide drawn letters by aria-hidden.",
    judges: "whether words are heard as words, in Chromium",
  },
} satisfies Record<string, Rule>;

/** Whether only a script can break a rule. */
export const needsScript = (rule: string) =>
  /^(?:silent-status|mouse-only|focus-lost|keyboard-trap|keys-dead|state-unsaid|select-leaves)$/.test(
    rule,
  );

export type RuleName = keyof typeof rules;

/** The page that explains a criterion. */
const understanding = (number = "") =>
  `https://www.w3.org/WAI/WCAG22/quickref/${number && `?showtechniques=${number.replaceAll(".", "")}`}`;

/** A problem that a flow in another program has found. */
export function met(rule: string, help: string, criterion?: string): Problem {
  const criteria = criterion ? [criterion] : [];
  const [level, url] = [levelOf(criteria), understanding(criterion)];
  return { rule, criteria, level, help, url, ...rootPlace(help) };
}

/** A problem that breaks one of these rules. */
export function broken(
  rule: RuleName,
  what: string,
  { selector, html }: Place,
): Problem {
  const { criteria = [], mend, level = levelOf(criteria) }: Rule = rules[rule];
  const url = understanding(criteria[0]);
  return { rule, criteria, level, help: what, mend, url, selector, html };
}
