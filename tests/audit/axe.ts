import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright/test";

type Results = Awaited<ReturnType<AxeBuilder["analyze"]>>;
type Rule = Results["violations"][number];

/**
 * Every rule that is on by default, and those for AAA and for WCAG 2.2.
 *
 * @param colours whether they are the site's: axe does not know those that a
 *   visitor forces on it
 */
export const runAxe = (page: Page, colours = true): Promise<Results> =>
  new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      rules: {
        "color-contrast": { enabled: colours },
        "color-contrast-enhanced": { enabled: colours },
        "identical-links-same-purpose": { enabled: true },
        "meta-refresh-no-exceptions": { enabled: true },
        "target-size": { enabled: true },
      },
    })
    .analyze();

/** The success criteria that a rule is about: "1.4.3", or "best practice". */
export function criteriaOf({ tags }: Pick<Rule, "tags">): string[] {
  const criteria = tags.flatMap((tag) => {
    const [, principle, guideline, criterion] =
      /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? [];
    return criterion ? [`${principle}.${guideline}.${criterion}`] : [];
  });
  return criteria.length > 0 ? criteria : ["best practice"];
}

const inWords = (rule: Rule): string[] =>
  rule.nodes.map(
    ({ target }) =>
      `${criteriaOf(rule).join(", ")} ${rule.id}: ${rule.help} (${String(target)})`,
  );

export interface Findings {
  violations: string[];
  /** Rules that axe could not decide. */
  needsHuman: string[];
  /** Rules by criterion that found nothing to object to. */
  passes: string[];
}

export const findings = (results: Results): Findings => ({
  violations: results.violations.flatMap(inWords),
  needsHuman: results.incomplete.flatMap(inWords),
  passes: results.passes.map(
    (rule) => `${criteriaOf(rule).join(", ")} ${rule.id}`,
  ),
});
