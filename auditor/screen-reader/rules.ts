/** Orca's words for what is around a stop, and for its role and state. */
const around =
  /^(?:leaving .*|(?:browse|focus) mode|banner|main content|navigation|complementary|content information|form|panel|opens menu)\W*$/i;
const ofOrca =
  /\b(?:(?:un)?visited|link|(?:push|toggle|radio|spin) button|button|entry|check box|combo box|list box|(?:horizontal |vertical )?slider|(?:not )?(?:checked|selected|pressed)|required|invalid entry|collapsed|expanded|clickable|grayed|opens menu|image)\b/gi;

/** Whether nothing but its role and state is heard of a stop. */
export const isNameless = (speech: readonly string[]) => {
  const [first = ""] = speech.filter((said) => !around.test(said));
  return !/[\p{L}\p{N}]/u.test(first.replace(ofOrca, ""));
};

/**
 * Words whose letters are utterances of their own. What Orca itself cuts off
 * after a letter ends with an ellipsis, and is none.
 */
export function spelledIn(speech: readonly string[]): string[] {
  const said = speech.filter((text) => !/^heading level \d/.test(text));
  const letters = said.map(
    (text) => /^(\p{L})[^\w…]*$/u.exec(text)?.[1] ?? " ",
  );
  return letters.join("").match(/\S{2,}/g) ?? [];
}
