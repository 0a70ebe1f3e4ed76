import { expect } from "playwright/test";
import { measureCells } from "./cells";
import { undeclared } from "./differences";
import { observe, outline } from "./observe";
import type { Observation } from "./observe";
import { isReachable, modes, states } from "./states";
import type { Mode } from "./states";
import { untrue } from "./truths";
import { test } from "./visit";

/** The cell in which each outline was measured. */
const measured = new Map<string, string>();

// Every page and state, in both modes side by side and in every width and look.
for (const state of states) {
  test(`${state.name}: the same in both modes, and nothing to object to`, async ({
    visit,
  }, info) => {
    const seen: Partial<Record<Mode, Observation>> = {};
    const sameAs: Partial<Record<Mode, string>> = {};
    const problems: string[] = [];
    for (const mode of modes.filter((mode) => isReachable(state, mode))) {
      const visitor = await visit(state, mode);
      const observed = await observe(visitor);
      seen[mode] = observed;
      problems.push(...untrue(observed).map((found) => `${mode}: ${found}`));
      // One outline has one look in each window.
      const document = await outline(visitor);
      sameAs[mode] = measured.get(document);
      if (sameAs[mode]) continue;
      measured.set(document, `${state.name}, ${mode}`);
      problems.push(...(await measureCells(visitor.page, state, mode, info)));
    }
    const { javascript, "no-javascript": plain } = seen;
    if (javascript && plain) {
      problems.push(...undeclared(state.name, javascript, plain));
    }
    await info.attach("parity", {
      contentType: "application/json",
      body: JSON.stringify({ state: state.name, ...seen, sameAs, problems }),
    });
    expect(problems).toEqual([]);
  });
}
