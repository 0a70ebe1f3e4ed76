import { expect } from "playwright/test";
import type { BrowserContext } from "playwright/test";
import { chromium } from "playwright";
import { newAddress, test as base } from "../support/test";

/** Playwright turns the back/forward cache off: here it is wanted. */
const test = base.extend<{ context: BrowserContext }>({
  context: async ({ launchOptions, baseURL }, use) => {
    const browser = await chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    });
    const context = await browser.newContext({ baseURL });
    await use(context);
    await browser.close();
  },
});

test("a page out of the back/forward cache has its button usable", async ({
  page,
  open,
  supabase,
}) => {
  let release = () => {};
  const answered = new Promise<void>((resolve) => (release = resolve));
  supabase.behave(() => answered);
  await page.addInitScript(() => {
    window.addEventListener("pageshow", (event) => {
      document.documentElement.dataset.restored = String(event.persisted);
    });
  });
  await open();
  const address = newAddress();
  const email = page.getByLabel("Email address").first();
  await email.fill(address);
  await email.press("Enter");
  await expect(page.getByRole("button", { name: "Joining..." })).toBeDisabled();

  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: "Terms" })
    .click();
  await expect(page).toHaveURL("/terms");
  // Playwright waits for a load that this way back does not have.
  await page.evaluate(() => history.back());
  await expect(page.locator("html")).toHaveAttribute("data-restored", "true");
  await expect(page.getByRole("button", { name: "Join Beta" })).toBeEnabled();
  await expect(email).toHaveValue(address);

  release();
  supabase.behave(() => Promise.resolve());
  await page.getByRole("button", { name: "Join Beta" }).click();
  await expect(page.getByRole("dialog")).toContainText("Thank You");
});
