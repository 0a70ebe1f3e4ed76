import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import {
  newAddress,
  scriptIsThere,
  test as base,
} from "../support/fixtures/test";
import { startSite } from "../support/fixtures/site";
import type { TestSite } from "../support/fixtures/site";
import type { TestSupabase } from "../support/fixtures/supabase";
import type { Mode } from "auditor";
import type { State } from "./states";

/** One visitor on one page, with what it takes to reach a state. */
export interface Visit {
  page: Page;
  supabase: TestSupabase;
  /** The visitor's own. */
  email: string;
  /** The status of the last answer to a submission. */
  status: number | undefined;
  /** Waits until a page has loaded, and its script if it has one. */
  arrived: () => Promise<void>;
  /** Submits a form, and waits for the answer. */
  answerTo: (submission: () => Promise<void>) => Promise<void>;
  /** Posts until the limit is reached. */
  useUpAttempts: () => Promise<void>;
  /** Resolves when the visit ends. */
  over: Promise<void>;
}

interface Fixtures {
  /**
   * Takes a visitor to a state. Scripts are on once it is reached, because
   * examining a page needs them.
   */
  visit: (state: State, mode: Mode) => Promise<Visit>;
}

const attempts = 8;
const addressHeader = "X-Audit-Visitor";
let visitors = 0;

export const test = base.extend<Fixtures, { site: TestSite }>({
  // The limit counts each visitor separately.
  site: [
    async ({ supabase }, use) => {
      const site = await startSite({
        ...supabase.env,
        CLIENT_IP_HEADER: addressHeader,
        RATE_LIMIT_PER_MINUTE: String(attempts),
        // A form that is being sent stays that way while it is examined.
        SUPABASE_TIMEOUT_MS: "120000",
      });
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],

  visit: async ({ browser, site, supabase }, use, info) => {
    await info.attach("browser", { body: browser.version() });
    const ends: (() => Promise<void>)[] = [];
    await use(async (state, mode) => {
      const address = `visitor-${process.pid}-${visitors++}`;
      const context = await browser.newContext({
        // 1280 x 1024 at 400 % is this small, and the outcome must be visible.
        viewport: { width: 320, height: 256 },
        baseURL: site.url,
        reducedMotion: "reduce",
        extraHTTPHeaders: { [addressHeader]: address },
      });
      const page = await context.newPage();
      // axe is itself a script, and hangs in a context without scripts, so
      // scripts are off only until axe runs.
      const devTools = await context.newCDPSession(page);
      const scripts = (on: boolean) =>
        devTools.send("Emulation.setScriptExecutionDisabled", { value: !on });

      let end = () => {};
      const over = new Promise<void>((resolve) => (end = resolve));
      ends.push(async () => {
        supabase.behave(async () => {});
        end();
        await context.close();
      });

      const visit: Visit = {
        page,
        supabase,
        email: newAddress(),
        status: undefined,
        over,
        arrived: async () => {
          if (mode === "javascript") await scriptIsThere(page);
        },
        answerTo: async (submission) => {
          const answer = page.waitForEvent("requestfinished", {
            predicate: (request) => request.method() === "POST",
          });
          const failed = page.waitForEvent("requestfailed");
          await submission();
          const request = await Promise.race([answer, failed]);
          visit.status = (await request.response())?.status();
          await expect(page.locator("button[aria-disabled]")).toHaveCount(0);
        },
        useUpAttempts: async () => {
          for (let count = 0; count < attempts; count++) {
            await fetch(site.url, {
              method: "POST",
              body: new URLSearchParams(),
              headers: { [addressHeader]: address },
            });
          }
        },
      };
      await scripts(mode === "javascript");
      const response = await page.goto(state.path);
      visit.status = response?.status();
      await visit.arrived();
      await state.bring?.(visit);
      await scripts(true);
      return visit;
    });
    for (const end of ends) await end();
  },
});
