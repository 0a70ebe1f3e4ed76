import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { Page } from "playwright";
import { levelOf, type Level, type Problem } from "../finding";
import { elementIn, placesOf } from "./places";

/** The auditor measures contrast in painted pixels, but not in frames and shadow trees. */
const inFrames = ["color-contrast", "color-contrast-enhanced"];
/** Rules of which nothing is claimed, because no test has seen them fail a page. */
const unclaimed = [
  "bypass",
  "duplicate-id-aria",
  "form-field-multiple-labels",
  "frame-tested",
  "no-autoplay-audio",
  "video-caption",
];
/** Rules that run in spite of their tags. */
const asked = [
  "color-contrast-enhanced",
  "css-orientation-lock",
  "p-as-heading",
  "target-size",
  "td-has-header",
];
/** Rules that leave to people what is plain enough here, and the levels of that. */
const plain: Record<string, Level | undefined> = {
  "aria-prohibited-attr": "advice",
  "th-has-data-cells": "A",
};
const unasked = ["experimental", "deprecated", "wcag2aaa"];

/** A rule's success criteria, such as "1.4.3"; a best practice has none. */
const criteriaOf = (tags: string[]) =>
  tags
    .filter((tag) => /^wcag\d{3,}$/.test(tag))
    .map((tag) => tag.replace(/^wcag(\d)(\d)/, "$1.$2."));

const running = axe
  .getRules()
  .filter(
    ({ ruleId, tags }) =>
      asked.includes(ruleId) || !tags.some((tag) => unasked.includes(tag)),
  );

/** The rules of axe that run in any page, with what they judge. */
export const axeRules = running
  .filter(({ ruleId }) => ![...inFrames, ...unclaimed].includes(ruleId))
  .map(({ ruleId, tags, help }) => ({
    rule: ruleId,
    criteria: criteriaOf(tags),
    part: help,
  }));

/** Rules that may find more at another width, even where no more elements show. */
const dependOnWidth = [
  "target-size",
  "scrollable-region-focusable",
  "link-in-text-block",
];

/** In milliseconds: how long a frame may take to answer. A sandboxed one never does. */
const patience = 10_000;
/** The element may be gone. */
const brief = { timeout: 2000 };

/** axe runs in frames of any origin. The title of a message heads no part of the page. */
const script = `${readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")}
axe.configure({
  allowedOrigins: ["<unsafe_all_origins>"],
  rules: [{ id: "p-as-heading", selector: "p:not(dialog *, [role$=dialog] *, [role=alert] *, [role=status] *)" }],
});`;

/**
 * Runs axe in the page and its frames. It needs scripts.
 *
 * @param all whether all rules run, or only those that depend on the width
 * @param lack is told what was not measured
 */
