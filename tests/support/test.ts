import { test as base } from "playwright/test";
import type { Page } from "playwright/test";
import { startSite } from "./site";
import type { TestSite } from "./site";
import { startSupabase } from "./supabase";
import type { TestSupabase } from "./supabase";

interface WorkerFixtures {
  supabase: TestSupabase;
  /** What the site is started with. */
  settings: Record<string, string>;
  site: TestSite;
}

interface TestFixtures {
  /** Opens a page of the site, and waits for its script where there is one. */
  open: (path?: string) => Promise<void>;
}

/** The built site on a database of the worker's own. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  supabase: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures that are needed from this pattern
    async ({}, use) => {
      const supabase = await startSupabase();
      await use(supabase);
      await supabase.stop();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ supabase }, use) => use(supabase.env),
    { scope: "worker" },
  ],
  site: [
    async ({ settings }, use) => {
      const site = await startSite({ RATE_LIMIT_PER_MINUTE: "0", ...settings });
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  open: async ({ page, javaScriptEnabled }, use) => {
    await use(async (path = "/") => {
      await page.goto(path);
      if (javaScriptEnabled) await scriptIsThere(page);
    });
  },
});

/**
 * Turns to a form, where there is one, and waits for the script that comes then.
 * React marks the nodes that it has taken over.
 */
export const scriptIsThere = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll("main form[method=post]")].every((form) => {
      form.dispatchEvent(new Event("pointerover", { bubbles: true }));
      return Object.keys(form).some((key) => key.startsWith("__react"));
    }),
  );

let counter = 0;

/** An address that no other test uses. */
export const newAddress = () =>
  `raver-${process.pid}-${Date.now()}-${counter++}@example.com`;
