import type { About, Report } from "../site";

/**
 * Says what the report proves about a criterion of WCAG or a clause of EN 301 549,
 * but never that one holds: a tool judges only a part of it.
 *
 * @param path the page; by default all of them
 * @returns EARL's outcome, who says so, and why
 */
export function judge(
  { notApplicable = [] }: About,
  { visited, issues: all, judged }: Report,
  number: string,
  path?: string,
) {
  const states = visited
    .filter((state) => !path || state.path === path)
    .map(({ state }) => state);
  const issues = all.filter(
    ({ criteria, level, seen }) =>
      criteria.includes(number) &&
      level !== "advice" &&
      (!path || seen.some(({ state }) => states.includes(state))),
  );
  const [first] = issues;
  if (first) {
    const remark = `Issues: ${issues.length}. The first: ${first.help} (${first.selector})`;
    return { outcome: "failed", by: "the auditor", remark, issues } as const;
  }
  const claim = notApplicable.find(({ numbers }) => numbers.includes(number));
  if (claim) {
    const remark = claim.why;
    return { outcome: "inapplicable", by: "the team", remark, issues } as const;
  }
  const by = "nobody yet";
  const parts = judged
    .filter(({ criteria }) => criteria.includes(number))
    .map(({ part }) => part);
  if (parts.length === 0 || states.length === 0) {
    const remark = "No check is about it. A person has to judge it.";
    return { outcome: "untested", by, remark, issues } as const;
  }
  const remark = `No issue found in the part that a tool judges: ${[...new Set(parts)].join("; ")}. A person has to judge the rest.`;
  return { outcome: "cantTell", by, remark, issues } as const;
}
