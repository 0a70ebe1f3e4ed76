import { isDeepStrictEqual } from "node:util";
import { expect } from "playwright/test";
import { test } from "../support/fixtures/test";
import { startChromium } from "./engines/chromium";
import { startFirefox } from "./engines/firefox";
import { flows } from "./engines/flows";
import { play } from "./engines/play";
import type { Stage } from "./engines/play";
import type { Step } from "./engines/visitor";
import { startWebKit } from "./engines/webkit";
import { equip } from "./pixels";
import type { EngineRun } from "./results";
import { modes } from "./states";
import { isInstalled } from "./terminal";

type Steps = Record<string, Step>;

/** In CSS pixels. */
const widths = [320, 1280];

// The others have to show what the first one shows.
const engines = [
  { engine: "Chromium", start: startChromium, programs: [] },
  { engine: "Firefox", start: startFirefox, programs: ["firefox-esr"] },
  {
    engine: "WebKit",
    start: startWebKit,
    programs: ["WebKitWebDriver", "Xvfb"],
  },
];

for (const { engine, programs } of engines) {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length > 0) {
    test(`every flow in ${engine}`, () => {
      test.skip(true, `not installed: ${missing.join(", ")}`);
    });
  }
}

const installed = engines.filter(({ programs }) => programs.every(isInstalled));
const names = installed.map(({ engine }) => engine).join(", ");

for (const mode of modes) {
  for (const [flow, form] of Object.entries(flows)) {
    test(`${flow} in ${names}: ${mode}`, async ({
      browser,
      page: lab,
      site,
      supabase,
    }, info) => {
      await lab.evaluate(equip);
      const inChromium: Record<number, Steps> = {};
      const problems: string[] = [];
      for (const { engine, start } of installed) {
        const window = await start(mode, browser);
        const stage: Stage = {
          ...{ window, mode, lab },
          ...{ siteUrl: site.url, database: supabase },
        };
        const run: EngineRun = {
          ...{ engine, version: window.version, mode, flow },
          problems: [],
        };
        for (const width of widths) {
          const seen = await play(stage, form, width);
          const expected = (inChromium[width] ??= seen.steps);
          run.problems.push(
            ...[...seen.problems, ...differences(expected, seen.steps)].map(
              (problem) => `${width} px: ${problem}`,
            ),
          );
        }
        await window.close();
        problems.push(
          ...run.problems.map((problem) => `${engine}: ${problem}`),
        );
        await info.attach("engine", {
          contentType: "application/json",
          body: JSON.stringify(run),
        });
      }
      expect(problems).toEqual([]);
    });
  }
}

const differences = (expected: Steps, seen: Steps): string[] =>
  Object.entries(seen).flatMap(([step, is]) =>
    Object.entries(is).flatMap(([what, value]) => {
      const should = expected[step]?.[what as keyof Step];
      return isDeepStrictEqual(value, should)
        ? []
        : [
            `${step}: ${what} is ${JSON.stringify(value)}, in Chromium ${JSON.stringify(should)}`,
          ];
    }),
  );
