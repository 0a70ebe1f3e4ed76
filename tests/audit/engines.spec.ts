import { expect } from "playwright/test";
import { attach, engines, missingOf, modes, unlike } from "auditor";
import type { FlowRun, Steps } from "auditor";
import { test } from "../support/fixtures/test";
import { forms } from "./flows/forms";
import { play } from "./flows/play";
import type { Stage } from "./flows/play";

const flows = {
  "a signup in the hero": forms.hero,
  "a message": forms.contact,
};

/** In CSS pixels. */
const widths = [320, 1280];

for (const { engine, programs } of engines) {
  const missing = missingOf(programs);
  if (missing.length > 0) {
    test(`every flow in ${engine}`, () => {
      test.skip(true, `not installed: ${missing.join(", ")}`);
    });
  }
}

const installed = engines.filter(
  ({ programs }) => missingOf(programs).length === 0,
);
const names = installed.map(({ engine }) => engine).join(", ");

for (const mode of modes) {
  for (const [flow, form] of Object.entries(flows)) {
    test(`${flow} in ${names}: ${mode}`, async ({
      browser,
      site,
      supabase,
    }, info) => {
      const inChromium: Record<number, Steps> = {};
      const problems: string[] = [];
      for (const { engine, start } of installed) {
        const window = await start(mode, browser);
        const stage: Stage = {
          ...{ window, mode },
          ...{ siteUrl: site.url, database: supabase },
        };
        const run: FlowRun = {
          ...{ program: `${engine} ${window.version}`, mode, flow },
          problems: [],
        };
        for (const width of widths) {
          const seen = await play(stage, form, width);
          const expected = (inChromium[width] ??= seen.steps);
          run.problems.push(
            ...[...seen.problems, ...unlike(expected, seen.steps)].map(
              (problem) => `${width} px: ${problem}`,
            ),
          );
        }
        await window.close();
        problems.push(
          ...run.problems.map((problem) => `${engine}: ${problem}`),
        );
        await attach(info, "engine", run);
      }
      expect(problems).toEqual([]);
    });
  }
}
