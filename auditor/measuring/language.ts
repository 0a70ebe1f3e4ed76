import { eld } from "eld/small";
import type { Page } from "playwright";
import type { Problem } from "../finding";
import { broken } from "../rules";

/** Shorter texts are too often taken for another language. */
const shortest = 80;

/** A page whose text is clearly in another language than it says. */
export async function languageProblems(page: Page): Promise<Problem[]> {
  const { lang, text } = await page.evaluate(readProse);
  const [declared = ""] = lang.toLowerCase().split("-");
  const result = eld.detect(text);
  const scores = result.getScores();
  const isClear =
    text.length >= shortest &&
    result.language !== declared &&
    result.isReliable() &&
    // A language that the detector does not know has no score.
    Object.values(eld.info().Languages).includes(declared) &&
    (scores[declared] ?? 0) < 0.6 * (scores[result.language] ?? 0);
  if (!isClear) return [];
  const what = `lang says "${lang}", and the text is in "${result.language}"`;
  const html = `<html lang="${lang}">`;
  return [broken("page-language", what, { selector: "html", html })];
}

/** Runs in the page: its prose, without what names its own language. */
function readProse() {
  const { documentElement: root, body } = document;
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent?.trim() ?? "";
    const isOther = element?.closest(
      "script, style, noscript, template, code, pre, kbd, samp, address, [translate=no], body [lang], body[lang]",
    );
    // Names and labels of one or two words are alike in many languages.
    if (!isOther && /\s\S+\s/.test(text) && element?.checkVisibility())
      texts.push(text);
  }
  return { lang: root.lang, text: texts.join("\n").slice(0, 5000) };
}
