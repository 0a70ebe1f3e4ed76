import { expect } from "playwright/test";
import { dismissLabel } from "~/content/delivery";
import { errorPages } from "~/content/errors";
import { callToAction, hero } from "~/content/landing";
import { tooManyAttempts } from "~/forms/answer";
import { idempotencyKeyName } from "~/forms/definition";
import { signupToasts } from "~/forms/signup";
import {
  contactField,
  fillContact,
  sendContact,
} from "../support/fixtures/contact";
import {
  fillIn,
  isStoredOnce,
  losePosts,
  moments,
  waiting,
} from "../support/fixtures/delivery";
import type { FilledIn } from "../support/fixtures/delivery";
import { shownForms } from "../support/fixtures/forms";
import { holdInserts } from "../support/fixtures/gate";
import { freePort, startSite } from "../support/fixtures/site";
import { newAddress, scriptIsThere, test } from "../support/fixtures/test";

for (const when of moments) {
  test(`without a network a form sent ${when} React came says so once and stays, and a press tries at once, with what it then holds`, async ({
    page,
    supabase,
    toast,
  }) => {
    const { address, email, button, press } = await fillIn(
      { page, supabase },
      when,
    );
    const label = (await button.getAttribute("data-sending")) ?? "";
    const comeBack = await losePosts(page);
    await press();
    await expect(waiting(page)).toBeVisible();
    await expect(waiting(page)).toHaveCount(1);
    await expect(button).toBeEnabled();
    await expect(button).toHaveText(label);
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

  test(`a form sent ${when} React came says so on its button alone, is posted once however often that is pressed, again after 20 s without an answer, and stored once`, async ({
    page,
    supabase,
  }) => {
    const filledIn = await fillIn({ page, supabase }, when);
    const { button } = filledIn;
    const label = (await button.getAttribute("data-sending")) ?? "";
    const inserts = holdInserts(supabase);
    await page.clock.install();
    await button.dblclick();
    await expect(button).toBeDisabled();
    await expect(button).toHaveText(label);
    const other = page.getByRole("button", { name: callToAction.form.button });
    await expect(other).toBeEnabled();
    await expect.poll(inserts.count).toBe(1);
    await page.clock.fastForward("00:20");
    await expect(waiting(page)).toBeVisible();
    expect(inserts.count()).toBe(1);
    await page.clock.fastForward("00:01");
    await expect.poll(inserts.count).toBe(2);
    inserts.release();
    await isStoredOnce(filledIn);
  });

  test(`a message that is too large, sent ${when} React came, gets an error, and stays`, async ({
    page,
    toast,
  }) => {
    if (when === "before")
      await page.route("**/*.js", (route) => route.abort());
    await page.goto("/contact");
    if (when === "after") await scriptIsThere(page);
    const message = "x".repeat(140_000);
    await fillContact(page, { message });
    await sendContact(page);
    await expect(toast).toContainText(errorPages[413]?.heading ?? "");
    await expect(contactField(page, "message")).toHaveValue(message);
  });
}

for (const [when, status, text] of [
  ["before", 429, tooManyAttempts.text],
  ["after", 429, tooManyAttempts.text],
  ["after", 502, signupToasts.failed.text],
] as const) {
  test(`an answer ${status} in the site's place, ${when} React came, leaves its forms as they were, and the next try stores one`, async ({
    page,
    supabase,
    toast,
  }) => {
    const filledIn = await fillIn({ page, supabase }, when);
    const { address, email, button, press } = filledIn;
    const key = page.locator(`[name=${idempotencyKeyName}]`).first();
    const sentKey = await key.inputValue();
    const other = page.getByLabel(hero.form.emailLabel).last();
    await other.fill("typed@example.com");
    const foreign = { status, contentType: "text/html", body: "<h1>Bad" };
    await page.route("/", (route) => route.fulfill(foreign));
    await press();
    await expect(toast).toContainText(text);
    await expect(toast).toBeFocused();
    await expect(email).toHaveValue(address);
    await expect(button).toBeEnabled();
    await expect(other).toHaveValue("typed@example.com");
    expect(await key.inputValue()).toBe(sentKey);
    await page.getByRole("button", { name: dismissLabel }).click();
    await page.unroute("/");
    await press();
    await isStoredOnce(filledIn);
  });
}

test(
  "with a site that restarts, each form is stored once and answered once, with React and without",
  { tag: "@slow" },
  async ({ browser, supabase }) => {
    const settings = { ...supabase.env, PORT: String(await freePort()) };
    const first = await startSite(settings);
    const filledIn: FilledIn[] = [];
    for (const when of moments) {
      for (const shown of shownForms) {
        const page = await browser.newPage({ baseURL: first.url });
        const visit = { page, supabase };
        filledIn.push(await fillIn(visit, when, newAddress(), shown));
      }
    }
    await first.stop("SIGKILL");
    for (const { page, press } of filledIn) {
      await press();
      await expect(waiting(page)).toBeVisible();
    }
    const second = await startSite(settings);
    for (const form of filledIn) {
      await isStoredOnce(form);
      await form.page.close();
    }
    await second.stop();
  },
);
