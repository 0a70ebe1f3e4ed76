import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { clauses, criteria, linesOf, readRecord } from "../../../tools/auditor";
import { facts, wordsOfTheSite } from "../../audit/facts/facts";
import { site } from "../../audit/site";

const checklist = linesOf(site);
const lines = [...checklist, ...site.notApplicable];

describe("the facts that the checklist rests on are true of the sources", () => {
  test.each(Object.entries(facts))("%s", (_, holds) => {
    expect(holds()).toBe(true);
  });
});

test("each line of the checklist rests on a fact, and each fact supports a line", () => {
  const used = [...lines, ...Object.values(site.clauses)].flatMap(
    ({ facts = [] }) => facts,
  );
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
  const names = site.states.map(({ name }) => name);
  for (const { criterion, states } of checklist) {
    expect(numbers).toContain(criterion);
    expect(names).toEqual(expect.arrayContaining([...states]));
  }
});

test("each clause of EN 301 549 outside of WCAG has an answer", () => {
  const expected = clauses.map(({ clause }) => clause);
  expect(Object.keys(site.clauses).sort()).toEqual(expected.sort());
});

test("the record has each line of the checklist, in the checklist's order", () => {
  const names = checklist.map(({ name }) => name);
  expect(new Set(Object.keys(readRecord(site)))).toEqual(new Set(names));
  const file = JSON.parse(readFileSync(site.record, "utf8")) as object;
  expect(Object.keys(file)).toEqual(names);
});

test("states and differences have names that visitors would use", () => {
  const names = [
    ...site.states.map(({ name }) => name),
    ...site.differences.map(({ where }) => where),
  ];
  expect(names.join()).not.toMatch(/hero_section|cta_section|no-javascript/);
});
