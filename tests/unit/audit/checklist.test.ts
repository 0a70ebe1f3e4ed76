import { describe, expect, test } from "vitest";
import { checklist } from "../../audit/report/checklist/checklist";
import { notApplicable } from "../../audit/report/checklist/not-applicable";
import { criteria } from "../../audit/report/criteria";
import {
  documentation,
  generic,
  performance,
} from "../../audit/report/en-301-549";
import { facts, wordsOfTheSite } from "../../audit/report/facts/facts";
import { states } from "../../audit/states";

const clauses = [...performance, ...generic, ...documentation];
const lines = [...checklist, ...notApplicable];

describe("the facts that the checklist rests on are true of the sources", () => {
  test.each(Object.entries(facts))("%s", (_, holds) => {
    expect(holds()).toBe(true);
  });
});

test("each line of the checklist rests on a fact, and each fact supports a line", () => {
  const used = [...lines, ...clauses].flatMap(({ facts = [] }) => facts);
  expect(new Set(used)).toEqual(new Set(Object.keys(facts)));
  expect(lines.filter(({ facts }) => facts.length === 0)).toEqual([]);
});

test("the words that the checklist quotes are on the site", () => {
  const quoted = checklist.flatMap(({ look, expect }) => [
    ...`${look} ${expect}`.matchAll(/‘(.+?)’/g),
  ]);
  expect(quoted.length).toBeGreaterThan(50);
  const missing = quoted
    .map(([, words = ""]) => words)
    .filter((words) => !wordsOfTheSite.includes(words));
  expect(missing).toEqual([]);
});

test("each line is about a criterion of WCAG 2.2 and states of the site", () => {
  const numbers = criteria.map(({ number }) => number);
  const names = states.map(({ name }) => name);
  for (const { criterion, states } of checklist) {
    expect(numbers).toContain(criterion);
    expect(names).toEqual(expect.arrayContaining([...states]));
  }
});
