import { expect } from "playwright/test";
import { launchWhole } from "@kandi/auditor";
import { findBrowser } from "@kandi/auditor/browser";
import { dismissLabel } from "~/content/delivery";
import { errorPages } from "~/content/errors";
import { callToAction, hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { emailMessages, tooManyAttempts } from "~/forms/answer";
import { signupToasts } from "~/forms/signup";
import {
  contactOn,
  fillIn,
  isStoredOnce,
  losePosts,
  moments,
  rowsOf,
  waiting,
} from "../support/fixtures/delivery";
import type { FilledIn } from "../support/fixtures/delivery";
import { shownForms } from "../support/fixtures/forms";
import { gate, holdInserts } from "../support/fixtures/gate";
import { freePort, startSite } from "../support/fixtures/site";
import { newAddress, test } from "../support/fixtures/test";

/** A headless shell has no back/forward cache, and Playwright disables it. */
const cachingTest = test.extend({
  context: async ({ baseURL }, use) => {
    const browser = await launchWhole();
    await use(await browser.newContext({ baseURL }));
    await browser.close();
  },
});

for (const when of moments) {
  test(`without a network a form sent ${when} React came says so once and stays, and a press tries at once, with what it then holds`, async ({
    page,
    supabase,
    toast,
  }) => {
    const form = await fillIn({ page, supabase }, when);
    const { address, email, button, sending, press } = form;
    const comeBack = await losePosts(page);
    await press();
    await expect(waiting(page)).toBeVisible();
    await expect(waiting(page)).toHaveCount(1);
    await expect(button).toBeEnabled();
    await expect(button).toHaveText(sending);
    await expect(email).toHaveValue(address);
    await expect(toast).toHaveCount(0);
    const changed = newAddress();
    await email.fill(changed);
    comeBack();
    await press();
    await expect(toast).toContainText(signupToasts.stored.title);
    expect(await supabase.signups(changed)).toHaveLength(1);
    expect(await supabase.signups(address)).toHaveLength(0);
  });

  test(`a form sent ${when} React came waits while a gateway answers 502, 503, 504 or 521 in the site's place, and is stored once`, async ({
    page,
    supabase,
    toast,
  }) => {
    const form = await fillIn({ page, supabase }, when);
    const statuses = [502, 503, 504, 521];
    await page.route("/", async (route) => {
      const isPost = route.request().method() === "POST";
      const status = isPost && statuses.shift();
      if (!status) return route.fallback();
      const body = "<html><main><h1>Bad Gateway";
      await route.fulfill({ status, contentType: "text/html", body });
    });
    while (statuses.length > 0) {
      const answered = page.waitForResponse("/");
      await form.press();
      await answered;
      await expect(waiting(page)).toBeVisible();
      await expect(toast).toHaveCount(0);
      await expect(form.email).toHaveValue(form.address);
    }
    await form.press();
    await isStoredOnce(form);
  });

  test(`a form sent ${when} React came says so on its button alone, is posted once however often that is pressed, again after 20 s without an answer, and stored once`, async ({
    page,
    supabase,
  }) => {
    const form = await fillIn({ page, supabase }, when);
    const inserts = holdInserts(supabase);
    await page.clock.install();
    await form.button.dblclick();
    await expect(form.button).toBeDisabled();
    await expect(form.button).toHaveText(form.sending);
    const other = page.getByRole("button", { name: callToAction.form.button });
    await expect(other).toBeEnabled();
    await expect.poll(inserts.count).toBe(1);
    await page.clock.fastForward("00:20");
    await expect(waiting(page)).toBeVisible();
    expect(inserts.count()).toBe(1);
    await page.clock.fastForward("00:01");
    await expect.poll(inserts.count).toBe(2);
    inserts.release();
    await isStoredOnce(form);
  });

  test(
    `each form sent ${when} React came is stored once and answered once by a site that restarts, though its first answer is lost`,
    { tag: "@slow" },
    async ({ browser, supabase }) => {
      const settings = { ...supabase.env, PORT: String(await freePort()) };
      const first = await startSite(settings);
      const forms: FilledIn[] = [];
      for (const shown of shownForms) {
        const page = await browser.newPage({ baseURL: first.url });
        const visit = { page, supabase };
        forms.push(await fillIn(visit, when, newAddress(), shown));
      }
      const inserts = holdInserts(supabase);
      for (const { press } of forms) await press();
      await expect.poll(inserts.count).toBe(forms.length);
      await first.stop("SIGKILL");
      // The site has gone when the rows are stored.
      inserts.release();
      for (const form of forms) {
        await expect.poll(() => rowsOf(form)).toHaveLength(1);
        await expect(waiting(form.page)).toBeVisible();
      }
      const second = await startSite(settings);
      for (const form of forms) {
        await isStoredOnce(form);
        await form.page.close();
      }
      await second.stop();
    },
  );

  cachingTest(
    `a page from the back/forward cache whose form, sent ${when} React came, waits for an answer or for the network has a working button, and is stored once`,
    async ({ page, supabase }) => {
      test.skip(!findBrowser(), "not installed: a whole Chromium");
      await page.addInitScript(() => {
        addEventListener("pageshow", ({ persisted }) => {
          document.documentElement.dataset.restored = String(persisted);
        });
      });
      const form = await fillIn({ page, supabase }, when);
      const leaveAndReturn = async () => {
        const { label, path } = pages.terms;
        await page.getByRole("contentinfo").getByText(label).click();
        await expect(page).toHaveURL(path);
        // Playwright's goBack waits for a load, which the cache skips.
        await page.evaluate(() => history.back());
        const html = page.locator("html");
        await expect(html).toHaveAttribute("data-restored", "true");
        await expect(form.button).toBeEnabled();
        await expect(form.email).toHaveValue(form.address);
      };
      const inserts = holdInserts(supabase);
      await form.press();
      await expect(form.button).toBeDisabled();
      await expect.poll(inserts.count).toBe(1);
      // It is sent again at once, and that is lost.
      const comeBack = await losePosts(page);
      await leaveAndReturn();
      await expect(waiting(page)).toBeVisible();
      await leaveAndReturn();
      comeBack();
      inserts.release();
      await isStoredOnce(form);
    },
  );

  test(`what is typed, there and in another form, while a form sent ${when} React came is on its way stays if it is refused, and can be sent`, async ({
    page,
    supabase,
    toast,
  }) => {
    const form = await fillIn({ page, supabase }, when, "ann@example");
    const other = page.getByLabel(hero.form.emailLabel).last();
    const answer = gate();
    await page.route("/", async (route) => {
      await answer.opened;
      await route.continue();
    });
    // It is sent with what it holds then, a moment after the press.
    await Promise.all([page.waitForRequest("/"), form.press()]);
    const address = newAddress();
    await form.email.fill(address);
    await other.fill("typed@example.com");
    answer.open();
    await expect(toast).toContainText(emailMessages.invalid);
    await expect(toast).toBeFocused();
    await expect(form.email).toHaveValue(address);
    await expect(form.email).toHaveAttribute("aria-invalid", "true");
    await expect(other).toHaveValue("typed@example.com");
    await form.press();
    await isStoredOnce({ ...form, address });
  });

  test(`a message that is too large, sent ${when} React came, gets an error, and stays`, async ({
    page,
    supabase,
    toast,
  }) => {
    const visit = { page, supabase };
    const form = await fillIn(visit, when, newAddress(), contactOn);
    const message = "x".repeat(140_000);
    await form.fill({ message });
    await form.press();
    await expect(toast).toContainText(errorPages[413]?.heading ?? "");
    await expect(form.field("message")).toHaveValue(message);
  });
}

const { failed } = signupToasts;

for (const [when, status, { text }, Location] of [
  ["before", 429, tooManyAttempts, ""],
  ["after", 429, tooManyAttempts, ""],
  ["before", 500, failed, ""],
  ["after", 500, failed, ""],
  ["after", 403, failed, ""],
  ...moments.flatMap((when) => [
    [when, 303, failed, "/"] as const,
    [when, 303, failed, "/privacy"] as const,
    // The answer to a stored form leads elsewhere.
    [when, 303, failed, "/privacy?toast=e30"] as const,
  ]),
] as const) {
  test(`an answer ${status}${Location && ` to ${Location}`} in the site's place, ${when} React came, leaves its forms as they were, and the next try stores one`, async ({
    page,
    supabase,
    toast,
  }) => {
    const form = await fillIn({ page, supabase }, when);
    const sentKey = await form.key.inputValue();
    const other = page.getByLabel(hero.form.emailLabel).last();
    await other.fill("typed@example.com");
    const headers = { "Content-Type": "text/html", Location };
    await page.route("/", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status, headers, body: "<h1>Bad" })
        : route.fallback(),
    );
    await form.press();
    await expect(toast).toContainText(text);
    await expect(toast).toBeFocused();
    await expect(form.email).toHaveValue(form.address);
    await expect(form.button).toBeEnabled();
    await expect(other).toHaveValue("typed@example.com");
    expect(await form.key.inputValue()).toBe(sentKey);
    await page.getByRole("button", { name: dismissLabel }).click();
    await page.unroute("/");
    await form.press();
    await isStoredOnce(form);
  });
}
