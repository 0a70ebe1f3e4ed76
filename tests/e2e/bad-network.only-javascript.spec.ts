import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { waitingForNetwork } from "~/content/delivery";
import { hero } from "~/content/landing";
import { contactForm, contactToasts } from "~/forms/contact";
import { signupForm, signupToasts } from "~/forms/signup";
import { changes } from "../support/fixtures/changes";
import { neededFields, shownForms } from "../support/fixtures/forms";
import type { ShownForm } from "../support/fixtures/forms";
import { startTlsProxy } from "../support/fixtures/tls-proxy";
import { freePort, startSite } from "../support/fixtures/site";
import type { TestSupabase } from "../support/fixtures/supabase";
import { newAddress, scriptIsThere, test } from "../support/fixtures/test";
import { fieldId } from "~/forms/definition";

const toast = (page: Page) => page.locator("main dialog[open]");
const waiting = (page: Page) => page.getByText(waitingForNetwork);

/** Opens a form's page with React or without it, and fills in the form. */
async function fillIn(
  page: Page,
  { form, id }: ShownForm,
  when: "before" | "after",
  address = newAddress(),
) {
  if (when === "before") {
    await page.route("**/*.js", (route) => route.abort());
  }
  await page.goto(form.path);
  if (when === "after") await scriptIsThere(page);
  const fields = Object.entries(neededFields(form, address));
  for (const [name, value] of fields) {
    await page.locator(`#${fieldId(id, name)}`).fill(value);
  }
  const own = page.locator(`form:has(#${fieldId(id, "email")})`);
  const button = own.locator("[data-sending]");
  return { address, button, press: () => button.click() };
}

const rowsOf = (supabase: TestSupabase, { form }: ShownForm, email: string) =>
  supabase.rows(`select from ${form.table} where email = $1`, [email]);

const [heroForm] = shownForms.filter(
  ({ form }) => form.name === signupForm.name,
);
if (!heroForm) throw new Error("There is no signup form.");

for (const when of ["before", "after"] as const) {
  for (const shown of shownForms) {
    const { form, id } = shown;
    test(`the form ${id}, sent ${when} React came without a network, waits for it and is stored once`, async ({
      page,
      context,
      supabase,
    }) => {
      const { address, button, press } = await fillIn(page, shown, when);
      const sendingLabel = await button.getAttribute("data-sending");
      await context.setOffline(true);
      await press();
      await expect(waiting(page)).toBeVisible();
      await expect(waiting(page)).toHaveCount(1);
      await expect(button).toBeEnabled();
      await expect(button).toHaveText(sendingLabel ?? "");
      await expect(page.locator(`#${fieldId(id, "email")}`)).toHaveValue(
        address,
      );
      await expect(toast(page)).toHaveCount(0);
      await context.setOffline(false);
      await expect(toast(page)).toContainText(form.toasts.stored.title);
      await expect(toast(page)).toBeFocused();
      await expect(waiting(page)).toHaveCount(0);
      expect(await rowsOf(supabase, shown, address)).toHaveLength(1);
      await page.reload();
      await expect(toast(page)).toHaveCount(0);
    });
  }

  test(`an answer that is lost ${when} React came is asked for again, and the row is stored once`, async ({
    page,
    supabase,
  }) => {
    const { address, press } = await fillIn(page, heroForm, when);
    let lost = 0;
    await page.route("/", async (route) => {
      if (route.request().method() === "POST" && lost++ === 0) {
        await route.fetch({ maxRedirects: 0 });
        await route.abort();
      } else await route.fallback();
    });
    await press();
    await expect(toast(page)).toContainText(signupToasts.stored.title);
    expect(lost).toBe(2);
    expect(await supabase.signups(address)).toHaveLength(1);
  });

  test(`a press while a form waits ${when} React came tries at once, with what the form then holds`, async ({
    page,
    supabase,
  }) => {
    const { address, press } = await fillIn(page, heroForm, when);
    let isDown = true;
    await page.route("/", (route) =>
      isDown && route.request().method() === "POST"
        ? route.abort()
        : route.fallback(),
    );
    await press();
    await expect(waiting(page)).toBeVisible();
    const changed = newAddress();
    await page.getByLabel(hero.form.emailLabel).first().fill(changed);
    isDown = false;
    await press();
    await expect(toast(page)).toContainText(signupToasts.stored.title);
    expect(await supabase.signups(changed)).toHaveLength(1);
    expect(await supabase.signups(address)).toHaveLength(0);
  });

  test(`a site that restarts while a form waits ${when} React came stores it once`, async ({
    browser,
    supabase,
  }) => {
    const PORT = String(await freePort());
    const settings = { ...supabase.env, PORT };
    const first = await startSite(settings);
    const page = await browser.newPage({ baseURL: first.url });
    const { address, press } = await fillIn(page, heroForm, when);
    await first.stop("SIGKILL");
    await press();
    await expect(waiting(page)).toBeVisible();
    const second = await startSite(settings);
    await expect(toast(page)).toContainText(signupToasts.stored.title);
    expect(await supabase.signups(address)).toHaveLength(1);
    await page.close();
    await second.stop();
  });

  test(`over the limit ${when} React came, a form stays and is told to wait`, async ({
    browser,
    supabase,
  }) => {
    const site = await startSite({
      ...supabase.env,
      RATE_LIMIT_PER_MINUTE: "1",
    });
    const page = await browser.newPage({ baseURL: site.url });
    for (let presses = 0; presses < 2; presses++) {
      const { address, press } = await fillIn(page, heroForm, when);
      await press();
      if (presses === 0) {
        await expect(toast(page)).toContainText(signupToasts.stored.title);
        continue;
      }
      await expect(toast(page)).toContainText("Too many attempts.");
      await expect(page.getByLabel(hero.form.emailLabel).first()).toHaveValue(
        address,
      );
      expect(await supabase.signups(address)).toHaveLength(0);
    }
    await page.close();
    await site.stop();
  });
}

