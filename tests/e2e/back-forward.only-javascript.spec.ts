import { expect } from "playwright/test";
import type { Browser, BrowserContext, Page } from "playwright/test";
import { chromium } from "playwright";
import { hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { consent } from "~/content/site";
import { signupToasts } from "~/forms/signup";
import {
  fillIn,
  isStoredOnce,
  moments,
  waiting,
} from "../support/fixtures/delivery";
import {
  openDevtools,
  placeOf,
  watchButton,
} from "../support/fixtures/devtools";
import { shownForms } from "../support/fixtures/forms";
import { holdInserts } from "../support/fixtures/gate";
import { newAddress, test as base } from "../support/fixtures/test";
import { findBrowser } from "@kandi/auditor/browser";

// One worker is enough for this site and browser.
base.describe.configure({ mode: "default" });

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
    async ({ launchOptions }, use) => {
      const browser = await chromium.launch({
        ...launchOptions,
        executablePath: findBrowser(),
        ignoreDefaultArgs: ["--disable-back-forward-cache"],
      });
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

/** Marks a page restored from the back/forward cache. */
const tellRestored = (page: Page) =>
  page.addInitScript(() => {
    window.addEventListener("pageshow", (event) => {
      document.documentElement.dataset.restored = String(event.persisted);
    });
  });

/** Playwright's goBack waits for a load, which the cache skips. */
async function goBack(page: Page) {
  await page.evaluate(() => history.back());
  await expect(page.locator("html")).toHaveAttribute("data-restored", "true");
}

test("a page restored from the back/forward cache sends its form again, and has a working button", async ({
  page,
  open,
  supabase,
}) => {
  const { release } = holdInserts(supabase);
  await tellRestored(page);
  await open();
  const address = newAddress();
  const email = page.getByLabel(hero.form.emailLabel).first();
  await email.fill(address);
  await email.press("Enter");
  await expect(
    page.getByRole("button", { name: hero.form.sending }),
  ).toBeDisabled();

  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: pages.terms.label })
    .click();
  await expect(page).toHaveURL("/terms");
  await goBack(page);
  await expect(
    page.getByRole("button", { name: hero.form.sending }),
  ).toBeEnabled();
  await expect(email).toHaveValue(address);

  release();
  await expect(page.getByRole("dialog")).toContainText(
    signupToasts.stored.title,
  );
  expect(await supabase.signups(address)).toHaveLength(1);
});

test("so does one whose form was being sent before React loaded, where there is no Navigation API", async ({
  page,
  supabase,
}) => {
  const inserts = holdInserts(supabase);
  await page.route("**/*.js", (route) => route.abort());
  await tellRestored(page);
  await page.addInitScript(
    () => void Reflect.deleteProperty(window, "navigation"),
  );
  const button = await watchButton(page);
  await page.goto("/");
  const devtools = await openDevtools(page);
  const address = newAddress();
  const email = page.getByLabel(hero.form.emailLabel).first();
  await email.fill(address);
  const link = await placeOf(page, consent.terms);
  await devtools.press("Enter");
  await expect.poll(button).toBe(`${hero.form.sending} (disabled)`);
  await expect.poll(inserts.count).toBe(1);

  await devtools.click(link);
  await expect(page).toHaveURL("/terms");
  await goBack(page);
  await expect.poll(button).toBe(hero.form.sending);
  await expect(email).toHaveValue(address);

  inserts.release();
  await expect(page.getByRole("dialog")).toContainText(
    signupToasts.stored.title,
  );
  expect(await supabase.signups(address)).toHaveLength(1);
});

for (const when of moments) {
  for (const shown of shownForms) {
    test(`a page restored while its form ${shown.id}, sent ${when} React came, waits for the network stores it once and is answered once`, async ({
      page,
      supabase,
    }) => {
      await tellRestored(page);
      const filledIn = await fillIn({ page, supabase }, shown, when);
      const { address, email, button, press } = filledIn;
      const { path } = shown.form;
      await page.route(path, (route) =>
        route.request().method() === "POST" ? route.abort() : route.fallback(),
      );
      await press();
      await expect(waiting(page)).toBeVisible();

      await page
        .getByRole("contentinfo")
        .getByRole("link", { name: pages.terms.label })
        .click();
      await expect(page).toHaveURL(pages.terms.path);
      await goBack(page);
      await expect(waiting(page)).toBeVisible();
      await expect(button).toBeEnabled();
      await expect(email).toHaveValue(address);

      await page.unroute(path);
      await isStoredOnce(filledIn);
    });
  }
}
