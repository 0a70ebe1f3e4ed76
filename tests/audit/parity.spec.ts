import { expect } from "playwright/test";
import { findings, runAxe } from "./axe";
import { undeclared } from "./differences";
import { observe } from "./observe";
import type { Observation } from "./observe";
import { isReachable, modes, states } from "./states";
import type { Mode } from "./states";
import { untrue } from "./truths";
import { test } from "./visit";

// The quick part of the audit: every page and state, in both modes, by axe and
// side by side.
for (const state of states) {
  test(`${state.name}: the same in both modes, and axe finds nothing`, async ({
    visit,
  }, info) => {
    const seen: Partial<Record<Mode, Observation>> = {};
    const problems: string[] = [];
    for (const mode of modes.filter((mode) => isReachable(state, mode))) {
      const visitor = await visit(state, mode);
      const observed = await observe(visitor);
      seen[mode] = observed;
      const { violations } = findings(await runAxe(visitor.page));
      for (const problem of [...violations, ...untrue(observed)]) {
        problems.push(`${mode}: ${problem}`);
      }
    }
    const { javascript, "no-javascript": plain } = seen;
    if (javascript && plain) {
      problems.push(...undeclared(state.name, javascript, plain));
    }
    await info.attach("parity", {
      contentType: "application/json",
      body: JSON.stringify({ state: state.name, ...seen, problems }),
    });
    expect(problems).toEqual([]);
  });
}
