import { expect, test } from "vitest";
import { clauses, criteria, linesOf, readRecord } from "@kandi/auditor";
import { facts } from "../../audit/facts";
import { site } from "../../audit/site";

test.each(Object.entries(facts))(
  "what does not apply rests on a fact of the sources: %s",
  (fact, holds) => {
    const claims = [...site.notApplicable, ...Object.values(site.clauses)];
    expect(claims.flatMap(({ facts = [] }) => facts)).toContain(fact);
    expect(holds()).toBe(true);
  },
);

test("each line is about a criterion of WCAG 2.2 and states of the site", () => {
  const numbers = criteria.map(({ number }) => number);
  const names = site.states.map(({ name }) => name);
  for (const { criterion, states } of linesOf(site)) {
    expect(numbers).toContain(criterion);
    expect(names).toEqual(expect.arrayContaining([...states]));
  }
});

test("each clause of EN 301 549 outside of WCAG has an answer", () => {
  const expected = clauses.map(({ clause }) => clause);
  expect(Object.keys(site.clauses).sort()).toEqual(expected.sort());
});

test("the record holds judgments of lines of the checklist", () => {
  expect(() => readRecord(site)).not.toThrow();
});
