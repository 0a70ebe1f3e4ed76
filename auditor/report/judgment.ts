import type { Finding } from "../finding";
import type { About, Report } from "../site";
import { judgedLines } from "./checklist";
import type { Criterion } from "./criteria";

interface Verdict {
  /** EARL's word for it. */
  outcome: "passed" | "failed" | "cantTell" | "inapplicable" | "untested";
  by: "the auditor" | "the team" | "a person" | "nobody yet";
  /** Why, in a sentence or two. */
  remark: string;
  issues: Finding[];
}

/**
 * What the report proves about a criterion. A tool never says that one holds: it
 * judges a part of each, and says which.
 *
 * @param path the page; all of them if it is absent
 */
export function judge(
  site: About,
  report: Report,
  { number }: Pick<Criterion, "number">,
  path?: string,
): Verdict {
  const states = report.visited
    .filter((state) => !path || state.path === path)
    .map(({ state }) => state);
  const issues = report.issues.filter(
    ({ criteria, level, seen }) =>
      criteria.includes(number) &&
      level !== "advice" &&
      (!path || seen.some(({ state }) => states.includes(state))),
  );
  const lines = judgedLines(site, report).filter(
    ({ criterion }) => criterion === number,
  );
  const verdicts = lines.map(({ verdict }) => verdict);
  const result = (
    outcome: Verdict["outcome"],
    by: Verdict["by"],
    remark: string,
  ): Verdict => ({ outcome, by, remark, issues });

  const [first] = issues;
  if (first)
    return result(
      ...(["failed", "the auditor"] as const),
      `Issues: ${issues.length}. The first: ${first.help} (${first.selector})`,
    );
  if (verdicts.includes("failed"))
    return result("failed", "a person", "A person has judged that it fails.");
  const without = site.notApplicable?.find(({ criteria }) =>
    criteria.includes(number),
  );
  if (without)
    return result(
      ...(["inapplicable", "the team"] as const),
      `${without.why} Tests hold it: ${without.facts.join("; ")}.`,
    );
  if (lines.length > 0 && verdicts.every((verdict) => verdict === "passed"))
    return result("passed", "a person", "People passed each line about it.");
  const parts = report.judged
    .filter(({ criteria }) => criteria.includes(number))
    .map(({ part }) => part);
  if (parts.length === 0 || states.length === 0)
    return result(
      ...(["untested", "nobody yet"] as const),
      "No check is about it. A person has to judge it.",
    );
  return result(
    ...(["cantTell", "nobody yet"] as const),
    `No issue found in the part that a tool judges: ${[...new Set(parts)].join("; ")}. A person has to judge the rest.`,
  );
}
