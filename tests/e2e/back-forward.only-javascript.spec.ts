import { expect } from "playwright/test";
import { launchWhole } from "@kandi/auditor";
import { findBrowser } from "@kandi/auditor/browser";
import { pages } from "~/content/pages";
import {
  fillIn,
  isStoredOnce,
  losePosts,
  moments,
  waiting,
} from "../support/fixtures/delivery";
import { holdInserts } from "../support/fixtures/gate";
import { test as base } from "../support/fixtures/test";

/** A headless shell has no back/forward cache, and Playwright disables it. */
const test = base.extend({
  context: async ({ baseURL }, use) => {
    const browser = await launchWhole();
    await use(await browser.newContext({ baseURL }));
    await browser.close();
  },
});

test.skip(!findBrowser(), "not installed: a whole Chromium");

for (const when of moments) {
  test(`a page from the back/forward cache whose form, sent ${when} React came, waits for an answer or for the network has a working button, stores it once and is answered once`, async ({
    page,
    supabase,
  }) => {
    await page.addInitScript(() => {
      addEventListener("pageshow", ({ persisted }) => {
        document.documentElement.dataset.restored = String(persisted);
      });
    });
    const filledIn = await fillIn({ page, supabase }, when);
    const { address, email, button, press } = filledIn;
    const leaveAndReturn = async () => {
      const { label, path } = pages.terms;
      await page.getByRole("contentinfo").getByText(label).click();
      await expect(page).toHaveURL(path);
      // Playwright's goBack waits for a load, which the cache skips.
      await page.evaluate(() => history.back());
      const html = page.locator("html");
      await expect(html).toHaveAttribute("data-restored", "true");
      await expect(button).toBeEnabled();
      await expect(email).toHaveValue(address);
    };
    const inserts = holdInserts(supabase);
    await press();
    await expect(button).toBeDisabled();
    await expect.poll(inserts.count).toBe(1);
    // It is sent again at once, and that is lost.
    const comeBack = await losePosts(page);
    await leaveAndReturn();
    await expect(waiting(page)).toBeVisible();
    await leaveAndReturn();
    comeBack();
    inserts.release();
    await isStoredOnce(filledIn);
  });
}
