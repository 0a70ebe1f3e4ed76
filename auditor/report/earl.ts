import { criteria } from "./criteria";
import { grouped, unique } from "../lists";
import type { About, Report } from "../site";
import { pagesOf } from "./defects";

/** W3C's name of a criterion, such as WCAG22:non-text-content. */
function partOf(number: string) {
  const { name = "" } = criteria.find((one) => one.number === number) ?? {};
  const words = name.toLowerCase().match(/[a-z]+/g) ?? [];
  return `WCAG22:${words.join("-")}`;
}

/**
 * The report in W3C's Evaluation and Report Language (https://www.w3.org/TR/EARL10-Schema/),
 * with an assertion for each page, criterion and rule. Nothing has passed: that a
 * rule finds nothing does not say that a criterion holds.
 *
 * @param isAsked selects rules of a page
 */
export function earlOf(
  report: Report,
  { notApplicable = [] }: About = {},
  isAsked: (rule: string, page: string) => boolean = () => true,
) {
  const { judged, issues, visited, versions, baseURL, created } = report;
  const assertedBy = "_:auditor";
  const pageOf = pagesOf(report);
  const sights = issues.flatMap((one) =>
    unique(one.seen.map(({ state }) => `${one.rule} ${pageOf(state)}`)).map(
      (key) => ({ key, one }),
    ),
  );
  const found = grouped(sights, ({ key }) => key);
  const rules = [
    ...judged,
    // A form test is a rule of its own.
    ...issues.filter((one) => !judged.some(({ rule }) => rule === one.rule)),
  ];
  const tests = [...grouped(rules, ({ rule }) => rule)].map(([rule, list]) => ({
    rule,
    numbers: unique(list.flatMap(({ criteria }) => criteria)),
  }));
  const subjects = unique(visited.map(({ path }) => path)).map((page) => {
    const assertions = tests
      .filter(({ rule }) => isAsked(rule, page))
      .flatMap(({ rule, numbers }) =>
        (numbers[0] ? numbers : [undefined]).map((number) => {
          const own = (found.get(`${rule} ${page}`) ?? [])
            .map(({ one }) => one)
            .filter(({ criteria }) => !number || criteria.includes(number));
          const claim = notApplicable.find(({ numbers }) =>
            numbers.includes(number ?? ""),
          );
          const absent = claim ? "inapplicable" : "cantTell";
          return {
            "@type": "Assertion",
            ...{ assertedBy, mode: "earl:automatic" },
            test: {
              "@type": "TestCriterion",
              title: rule,
              ...(number && { isPartOf: partOf(number) }),
            },
            result: {
              "@type": "TestResult",
              outcome: `earl:${own[0] ? "failed" : absent}`,
              ...(own[0] && {
                description: unique(own.map(({ help }) => help)),
                pointer: unique(own.map(({ selector }) => selector)),
              }),
              ...(!own[0] && claim && { description: claim.why }),
            },
          };
        }),
      );
    const source = baseURL.replace(/\/$/, "") + page;
    return { "@type": ["TestSubject", "WebPage"], source, assertions };
  });
  const release = { "@type": "Version", revision: versions.auditor, created };
  const auditor = {
    "@id": assertedBy,
    "@type": ["Software", "Assertor"],
    ...{ name: "two-modes-audit", release },
    description: `axe ${versions.axe}, Chromium ${versions.Chromium}`,
  };
  return {
    "@context":
      "https://www.w3.org/WAI/content-assets/wcag-act-rules/earl-context.json",
    "@graph": [auditor, ...subjects],
  };
}
