import AxeBuilder from "@axe-core/playwright";
import axe from "axe-core";
import type { Result } from "axe-core";
import type { FrameLocator, Page } from "playwright";
import { levelOf } from "../finding";
import type { Problem } from "../finding";
import { placesOf } from "./places";

/** The auditor measures contrast in painted pixels, but not in frames. */
const inFrames = ["color-contrast", "color-contrast-enhanced"];
/** Nothing is claimed of these: no test has seen one of them fail a page. */
const unclaimed = [
  "bypass",
  "form-field-multiple-labels",
  "identical-links-same-purpose",
  "meta-refresh-no-exceptions",
  "no-autoplay-audio",
  "video-caption",
];
/** Rules that axe runs only if it is asked to. */
const asked = [
  "color-contrast-enhanced",
  "identical-links-same-purpose",
  "meta-refresh-no-exceptions",
  "target-size",
];

/** A rule's success criteria, such as "1.4.3"; a best practice has none. */
const criteriaOf = ({ tags }: Pick<Result, "tags">): string[] =>
  tags.flatMap((tag) => {
    const [, principle, guideline, criterion] =
      /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? [];
    return criterion ? [`${principle}.${guideline}.${criterion}`] : [];
  });

/** The rules of axe that run, with what they judge. */
export const axeRules = axe
  .getRules()
  .filter(
    ({ ruleId, tags }) =>
      ![...inFrames, ...unclaimed].includes(ruleId) &&
      (asked.includes(ruleId) ||
        !tags.some((tag) =>
          ["experimental", "deprecated", "wcag2aaa"].includes(tag),
        )),
  )
  .map(({ ruleId, tags, help }) => ({
    rule: ruleId,
    criteria: criteriaOf({ tags }),
    part: help,
  }));

/** The rules that may find more in another window, though it shows no more. */
export const dependOnWidth = [
  "target-size",
  "scrollable-region-focusable",
  "link-in-text-block",
];

/**
 * What axe finds in the page and its frames. It needs scripts.
 *
 * @param only the rules to run; all of them if it is absent
 */
export async function axeProblems(
  page: Page,
  only?: string[],
): Promise<Problem[]> {
  const hasFrames = page.frames().length > 1;
  const enabled = Object.fromEntries([
    ...asked.map((name) => [name, { enabled: true }] as const),
    ...inFrames.map((name) => [name, { enabled: hasFrames }] as const),
  ]);
  const { violations } = await new AxeBuilder({ page, axeSource: axe.source })
    .options({
      resultTypes: ["violations"],
      ...(only && !hasFrames
        ? { runOnly: { type: "rule", values: only } }
        : { rules: enabled }),
    })
    .analyze();
  return Promise.all(
    violations.flatMap((rule) => {
      const criteria = criteriaOf(rule);
      const nodes = rule.nodes.filter(
        ({ target }) => target.length > 1 || !inFrames.includes(rule.id),
      );
      return nodes.map(async ({ target, html, failureSummary = "" }) => ({
        rule: rule.id,
        criteria,
        level: levelOf(criteria),
        ...(await placeOf(page, target.map(String), html)),
        help: `${rule.help}. ${failureSummary.replace(/\s+/g, " ")}`,
        url: rule.helpUrl,
      }));
    }),
  );
}

/** axe's own selectors may hold ids that differ at each visit. */
async function placeOf(page: Page, target: string[], html: string) {
  const frames = target.slice(0, -1);
  const scope = frames.reduce<Page | FrameLocator>(
    (outer, frame) => outer.frameLocator(frame),
    page,
  );
  const found = await scope
    .locator(target.at(-1) ?? "html")
    .first()
    .evaluateHandle((element) => [{ element }], undefined, { timeout: 2000 })
    .catch(() => undefined);
  const [place] = found ? await placesOf(found) : [];
  const selector = place?.selector ?? target.at(-1) ?? "html";
  return {
    selector: [...frames, selector].join(" "),
    html: place?.html ?? html,
  };
}
