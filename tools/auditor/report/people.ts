import { judgmentInWords } from "./evaluation";
import type { EvaluatedLine } from "./evaluation";

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
