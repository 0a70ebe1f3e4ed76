import { levels, type Finding, type Mode, type Seen } from "../finding";
import { counted, grouped, joined, unique } from "../lists";
import type { Report } from "../site";

/** One mistake, with each element and state that shows it. */
export interface Defect extends Finding {
  elements: Finding[];
  states: string[];
  pages: string[];
  /** The modes, widths and so on, in words. */
  where: string;
}

export const words: Record<Mode, string> = {
  javascript: "with JavaScript",
  "no-javascript": "without JavaScript",
};

/** "both modes, 320 px" */
function conditionsOf(seen: readonly Seen[]): string {
  const values = <Value>(pick: (one: Seen) => Value | undefined) =>
    unique(seen.flatMap((one) => pick(one) ?? []));
  const modes = values(({ mode }) => mode && words[mode]);
  const looks = values(({ look }) => look).join(" and ");
  const also = seen.some(({ look }) => !look) ? "also with" : "with";
  return joined([
    ...values(({ program }) => program),
    modes.length > 1 ? "both modes" : modes[0],
    values(({ width }) => width && `${width} px`).join(" and "),
    looks && `${also} ${looks}`,
  ]);
}

export const statesOf = (seen: readonly { state: string }[]) =>
  unique(seen.map(({ state }) => state));

/** The first five of some states. */
export const shortened = (states: readonly string[]) =>
  states.slice(0, 5).join("; ") + (states.length > 5 ? "; …" : "");

/** What is wrong and how to mend it, as sentences: a way is a line of its own. */
const sentencesOf = ({ help, mend = "" }: Finding) =>
  [help, mend]
    .filter(Boolean)
    .map((text) => text.split("\n").map((line) => line.trim()))
    .map((lines) => lines.filter(Boolean).join("; ").replaceAll(":; ", ": "))
    .map((text) => text.replace(/\.?$/, "."))
    .join(" ");

/** A defect that fails the audit, on a line. */
export function lineOf(defect: Defect): string {
  const { level, criteria, rule, elements, states, where } = defect;
  const [first, ...others] = elements.filter(({ fails }) => fails);
  const also = others[0]
    ? ` and ${counted(others.length, "more element")}`
    : "";
  const count = states.length > 1 ? `${states.length} states: ` : "";
  const seen = joined([where, count + shortened(states)]);
  return `✘ ${level} ${[...criteria, rule].join(" ")}: ${sentencesOf(defect)} At ${first?.selector}${also}. Seen: ${seen}.`;
}

/** What is quoted or counted differs between elements with the same mistake. */
export const general = (text: string) =>
  text.replace(/".*"|‘.*’/gs, '""').replace(/[\d.]+/g, "0");

/** A component, or a part of every page, has one kind of element in one kind of parent. */
function keyOf(finding: Finding): string {
  const { rule, criteria, html, selector } = finding;
  const [tag = html] = /^<[^>]+/.exec(html) ?? [];
  const kind = tag.match(/^<[\w-]+|\s(?:class|role|type)="[^"]*"/g) ?? [tag];
  const [parent] = /[\w-]+/.exec(selector.split(" > ").at(-2) ?? "") ?? [];
  const what = general(sentencesOf(finding));
  return [rule, ...criteria, what, ...kind, parent].join("\n");
}

/** Finds a state's page; a flow in another program has none. */
export function pagesOf({ visited }: Pick<Report, "visited">) {
  const paths = new Map(visited.map(({ state, path }) => [state, path]));
  return (state: string) => paths.get(state) ?? state.replace(/: .*/, "");
}

/** Groups findings: many elements, on many pages, may have one defect. */
export function defectsOf(report: Report): Defect[] {
  const pageOf = pagesOf(report);
  return [...grouped(report.issues, keyOf).values()].flatMap((elements) => {
    // The worst comes first.
    elements.sort((one, other) => (one.ratio ?? 0) - (other.ratio ?? 0));
    const seen = elements.flatMap(({ seen }) => seen);
    const states = statesOf(seen);
    return elements.slice(0, 1).map((first) => ({
      ...first,
      ...{ elements, states, where: conditionsOf(seen) },
      fails: elements.some(({ fails }) => fails),
      pages: unique(states.map(pageOf)),
    }));
  });
}

/** How many of these each level has. */
export const countsOf = (defects: readonly Defect[]) =>
  levels.map((level) => defects.filter((one) => one.level === level).length);

/** The first sentences of the report. */
export function verdictOf(report: Report): string {
  const { issues, failures, level, grep } = report;
  const defects = defectsOf(report);
  const failing = defects.filter(({ fails }) => fails).length;
  const counts = countsOf(defects)
    .map((count, index) => count > 0 && `${levels[index]}: ${count}`)
    .filter(Boolean);
  return joined(
    [
      grep && `A part of the audit: what matches ${grep}.`,
      `Defects: ${defects.length}${counts[0] ? ` (${counts.join(", ")}), at ${issues.length} elements` : ""}. Failing the audit at level ${level}: ${failing}.`,
      failures[0] &&
        `${counted(failures.length, "measurement")} failed, so this report is incomplete.`,
      "A tool judges a part of WCAG; that nothing was found does not mean that a criterion holds.",
    ],
    " ",
  );
}
