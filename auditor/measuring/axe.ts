import { setTimeout } from "node:timers/promises";
import axe from "axe-core";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";
import { levelOf } from "../finding";
import type { Place, Problem } from "../finding";
import { elementIn, placesOf } from "./places";

/** The auditor measures contrast in painted pixels, but not in frames. */
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
  "p-as-heading",
  "target-size",
  "td-has-header",
];
const unasked = ["experimental", "deprecated", "wcag2aaa"];

/** A rule's success criteria, such as "1.4.3"; a best practice has none. */
const criteriaOf = (tags: string[]): string[] =>
  tags.flatMap((tag) => {
    const [, ...numbers] = /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? [];
    return numbers[0] ? [numbers.join(".")] : [];
  });

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

/** axe runs in frames of any origin. The title of a message heads no part of the page. */
const script = `${axe.source}
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
  const rules = running
    .map(({ ruleId }) => ruleId)
    .filter((name) => hasFrames || !inFrames.includes(name));
  await page.evaluate(script);
  const loaded = frames.map((frame) =>
    Promise.race([
      frame.evaluate(script).catch(() => {}),
      setTimeout(patience, undefined, { ref: false }),
    ]),
  );
  await Promise.all(loaded);
  const options: RunOptions = {
    resultTypes: ["violations", "incomplete"],
    runOnly: { type: "rule", values: all || hasFrames ? rules : dependOnWidth },
    pingWaitTime: patience,
  };
  const { violations, incomplete } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(options)})`,
  );
  for (const { id, nodes } of incomplete)
    for (const { target } of id === "frame-tested" ? nodes : [])
      lack(`axe does not run in ${target.join(" ")}.`);
  // A picture in one of these is judged by its name, like any other.
  const embedded = page.locator(":is(object, embed):not([type^='image/'])");
  for (const html of await embedded.evaluateAll(startTags))
    lack(`axe does not run in ${html}.`);
  const problems: Problem[] = [];
  for (const { id: rule, tags, help, helpUrl: url, nodes } of violations)
    for (const { target, html, failureSummary: mend } of nodes) {
      if (target.length === 1 && inFrames.includes(rule)) continue;
      // A lead paragraph ends like a sentence, and a large figure has no words.
      const words = html.replace(/<[^>]*>/g, "");
      if (rule === "p-as-heading" && !/\p{L}{3}[^.,;…]*$/u.test(words))
        continue;
      const criteria = criteriaOf(tags);
      problems.push({
        ...{ rule, criteria, url, level: levelOf(criteria) },
        ...{ help, mend },
        ...(await placeOf(page, target.map(String), html)),
      });
    }
  return problems;
}

/** Runs in the page. */
const startTags = (elements: Element[]) =>
  elements.map(
    (element) => (element.cloneNode() as Element).outerHTML.split(/(?<=>)/)[0],
  );

/** axe's own selectors may hold ids that differ at each visit. */
async function placeOf(
  page: Page,
  target: string[],
  html: string,
): Promise<Place> {
  const found = await elementIn(page, target)
    .evaluateHandle((element) => [{ element }], undefined, { timeout: 2000 })
    .catch(() => undefined);
  const [place] = found ? await placesOf(found) : [];
  const selector = place?.selector ?? target.at(-1);
  return {
    selector: [...target.slice(0, -1), selector].join(" "),
    html: place?.html ?? html,
  };
}
