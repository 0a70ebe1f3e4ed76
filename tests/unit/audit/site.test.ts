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
