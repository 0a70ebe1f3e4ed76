import { createHash } from "node:crypto";
import type { Report } from "../results";
import { modes } from "../site";
import { linesOf } from "./checklist";
import type { Line } from "./checklist";
import type { Judgment } from "./record";

/** A line of the checklist, with people's judgments. */
export interface EvaluatedLine extends Line {
  /** A code for the line and its documents; absent if the run missed some. */
  document: string | undefined;
  /** The paths of its pages. */
  paths: string[];
  judgments: (Judgment & {
    /**
     * The line, or the HTML of one of its states, has changed since; unknown if
     * the run missed some.
     */
    isStale: boolean | undefined;
  })[];
  verdict: Judgment["verdict"] | "not judged yet";
}

export const evaluate = (report: Report): EvaluatedLine[] =>
  linesOf(report.site).map((line) => evaluateLine(line, report));

export function evaluateLine(line: Line, report: Report): EvaluatedLine {
  const document = documentOf(line, report);
  const said = report.evaluation?.[line.name] ?? "not judged yet";
  const judgments = (said === "not judged yet" ? [] : said).map((judgment) => ({
    ...judgment,
    isStale:
      document === undefined ? undefined : judgment.document !== document,
  }));
  const verdicts = judgments
    .filter(({ isStale }) => isStale === false)
    .map(({ verdict }) => verdict);
  const paths = report.site.states
    .filter(({ name }) => line.states.includes(name))
    .map(({ path }) => path);
  return {
    ...line,
    document,
    paths: [...new Set(paths)],
    judgments,
    verdict:
      (["failed", "cantTell", "passed"] as const).find((verdict) =>
        verdicts.includes(verdict),
      ) ?? "not judged yet",
  };
}

function documentOf(line: Line, { results }: Report): string | undefined {
  const documents = line.states.map((name) =>
    results.parity.find(({ state }) => state === name),
  );
  if (documents.includes(undefined)) return undefined;
  const hash = createHash("sha256").update(line.look + line.expect);
  for (const mode of modes) {
    hash.update(documents.map((parity) => parity?.documents[mode]).join());
  }
  return hash.digest("hex").slice(0, 16);
}

/** Says who judged, how, and with what. */
export const judgmentInWords = (judgment: EvaluatedLine["judgments"][0]) => {
  const { verdict, by, on, browser, assistiveTechnology } = judgment;
  const said = verdict === "cantTell" ? "could not tell" : verdict;
  const words = `${said}, by ${by} on ${on} in ${browser} with ${assistiveTechnology}`;
  if (judgment.isStale === false) return words;
  return judgment.isStale
    ? `stale, for the page or the line has changed since: ${words}`
    : `not compared with the page by this run: ${words}`;
};

export const theAudit = "the audit";
export const theTeam = "the team";

/** The last person whose judgment counts. */
export const judgeOf = (lines: EvaluatedLine[]) =>
  lines
    .flatMap(({ judgments }) => judgments)
    .filter(({ isStale }) => isStale === false)
    .sort((one, other) => one.on.localeCompare(other.on))
    .at(-1)?.by ?? theAudit;

/** Says what people said about a criterion. */
export function inWords(lines: EvaluatedLine[]): string {
  if (lines.length === 0) return "A person has to judge it.";
  const judged = lines.filter(({ verdict }) => verdict !== "not judged yet");
  return [
    `A person has to judge it (lines on the list: ${lines.length}, judged: ${judged.length}).`,
    ...lines.flatMap(({ name, judgments }) =>
      judgments.map((said) => `“${name}”: ${judgmentInWords(said)}.`),
    ),
  ].join(" ");
}
