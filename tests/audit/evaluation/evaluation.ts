import { createHash } from "node:crypto";
import { checklist } from "../report/checklist/checklist";
import type { Line } from "../report/checklist/checklist";
import type { Report } from "../results";
import { modes, states } from "../states";
import type { Judgement } from "./record";

/** A line of the checklist, and what people said of it. */
export interface EvaluatedLine extends Line {
  /** A code for the line and its documents; none where the run has not met all. */
  document: string | undefined;
  /** The paths of its pages. */
  paths: string[];
  judgements: (Judgement & {
    /**
     * The line, or the HTML of one of its states, is another one by now; unknown
     * where the run has not met all.
     */
    isStale: boolean | undefined;
  })[];
  verdict: Judgement["verdict"] | "not judged yet";
}

export const evaluate = (report: Report): EvaluatedLine[] =>
  checklist.map((line) => evaluateLine(line, report));

export function evaluateLine(line: Line, report: Report): EvaluatedLine {
  const document = documentOf(line, report);
  const said = report.evaluation?.[line.name] ?? "not judged yet";
  const judgements = (said === "not judged yet" ? [] : said).map(
    (judgement) => ({
      ...judgement,
      isStale:
        document === undefined ? undefined : judgement.document !== document,
    }),
  );
  const verdicts = judgements
    .filter(({ isStale }) => isStale === false)
    .map(({ verdict }) => verdict);
  const paths = states
    .filter(({ name }) => line.states.includes(name))
    .map(({ path }) => path);
  return {
    ...line,
    document,
    paths: [...new Set(paths)],
    judgements,
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

/** Says who judged what, and with what. */
export const judgementInWords = (judgement: EvaluatedLine["judgements"][0]) => {
  const { verdict, by, on, browser, assistiveTechnology } = judgement;
  const said = verdict === "cantTell" ? "could not tell" : verdict;
  const words = `${said}, by ${by} on ${on} in ${browser} with ${assistiveTechnology}`;
  if (judgement.isStale === false) return words;
  return judgement.isStale
    ? `stale, for the page or the line has changed since: ${words}`
    : `not compared with the page by this run: ${words}`;
};
