import { expect } from "playwright/test";
import type { Browser, BrowserContext } from "playwright/test";
import { launchWhole } from "@kandi/auditor";
import { findBrowser } from "@kandi/auditor/browser";
import { pages } from "~/content/pages";
import {
  fillIn,
  heroForm,
  isStoredOnce,
  moments,
  waiting,
} from "../support/fixtures/delivery";
import type { FilledIn } from "../support/fixtures/delivery";
import { holdInserts } from "../support/fixtures/gate";
import { test as base } from "../support/fixtures/test";

/** A headless shell has no back/forward cache, and Playwright disables it. */
const test = base.extend<
  { context: BrowserContext },
  { settings: Record<string, string>; cachingBrowser: Browser }
>({
  // Tests look at the button before the site's own timeout expires.
  settings: [
    async ({ supabase }, use) =>
      use({ ...supabase.env, SUPABASE_TIMEOUT_MS: "60000" }),
    { scope: "worker" },
  ],
  cachingBrowser: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures that are needed from this pattern
    async ({}, use) => {
      const browser = await launchWhole();
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
  context: async ({ cachingBrowser, baseURL }, use) => {
    const context = await cachingBrowser.newContext({ baseURL });
    await use(context);
    await context.close();
  },
});

test.skip(!findBrowser(), "not installed: a whole Chromium");

/** What a form waits for as its visitor leaves; each returns what ends that. */
const waits = {
  "for a late answer": async ({ supabase, press, button }: FilledIn) => {
    const inserts = holdInserts(supabase);
    await press();
    await expect(button).toBeDisabled();
    await expect.poll(inserts.count).toBe(1);
    return inserts.release;
  },
  "for the network": async ({ page, shown, press }: FilledIn) => {
    const { path } = shown.form;
    await page.route(path, (route) =>
      route.request().method() === "POST" ? route.abort() : route.fallback(),
    );
    await press();
    await expect(waiting(page)).toBeVisible();
    return () => page.unroute(path);
  },
};

for (const when of moments) {
  for (const [what, wait] of Object.entries(waits)) {
    test(`a page from the back/forward cache whose form, sent ${when} React came, waits ${what} has a working button, stores it once and is answered once`, async ({
      page,
      supabase,
    }) => {
      await page.addInitScript((isOld) => {
        if (isOld) Reflect.deleteProperty(window, "navigation");
        window.addEventListener("pageshow", (event) => {
          document.documentElement.dataset.restored = String(event.persisted);
        });
      }, when === "before");
      const filledIn = await fillIn({ page, supabase }, heroForm, when);
      const { address, email, button } = filledIn;
      const end = await wait(filledIn);

      const { label, path } = pages.terms;
      await page.getByRole("contentinfo").getByText(label).click();
      await expect(page).toHaveURL(path);
      // Playwright's goBack waits for a load, which the cache skips.
      await page.evaluate(() => history.back());
      const html = page.locator("html");
      await expect(html).toHaveAttribute("data-restored", "true");
      await expect(button).toBeEnabled();
      await expect(email).toHaveValue(address);

      await end();
      await isStoredOnce(filledIn);
    });
  }
}
