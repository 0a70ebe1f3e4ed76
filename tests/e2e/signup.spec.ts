import { dismissLabel } from "~/content/delivery";
import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { callToAction, crew, hero, keepsake } from "~/content/landing";
import { skipLink } from "~/content/site";
import { signupToasts } from "~/forms/signup";
import type { SignupSource } from "~/forms/signup";
import {
  newAddress,
  refusedTitle,
  test,
  urlAfter,
} from "../support/fixtures/test";

const buttons: Record<SignupSource, string> = {
  hero_section: hero.form.button,
  cta_section: callToAction.form.button,
};

const formsOf = (page: Page) => ({
  hero_section: formFrom(page, "hero_section"),
  cta_section: formFrom(page, "cta_section"),
});

function formFrom(page: Page, source: SignupSource) {
  const form = page
    .locator("form")
    .filter({ has: page.getByRole("button", { name: buttons[source] }) });
  const email = form.getByLabel(hero.form.emailLabel);
  return { email, button: form.getByRole("button") };
}

const toast = (page: Page) => page.getByRole("main").getByRole("dialog");

for (const source of ["hero_section", "cta_section"] as const) {
  test(`the form of ${source} puts an address on the list, says so in view, and gives its visitor a keepsake`, async ({
    page,
    open,
    site,
    supabase,
    javaScriptEnabled,
  }) => {
    const address = newAddress();
    await page.setViewportSize({ width: 320, height: 568 });
    await open();
    const { email, button } = formFrom(page, source);
    const invitation = page.getByText(crew);
    await expect(invitation).toHaveCount(0);
    await email.fill(`  ${address.toUpperCase()} `);
    await button.click();

    const { title, text } = signupToasts.stored;
    await expect(toast(page)).toContainText(title);
    await expect(toast(page)).toContainText(text);
    await expect(toast(page)).toBeInViewport({ ratio: 0.9 });
    await expect(page).toHaveURL(urlAfter("/", javaScriptEnabled));
    await expect(page).not.toHaveTitle(refusedTitle);
    await expect(invitation).toBeVisible();
    // Both forms stand as before: a friend beside the visitor joins there.
    for (const shown of Object.values(formsOf(page))) {
      await expect(shown.email).toHaveValue("");
      await expect(shown.button).toBeEnabled();
    }
    await expect(button).toHaveText(buttons[source]);
    await expect(page.getByText(hero.tagline)).toHaveCount(0);

    const kept = toast(page);
    await expect(kept).toContainText(keepsake.rarity);
    await expect(kept.getByRole("button")).toHaveCount(0);
    // A script adds the visitor's bracelet to the link.
    const publicUrl = `http://localhost:${new URL(site.url).port}`;
    const path = javaScriptEnabled ? "/#kandi-[0-5]{8}" : "";
    const [link = ""] =
      (await kept.innerText()).match(new RegExp(`${publicUrl}${path}$`, "m")) ??
      [];
    expect(link).not.toBe("");
    for (const scheme of ["sms", "mailto"]) {
      const href = await kept
        .locator(`[href^=${scheme}]`)
        .evaluate((button) => (button as HTMLAnchorElement).href);
      expect(new URL(href).searchParams.get("body")).toBe(
        `${keepsake.message} ${link}`,
      );
    }
    await expect(
      kept.getByRole("link", { name: keepsake.linkText }),
    ).toHaveAttribute("href", /^mailto:/);

    const rows = await supabase.rows(
      "select email, signup_source from beta_signups where email = $1",
      [address],
    );
    expect(rows).toEqual([{ email: address, signup_source: source }]);
  });
}

test("a refusal comes first in the page, and leads to the field that it names", async ({
  page,
  open,
  javaScriptEnabled,
}) => {
  await open();
  const { email, button } = formFrom(page, "cta_section");
  await email.fill("nobody@localhost");
  await button.click();
  const { title, text } = signupToasts.emailInvalid;
  await expect(toast(page)).toContainText(title);
  await expect(page).toHaveTitle(refusedTitle);
  await expect(toast(page)).toBeFocused();
  const first = page.getByRole("main").locator("p, h1, h2, a").first();
  await expect(first).toHaveText(title);
  await toast(page).getByRole("link", { name: text }).click();
  const id = await email.getAttribute("id");
  if (javaScriptEnabled) await expect(email).toBeFocused();
  else await expect(page).toHaveURL(`/#${id}`);

  // A link within the page keeps the refusal.
  await page.getByRole("link", { name: skipLink }).press("Enter");
  await expect(page).toHaveURL("/#main");
  await expect(toast(page)).toBeVisible();
  await expect(page).toHaveTitle(refusedTitle);
  await expect(email).toHaveAttribute("aria-invalid", "true");
});

test("dismissing a toast makes no request and loses nothing", async ({
  page,
  open,
}) => {
  await open();
  const { email, button } = formFrom(page, "hero_section");
  await email.fill("nobody@localhost");
  await button.click();
  await expect(toast(page)).toBeFocused();

  const requests: string[] = [];
  page.on("request", (request) => {
    // Some browsers request the icon by themselves.
    if (!request.url().endsWith("/favicon.svg")) requests.push(request.url());
  });
  await toast(page).getByRole("button", { name: dismissLabel }).click();
  await expect(toast(page)).toBeHidden();
  await expect(email).toHaveValue("nobody@localhost");
  expect(requests).toEqual([]);
});
