import { eld } from "eld/small";
import type { Page } from "playwright";
import type { Problem } from "../finding";
import { broken } from "../rules";
import { findPlaces } from "./places";

/** A page that is clearly in another language than it says, or else its paragraphs that are. */
export async function languageProblems(page: Page): Promise<Problem[]> {
  const parts = await findPlaces(page, readProse);
  const lang = await page.evaluate(() => document.documentElement.lang);
  const prose = parts.filter(({ isOwn }) => !isOwn).map(({ text }) => text);
  const other = otherThan(lang, prose.join("\n").slice(0, 5000), 80, 0.6);
  if (other) {
    const what = `lang says "${lang}", and the text is in "${other}"`;
    const html = `<html lang="${lang}">`;
    return [broken("page-language", what, { selector: "html", html })];
  }
  return parts.flatMap((part) => {
    const other =
      isProse(part.text) && otherThan(part.lang, part.text, 60, 0.8);
    const what = `Its language is "${part.lang}", and it is in "${other}"`;
    return other ? [broken("part-language", what, part)] : [];
  });
}

/** Names, code and lists are alike in many languages. */
function isProse(text: string) {
  const words = text.match(/\p{L}+/gu) ?? [];
  const names = words.filter((word) => /^\p{Lu}/u.test(word));
  const commas = text.match(/[,;/|·•]/g) ?? [];
  return (
    words.length >= 8 &&
    2 * names.length <= words.length &&
    4 * commas.length <= words.length
  );
}

/**
 * The language of a text, if that is clearly not the one that it is said to be in.
 *
 * @param shortest shorter texts are too often taken for another language
 * @param share how likely the declared language may be, compared to that one
 */
function otherThan(
  lang: string,
  text: string,
  shortest: number,
  share: number,
) {
  const [declared = ""] = lang.toLowerCase().split("-");
  const result = eld.detect(text);
  const scores = result.getScores();
  const isClear =
    text.length >= shortest &&
    result.language !== declared &&
    result.isReliable() &&
    // A language that the detector does not know has no score.
    Object.values(eld.info().Languages).includes(declared) &&
    (scores[declared] ?? 0) < share * (scores[result.language] ?? 0);
  return isClear && result.language;
}

/** Runs in the page: each paragraph's prose, without what is in no language. */
function readProse() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const prose = new Map<Element, string[]>();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent?.trim() ?? "";
    const isOther = element?.closest(
      "script, style, noscript, template, code, pre, kbd, samp, address, [translate=no]",
    );
    const block = element?.closest(
      "p, li, dd, td, blockquote, div, body, [lang]",
    );
    // Names and labels of one or two words are alike in many languages.
    if (block && !isOther && /\s\S+\s/.test(text) && element?.checkVisibility())
      prose.set(block, [...(prose.get(block) ?? []), text]);
  }
  return [...prose].map(([element, texts]) => {
    const own = element.closest("[lang]");
    return {
      element,
      text: texts.join("\n"),
      lang: own?.getAttribute("lang") ?? "",
      isOwn: element.closest("body [lang], body[lang]") !== null,
    };
  });
}
