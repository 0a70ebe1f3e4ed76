import { eld } from "eld/small";
import type { Page } from "playwright";
import type { Problem } from "../finding";
import { broken } from "../rules";
import { findPlaces } from "./places";

/** Shorter texts are too often taken for another language. */
const shortest = 80;

/** A page whose text is clearly in another language than it says. */
export async function languageProblems(page: Page): Promise<Problem[]> {
  const [root] = await findPlaces(page, readPage, null);
  const [declared = ""] = root?.declared.toLowerCase().split("-") ?? [];
  if (!root || !declared || root.text.length < shortest) return [];
  const result = eld.detect(root.text);
  const scores = result.getScores();
  const isClear =
    result.language !== declared &&
    result.isReliable() &&
    // A language that the detector does not know has no score.
    Object.values(eld.info().Languages).includes(declared) &&
    (scores[declared] ?? 0) < 0.6 * (scores[result.language] ?? 0);
  if (!isClear) return [];
  const what = `lang says "${root.declared}", and the text is in "${result.language}"`;
  return [
    broken("page-language", what, {
      selector: "html",
      html: `<html lang="${root.declared}">`,
    }),
  ];
}

/** Runs in the page: its prose, without what names its own language. */
function readPage() {
  const root = document.documentElement;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const isOther = element?.closest(
      "script, style, noscript, template, code, pre, kbd, samp, address, [translate=no]",
    );
    const [own] = element ? [element.closest("[lang]")] : [];
    const text = node.textContent?.trim() ?? "";
    // Names and labels of one or two words are alike in many languages.
    if (isOther || own !== (root.lang ? root : null) || !/\s\S+\s/.test(text))
      continue;
    if (element?.checkVisibility()) texts.push(text);
  }
  return [
    {
      element: root,
      declared: root.lang,
      text: texts.join("\n").slice(0, 5000),
    },
  ];
}