export async function axeProblems(
  page: Page,
  all: boolean,
  lack: (what: string) => void,
): Promise<Problem[]> {
  const frames = page.frames().filter((frame) => frame.parentFrame());
  const hasFrames = frames.length > 0;
  const hasShadows = await page.evaluate(() =>
    [...document.querySelectorAll("*")].some(({ shadowRoot }) => shadowRoot),
  );
  const rules = running
    .map(({ ruleId }) => ruleId)
    .filter((name) => hasFrames || hasShadows || !inFrames.includes(name));
  if (!(await page.evaluate(() => inPage.hasAxe))) await page.evaluate(script);
  await page.evaluate(() => (inPage.hasAxe = true));
  const loaded = frames.map((frame) => frame.evaluate(script).catch(() => {}));
  const end = setTimeout(patience, undefined, { ref: false });
  await Promise.race([Promise.all(loaded), end]);
  const options: RunOptions = {
    resultTypes: ["violations", "incomplete"],
    runOnly: { type: "rule", values: all || hasFrames ? rules : dependOnWidth },
    pingWaitTime: patience,
  };
  const { violations, incomplete } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(options)})`,
  );
  const deaf = incomplete.find(({ id }) => id === "frame-tested");
  for (const { target } of deaf?.nodes ?? [])
    lack(`axe does not run in ${target.join(" ")}.`);
  // A frame that cannot be shown, or refuses it, has a page of the browser's own.
  const refused = frames.filter((frame) => /^chrome-error:/.test(frame.url()));
  const tags = refused.map(async (frame) =>
    (await frame.frameElement()).evaluate(tagOf),
  );
  for (const tag of [
    ...(await Promise.all(tags)),
    ...(await page.evaluate(readEmbedded)),
  ])
    lack(`axe does not run in ${tag}.`);
  const problems: Problem[] = [];
  const doubted = incomplete.filter(({ id }) => id in plain);
  for (const result of [...violations, ...doubted])
    for (const { target, html, failureSummary: mend } of result.nodes) {
      const { id: rule, tags, help, helpUrl: url } = result;
      // A place in a shadow tree comes after its hosts.
      const path = target.map((one) => [one].flat().join(" "));
      const isOfFrame = rule === "frame-focusable-content";
      const subject = elementIn(page, isOfFrame ? path.slice(0, -1) : path);
      const isWrong = mistakes[rule];
      const wrong = isWrong && subject.evaluate(isWrong, 0, brief);
      if (await wrong?.catch(() => false)) continue;
      const criteria = criteriaOf(tags);
      const asked = doubted.includes(result) ? plain[rule] : undefined;
      const level = asked ?? levelOf(criteria);
      // axe's own selectors may hold ids that differ at each visit.
      const found = elementIn(page, path)
        .evaluateHandle((element) => [{ element }], 0, brief)
        .then(placesOf);
      const [place = { selector: path.at(-1), html }] = await found.catch(
        () => [],
      );
      const selector = [...path.slice(0, -1), place.selector].join(" ");
      const about = { rule, criteria, level, help, mend, url };
      problems.push({ ...about, ...place, selector });
    }
  return problems;
}

/** Runs in the page. */
const tagOf = (one: Node) =>
  (one.cloneNode() as Element).outerHTML.split(/(?<=>)/)[0];

/**
 * Runs in the page: the tags of what shows another document. A picture in one of
 * these is judged by its name, like any other.
 */
const readEmbedded = () =>
  [...document.querySelectorAll(":is(object, embed):not([type^='image/'])")]
    .map((one) => one.cloneNode() as Element)
    .map(({ outerHTML }) => outerHTML.split(/(?<=>)/)[0]);

/** Runs in the page: where axe is wrong about an element. */
const mistakes: Record<string, ((element: Element) => boolean) | undefined> = {
  ...Object.fromEntries(inFrames.map((rule) => [rule, isOfPage])),
  // A lead paragraph ends like a sentence, and a large figure has no words.
  "p-as-heading": ({ textContent }) =>
    !/\p{L}{3}[^.,;…]*$/u.test(textContent ?? ""),
  // An abbreviation is heard as its word, and hyphens and dots are not heard.
  "label-content-name-mismatch": (element) => {
    const wordsOf = (text?: string | null) =>
      text?.toLowerCase().replace(/[-…]/g, "").trim().split(/\s+/) ?? [];
    const name = wordsOf(element.ariaLabel);
    return wordsOf((element as HTMLElement).innerText).every(
      (word, at) =>
        word === name[at] ||
        (/\p{L}\.$/u.test(word) && name[at]?.startsWith(word.slice(0, -1))),
    );
  },
  // A list that a script fills may be empty without it.
  "aria-required-children": (list) =>
    !list.matches("[aria-owns], :has(*)") && list.textContent?.trim() === "",
  // Headers of headers have no data to head.
  "th-has-data-cells": (table) => !table.querySelector("td"),
  "target-size": (control) => inPage.unsized([control]).size > 0,
  // An open modal dialog makes the frames behind it inert.
  "frame-focusable-content": (frame) =>
    document.querySelector(":modal")?.contains(frame) === false,
};

/** The auditor judges the text of the page itself. */
function isOfPage(element: Element) {
  const isInner = element.shadowRoot ?? element.getRootNode() !== document;
  return self === top && !isInner;
}
