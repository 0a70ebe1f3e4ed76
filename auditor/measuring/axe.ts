import axe from "axe-core";
import type { AxeResults, Result } from "axe-core";
import type { Page } from "playwright/test";

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * Every rule that is on by default, and those for AAA and for WCAG 2.2.
 *
 * @param colors whether they are the site's: axe cannot see forced colors
 */
export async function runAxe(page: Page, colors = true): Promise<AxeResults> {
  const isThere = await page.evaluate(() => window.axe !== undefined);
  if (!isThere) await page.evaluate(axe.source);
  const results = await page.evaluate(
    (enabled) =>
      window.axe?.run({
        // axe describes only these node by node.
        resultTypes: ["violations", "incomplete"],
        rules: {
          "color-contrast": { enabled },
          "color-contrast-enhanced": { enabled },
          "identical-links-same-purpose": { enabled: true },
          "meta-refresh-no-exceptions": { enabled: true },
          "target-size": { enabled: true },
        },
      }),
    colors,
  );
  if (!results) throw new Error("axe is not loaded.");
  return results;
}

/** A rule's success criteria, such as "1.4.3", or "best practice". */
export function criteriaOf({ tags }: Pick<Result, "tags">): string[] {
  const criteria = tags.flatMap((tag) => {
    const [, principle, guideline, criterion] =
      /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? [];
    return criterion ? [`${principle}.${guideline}.${criterion}`] : [];
  });
  return criteria.length > 0 ? criteria : ["best practice"];
}

const inWords = (rule: Result): string[] =>
  rule.nodes.map(
    ({ target }) =>
      `${criteriaOf(rule).join(", ")} ${rule.id}: ${rule.help} (${String(target)})`,
  );

export interface Findings {
  violations: string[];
  /** Rules that axe could not decide. */
  needsHuman: string[];
  /** Rules that found no problem, by criterion. */
  passes: string[];
}

export const findings = (results: AxeResults): Findings => ({
  violations: results.violations.flatMap(inWords),
  needsHuman: results.incomplete.flatMap(inWords),
  passes: results.passes.map(
    (rule) => `${criteriaOf(rule).join(", ")} ${rule.id}`,
  ),
});
