import { describe, expect, test } from "vitest";
import { evaluate } from "../report/evaluation";
import { recordSchema } from "../report/record";
import type { EvaluationRecord, Judgment } from "../report/record";
import { earlOf, earlProblems } from "../report/earl";
import { judge } from "../report/judgment";
import type { Report } from "../results";
import { whole } from "./reports";
import { sampleSite } from "./sample-site";

const name = "1.3.4 a phone on its side";
const line = evaluate(whole).find((line) => line.name === name);

const judgment: Judgment = {
  verdict: "passed",
  by: "Ada Lovelace",
  on: "2026-12-01",
  browser: "Safari 26 on iOS 26",
  assistiveTechnology: "none",
  transcript: ["The page turned.", "The label stayed in sight."],
  document: line?.document ?? "",
};

const empty = Object.fromEntries(
  evaluate(whole).map(({ name }) => [name, "not judged yet"]),
) as EvaluationRecord;

const judged = (changes: Partial<Judgment> = {}): Report => ({
  ...whole,
  evaluation: { ...empty, [name]: [{ ...judgment, ...changes }] },
});

const orientation = { number: "1.3.4" };
const { origin } = sampleSite;

describe("the record of an evaluation", () => {
  const schema = recordSchema(sampleSite);

  test.each([
    ["a line that is missing", { [name]: undefined }],
    ["a line that is not on the list", { "9.9.9 more": "not judged yet" }],
    ["a verdict without its person", { [name]: [{ ...judgment, by: " " }] }],
    ["a verdict without a day", { [name]: [{ ...judgment, on: "today" }] }],
    [
      "a verdict without a transcript",
      { [name]: [{ ...judgment, transcript: [] }] },
    ],
    ["a verdict of nothing", { [name]: [{ ...judgment, document: "" }] }],
  ])("%s is refused", (_, change) => {
    expect(schema.safeParse(empty).success).toBe(true);
    const record = JSON.parse(
      JSON.stringify({ ...empty, ...change }),
    ) as object;
    expect(schema.safeParse(record).success).toBe(false);
  });
});

test("without a person nothing is claimed about what a person has to judge", () => {
  const { outcome } = judge({ ...whole, evaluation: empty }, orientation);
  expect(outcome).toBe("cantTell");
});

describe("a person's judgment", () => {
  const report = judged();
  const earl = JSON.stringify(earlOf(report));

  test("decides a criterion once every line about it is judged", () => {
    expect(judge(report, orientation)).toMatchObject({
      outcome: "passed",
      by: "Ada Lovelace",
    });
    const [first] = evaluate(whole).filter(
      ({ criterion }) => criterion === "2.4.1",
    );
    if (!first?.document) throw new Error("There is no such line.");
    const half = [{ ...judgment, document: first.document }];
    const evaluation = { ...empty, [first.name]: half };
    const { outcome } = judge({ ...whole, evaluation }, { number: "2.4.1" });
    expect(outcome).toBe("cantTell");
  });

  test("that fails a line fails its criterion", () => {
    expect(judge(judged({ verdict: "failed" }), orientation)).toMatchObject({
      outcome: "failed",
      by: "Ada Lovelace",
    });
  });

  test("is a manual EARL assertion by that person, with what was heard", () => {
    expect(earlProblems(earl)).toEqual([]);
    const graph = earlOf(report)["@graph"];
    expect(graph).toContainEqual(
      expect.objectContaining({
        "@type": ["Assertor", "Person"],
        title: "Ada Lovelace",
      }),
    );
    expect(graph).toContainEqual(
      expect.objectContaining({
        assertedBy: `${origin}/#Ada-Lovelace`,
        subject: `${origin}/contact`,
        test: `${origin}/#1.3.4-a-phone-on-its-side`,
        mode: "earl:manual",
      }),
    );
    expect(earl).toContain("The page turned. / The label stayed in sight.");
  });

  test("is stale, and does not count, when the HTML of a state has changed", () => {
    const changed: Report = {
      ...report,
      results: {
        ...whole.results,
        parity: whole.results.parity.map((parity) =>
          parity.state === "/contact"
            ? { ...parity, documents: { javascript: "another" } }
            : parity,
        ),
      },
    };
    const { outcome, remark } = judge(changed, orientation);
    expect(outcome).toBe("cantTell");
    expect(remark).toContain("stale, for the page or the line has changed");
    const earl = JSON.stringify(earlOf(changed));
    expect(earlProblems(earl)).toEqual([]);
    expect(earl).toMatch(/"earl:cantTell"[^{}]*"stale, [^"]*Ada Lovelace/);
  });
});
