import { expect } from "playwright/test";
import { findings, runAxe } from "./axe";
import { measureCells } from "./cells";
import { undeclared } from "./differences";
import { observe, outline } from "./observe";
import type { Observation } from "./observe";
import { isReachable, modes, states } from "./states";
import type { Mode } from "./states";
import { untrue } from "./truths";
import { test } from "./visit";

// Every page and state in both modes, by axe and side by side, and where that is
// asked for in every width and look.
for (const state of states) {
  test(`${state.name}: the same in both modes, and axe finds nothing`, async ({
    visit,
    thorough,
  }, info) => {
    const seen: Partial<Record<Mode, Observation>> = {};
    const measured = new Set<string>();
    const problems: string[] = [];
    for (const mode of modes.filter((mode) => isReachable(state, mode))) {
      const visitor = await visit(state, mode);
      const observed = await observe(visitor);
      seen[mode] = observed;
      const { violations } = findings(await runAxe(visitor.page));
      for (const problem of [...violations, ...untrue(observed)]) {
        problems.push(`${mode}: ${problem}`);
      }
      // One document has one look: the second mode's is measured if it is another.
      const document = await outline(visitor);
      if (thorough && !measured.has(document)) {
        if (measured.size) {
          const [a] = measured;
          const fs = await import("node:fs");
          fs.writeFileSync(
            `/tmp/diff-${state.name.replace(/\W+/g, "-")}.a`,
            a!.replaceAll("<", "\n<"),
          );
          fs.writeFileSync(
            `/tmp/diff-${state.name.replace(/\W+/g, "-")}.b`,
            document.replaceAll("<", "\n<"),
          );
        }
        measured.add(document);
        problems.push(...(await measureCells(visitor.page, state, mode, info)));
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
