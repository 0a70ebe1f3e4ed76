import { expect } from "playwright/test";
import { examine } from "auditor";
import { observe } from "./observe";
import { site } from "./site";
import { states } from "./states";
import { untrue } from "./truths";
import { test } from "./visit";

// Every page and state, in both modes side by side, at every width and look.
for (const state of states) {
  test(`${state.name}: the same in both modes, and no problem found`, async ({
    visit,
  }, info) => {
    const problems = await examine(
      {
        ...{ site, state, observe, untrue },
        visit: (mode) => visit(state, mode),
      },
      info,
    );
    expect(problems).toEqual([]);
  });
}
