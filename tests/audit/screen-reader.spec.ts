import { expect } from "playwright/test";
import type { TestInfo } from "playwright/test";
import { test as base } from "../support/fixtures/test";
import { flows } from "./screen-reader/flows";
import { missingPrograms, startSession } from "./screen-reader/session";
import type { ScreenReaderSession } from "./screen-reader/session";
import { Visitor } from "./screen-reader/visitor";
import type { ScreenReaderRun } from "./screen-reader/visitor";
import { modes } from "./states";

// This spec alone: npm run audit -- -g "Orca"
// One browser of it: npm run audit -- -g "Orca in Firefox"

interface WorkerFixtures {
  session: ScreenReaderSession;
  landingText: string;
}

const test = base.extend<object, WorkerFixtures>({
  session: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures that are needed from this pattern
    async ({}, use) => {
      const session = await startSession();
      await use(session);
      await session.stop();
    },
    { scope: "worker", timeout: 60_000 },
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

// One after the other, in one worker: Orca listens to one browser at a time.
test.describe.configure({ mode: "default", timeout: 240_000 });

const attach = (testInfo: TestInfo, run: ScreenReaderRun) =>
  testInfo.attach("screen-reader", {
    body: JSON.stringify(run),
    contentType: "application/json",
  });

for (const browser of ["Firefox", "Chromium"] as const) {
  for (const mode of modes) {
    const name = `Orca in ${browser}, ${mode}`;
    if (missingPrograms.length > 0) {
      const flow = `did not run: ${missingPrograms.join(", ")} not installed`;
      // eslint-disable-next-line no-empty-pattern -- Playwright wants a pattern before testInfo
      test(`${name}: ${flow}`, ({}, testInfo) =>
        attach(testInfo, {
          flow,
          mode,
          browser,
          transcript: [],
          problems: [],
        }));
      continue;
    }
    for (const [flow, follow] of Object.entries(flows)) {
      test(`${name}: ${flow}`, async ({
        session,
        site,
        landingText,
      }, testInfo) => {
        const visitor = new Visitor(session, browser, mode);
        const { transcript } = visitor;
        const problems: string[] = [];
        const check = (found: string[]) => problems.push(...found);
        try {
          await follow({ visitor, siteUrl: site.url, landingText, check });
        } catch (error) {
          problems.push(String(error));
        } finally {
          await visitor.close();
        }
        const run = {
          flow,
          mode,
          browser,
          transcript,
          problems: [...new Set(problems)],
        };
        await attach(testInfo, run);
        expect(run.problems).toEqual([]);
      });
    }
  }
}
