import { evaluate, judgmentInWords, theAudit } from "./evaluation";
import type { Report } from "../results";
import { criteria, requirement } from "./criteria";
import { fragment } from "./earl-vocabulary";
import type { Assertion, Node } from "./earl-vocabulary";
import { passedRules } from "./test-cases";

const requirements = (numbers: string[]) =>
  criteria
    .filter(({ number }) => numbers.includes(number))
    .map((criterion) => requirement(criterion));

/** Rules that passed and lines that people judged, with their assertions. */
export function testCasesOf(report: Report, paths: string[]): Node[] {
  return distinct([...rulesOf(report, paths), ...judgedLinesOf(report, paths)]);
}

function rulesOf(report: Report, paths: string[]): Node[] {
  const { origin, states } = report.site;
  return paths.flatMap((path) => {
    const own = states.filter((state) => state.path === path);
    const cells = report.results.cell.filter(({ state }) =>
      own.some(({ name }) => name === state),
    );
    return passedRules(cells).flatMap(
      ({ id, title, description, criteria }): Node[] => [
        {
          "@id": id,
          "@type": "TestCase",
          ...{ title, description },
          isPartOf: requirements(criteria),
        },
        {
          "@type": "Assertion",
          assertedBy: fragment(origin, theAudit),
          subject: origin + path,
          test: id,
          mode: "earl:automatic",
          result: {
            "@type": "TestResult",
            outcome: "earl:passed",
            date: report.created,
            description: `Passed where it applies, in ${cells.length} cells.`,
          },
        },
      ],
    );
  });
}

function judgedLinesOf(report: Report, paths: string[]): Node[] {
  const { origin } = report.site;
  return evaluate(report).flatMap((line) => {
    const id = fragment(origin, line.name);
    const subjects = line.paths.filter((path) => paths.includes(path));
    if (line.document === undefined || line.judgments.length === 0) return [];
    return [
      {
        "@id": id,
        "@type": "TestCase" as const,
        title: line.name,
        description: `${line.look} Right is: ${line.expect}`,
        isPartOf: requirements([line.criterion]),
      },
      ...line.judgments.flatMap((judgment): Node[] => {
        const by = fragment(origin, judgment.by);
        const result: Assertion["result"] = {
          "@type": "TestResult",
          // A judgment does not cover what has changed since.
          outcome: judgment.isStale
            ? "earl:cantTell"
            : `earl:${judgment.verdict}`,
          date: `${judgment.on}T00:00:00Z`,
          description: `${judgmentInWords(judgment)}. ${judgment.transcript.join(" / ")}`,
        };
        return [
          {
            "@id": by,
            "@type": ["Assertor", "Person"],
            title: judgment.by,
            description: "Judges by the checklist.",
          },
          ...subjects.map((path) => ({
            "@type": "Assertion" as const,
            assertedBy: by,
            subject: origin + path,
            test: id,
            mode: "earl:manual" as const,
            result,
          })),
        ];
      }),
    ];
  });
}

/** Each rule and each person is described once. */
const distinct = (nodes: Node[]) =>
  nodes.filter(
    (node, index) =>
      !("@id" in node) ||
      index ===
        nodes.findIndex(
          (other) => "@id" in other && other["@id"] === node["@id"],
        ),
  );