test("a visitor without cookies is told the outcome in place", async ({
  browser,
  supabase,
}) => {
  const PORT = String(await freePort());
  const proxy = await startTlsProxy(Number(PORT));
  const SITE_URL = proxy.url;
  const site = await startSite({ ...supabase.env, PORT, SITE_URL });
  proxy.drop("Set-Cookie");
  const page = await browser.newPage({
    baseURL: SITE_URL,
    ignoreHTTPSErrors: true,
  });
  const shown = shownForms.find(({ form }) => form.path === contactForm.path);
  if (!shown) throw new Error("There is no contact form.");
  const { address, press } = await fillIn(page, shown, "before");
  await press();
  await expect(toast(page)).toContainText(contactToasts.stored.text);
  await expect(toast(page)).not.toContainText(address);
  expect(await supabase.messages(address)).toHaveLength(1);
  await page.close();
  await site.stop();
  await proxy.stop();
});

for (const [what, change] of Object.entries(changes)) {
  test(`a page with ${what} waits for the network, too, and its form is stored once`, async ({
    page,
    context,
    supabase,
  }) => {
    const { address, press } = await fillIn(page, heroForm, "before");
    await page.evaluate(change);
    await context.setOffline(true);
    await press();
    await expect(waiting(page)).toBeVisible();
    await context.setOffline(false);
    await expect(toast(page)).toContainText(signupToasts.stored.title);
    expect(await supabase.signups(address)).toHaveLength(1);
  });
}

test("a refusal from before React came stays when React comes, and the next answer is seen even if it was dismissed", async ({
  page,
}) => {
  const { press } = await fillIn(page, heroForm, "before", "nobody@localhost");
  await press();
  await expect(toast(page)).toContainText(signupToasts.emailInvalid.text);
  const email = page.getByLabel(hero.form.emailLabel).first();
  await expect(email).toHaveValue("nobody@localhost");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await toast(page).getByRole("button").click();
  await page.unrouteAll();
  await email.press("Enter");
  await expect(toast(page)).toBeFocused();
});
