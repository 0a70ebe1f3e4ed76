import { eld } from "eld/small";
import type { Page } from "playwright";
import { rootPlace, type Problem } from "../finding";
import { broken } from "../rules";
import { findPlaces } from "./places";

/** Whether the page is clearly in another language than it says, or else which parts are. */
export async function languageProblems(page: Page): Promise<Problem[]> {
  const parts = await findPlaces(page, readProse);
  const main = parts.filter(({ isMain }) => isMain);
  const { lang = "" } = main[0] ?? {};
  const text = main
    .map((part) => part.text)
    .join("\n")
    .slice(0, 5000);
  // Shorter texts are too often taken for another language.
  const other = text.length >= 80 && otherThan(lang, text, 0.6);
  if (other) {
    const what = `lang says "${lang}", and the text is in "${other}"`;
    const place = rootPlace(`<html lang="${lang}">`);
    return [broken("page-language", what, place)];
  }
  return parts.filter(isLong).flatMap((part) => {
    const other = otherThan(part.lang, part.text, 0.8);
    const what = `lang says "${part.lang}", and it is in "${other}"`;
    return other ? [broken("part-language", what, part)] : [];
  });
}

/** Names, code and lists are alike in many languages. */
function isLong({ text }: { text: string }) {
  const words = text.match(/\p{L}+/gu) ?? [];
  const names = words.filter((word) => /^\p{Lu}/u.test(word));
  const { length: commas } = text.match(/[,;/|·•]/g) ?? [];
  const most = Math.max(8, 2 * names.length, 4 * commas);
  return text.length >= 60 && words.length >= most;
}

/** The detector knows one script of these, and they are written in two. */
const inTwoScripts = ["ku", "pa", "sr"];

/** @param share how likely the declared language may be, compared to the other */
function otherThan(lang: string, text: string, share: number) {
  const [declared = ""] = lang.toLowerCase().split("-");
  const result = eld.detect(text);
  const scores = result.getScores();
  const isOther =
    result.language !== declared &&
    result.isReliable() &&
    !inTwoScripts.includes(declared) &&
    // A language that the detector does not know has no score.
    Object.values(eld.info().Languages).includes(declared) &&
    (scores[declared] ?? 0) < share * (scores[result.language] ?? 0);
  return isOther && result.language;
}

/** Runs in the page: each paragraph's prose, without what is in no language. */
function readProse() {
  const prose = new Map<Element, string[]>();
  for (const { data, parentElement: element } of inPage.textsOf()) {
    const text = data.trim();
    const isOther = element?.closest(
      "script, style, noscript, template, code, pre, kbd, samp, address, [translate=no]",
    );
    const block = element?.closest(
      "p, li, dd, td, blockquote, div, body, [lang]",
    );
    // Names and labels of one or two words are alike in many languages.
    if (!block || isOther || !/\s\S+\s/.test(text)) continue;
    if (!element?.checkVisibility()) continue;
    const texts = prose.get(block) ?? [];
    prose.set(block, texts);
    texts.push(text);
  }
  return [...prose].map(([element, texts]) => {
    const owner = element.closest<HTMLElement>("[lang]");
    const isMain = owner === document.documentElement;
    return { element, text: texts.join("\n"), lang: owner?.lang ?? "", isMain };
  });
}
