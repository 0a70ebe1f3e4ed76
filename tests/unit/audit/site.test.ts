import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { criteria } from "two-modes-audit";
import { notApplicable, sources } from "../../audit/not-applicable";

test.each(notApplicable)(
  "nothing in the sources speaks against: $why",
  ({ absent, numbers }) => {
    expect(absent.exec(sources)?.[0]).toBeUndefined();
    const known = criteria.map(({ number }) => number);
    expect(known).toEqual(expect.arrayContaining([...numbers]));
  },
);

test("the checklist for people quotes words of the site", () => {
  const modules = import.meta.glob("../../../app/{content,forms}/**/*.ts", {
    eager: true,
  });
  const words = JSON.stringify(Object.values(modules));
  const checklist = readFileSync("docs/accessibility-checklist.md", "utf8");
  const quoted = [...checklist.matchAll(/‘(.+?)’/gs)].map(([, text = ""]) =>
    text.replace(/\s+/g, " "),
  );
  expect(quoted.length).toBeGreaterThan(50);
  expect(quoted.filter((text) => !words.includes(text))).toEqual([]);
});
