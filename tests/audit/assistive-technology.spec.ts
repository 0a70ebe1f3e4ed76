import { expect } from "playwright/test";
import {
  attach,
  isLimit,
  Listener,
  missingOf,
  modes,
  rules,
  screenReaderPrograms,
  startSession,
} from "auditor";
import type { FlowRun, ScreenReaderSession } from "auditor";
import { skipLink } from "~/content/site";
import { test as base } from "../support/fixtures/test";
import { literally } from "./flows/listening";
import { flows } from "./flows/screen-reader";
import { site as described } from "./site";

// The name of this file comes first in its folder, so these flows, which mostly
// wait, start first and run beside the measurements.

// Only this spec: npm run audit -- -g "Orca"
// One browser of it: npm run audit -- -g "Orca in Firefox"

interface TestFixtures {
  /** Each flow gets its own Orca, bus and display. */
  session: ScreenReaderSession;
}

interface WorkerFixtures {
  landingText: string;
}

const test = base.extend<TestFixtures, WorkerFixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures that are needed from this pattern
  session: async ({}, use) => {
    const session = await startSession();
    await use(session);
    await session.stop();
  },
  // An answer held until the wait is heard may take long.
  settings: [
    async ({ supabase }, use) =>
      use({ ...supabase.env, SUPABASE_TIMEOUT_MS: "60000" }),
    { scope: "worker" },
  ],
  landingText: [
    async ({ browser, site }, use) => {
      const page = await browser.newPage();
      await page.goto(site.url);
      const text = await page.locator("body").innerText();
      await page.close();
      await use(text);
    },
    { scope: "worker" },
  ],
});

const missing = missingOf(screenReaderPrograms);
const isInstalled = missing.length === 0;
const browsers = isInstalled ? (["Firefox", "Chromium"] as const) : [];

if (!isInstalled) {
  test("every flow with Orca", () => {
    test.skip(true, `not installed: ${missing.join(", ")}`);
  });
}

for (const browser of browsers) {
  test.describe(() => {
    // One after the other: two browsers, an Orca each, are enough for two
    // cores. Orca loses events on a busy machine, so a flow that fails is
    // followed once more, and the audit says so.
    test.describe.configure({ mode: "default", retries: 1 });
    for (const mode of modes) {
      for (const [flow, entry] of Object.entries(flows)) {
        if ((entry.mode ?? mode) !== mode) continue;
        test(`Orca in ${browser}, ${mode}: ${flow}`, async ({
          session,
          site,
          supabase,
          landingText,
        }, testInfo) => {
          const visitor = new Listener(
            session,
            browser,
            mode,
            literally(skipLink),
          );
          const { transcript } = visitor;
          const found: string[] = [];
          const check = (problems: string[]) => found.push(...problems);
          try {
            const siteUrl = site.url;
            const visit = { visitor, siteUrl, supabase, landingText, check };
            await entry.follow(visit);
          } catch (error) {
            check([String(error)]);
          } finally {
            await visitor.close();
          }
          check(rules.clutterProblems(transcript));
          const problems = [...new Set(found)];
          const run: FlowRun = {
            flow,
            mode,
            program: `Orca in ${browser}`,
            transcript,
            problems,
          };
          await attach(testInfo, "screen-reader", run);
          const unknown = problems.filter(
            (problem) => !isLimit(described, run, problem),
          );
          expect(
            unknown,
            [...unknown, "What was heard:", ...transcript].join("\n"),
          ).toEqual([]);
        });
      }
    }
  });
}
