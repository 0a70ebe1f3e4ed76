import { expect } from "playwright/test";
import { dismissLabel } from "~/content/delivery";
import { callToAction, crew, hero, keepsake } from "~/content/landing";
import { leaveEmpty } from "~/forms/toasts";
import { honeypot } from "~/forms/definition";
import { signupForm, signupToasts } from "~/forms/signup";
import { fillIn, rowsOf } from "../support/visitors/delivery";
import { newAddress, refusedTitle, test } from "../support/visitors/test";

const forms = { hero_section: hero.form, cta_section: callToAction.form };

for (const [source, { button }] of Object.entries(forms)) {
  test(`the form of ${source} puts an address on the list, says so in view, and gives its visitor a keepsake, without a file of React`, async ({
    page,
    site,
    supabase,
    toast,
    javaScriptEnabled,
  }) => {
    const address = newAddress();
    const assets: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/assets/")) assets.push(request.url());
    });
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto("/");
    const invitation = page.getByText(crew);
    await expect(invitation).toHaveCount(0);
    await page.locator(`#${source}_email`).fill(` ${address.toUpperCase()} `);
    await page.getByRole("button", { name: button }).click();

    const { title, text } = signupToasts.stored;
    for (const words of [title, text]) await expect(toast).toContainText(words);
    // Without a script the next page would show another one.
    const own = toast.getByText(`${keepsake.heading} 1 of 1,679,616`);
    await expect(own).toHaveCount(javaScriptEnabled ? 1 : 0);
    await expect(toast.getByText(title)).toBeInViewport({ ratio: 1 });
    const dismiss = toast.getByRole("button", { name: dismissLabel });
    await expect(dismiss).toHaveCount(0);
    // A script takes the ticket of a success out of the address.
    const url = javaScriptEnabled ? "/" : /\/\?toast=[^&]+$/;
    await expect(page).toHaveURL(url);
    await expect(page).not.toHaveTitle(refusedTitle);
    await expect(page.getByText(hero.tagline)).toHaveCount(0);
    // Both forms stand as before: a friend beside the visitor joins there.
    await expect(invitation).toBeVisible();
    for (const { button } of Object.values(forms))
      await expect(page.getByRole("button", { name: button })).toBeEnabled();
    const fields = page.getByLabel(signupForm.fields.email.label);
    for (const field of await fields.all()) await expect(field).toHaveValue("");

    // A script adds the visitor's bracelet to the link.
    const publicUrl = `http://localhost:${new URL(site.url).port}`;
    const path = javaScriptEnabled ? "/#kandi-[0-5]{8}" : "";
    const link = toast.getByText(new RegExp(`^${publicUrl}${path}$`));
    const give = toast.getByRole("link", { name: keepsake.linkText });
    await expect(give).toHaveAttribute("href", /^mailto:/);
    for (const shown of [give, link])
      await expect(shown).toBeInViewport({ ratio: 1 });
    const body = `${keepsake.message} ${await link.innerText()}`;
    for (const scheme of ["sms", "mailto"]) {
      const href = await toast
        .locator(`[href^=${scheme}]`)
        .evaluate((button) => (button as HTMLAnchorElement).href);
      expect(new URL(href).searchParams.get("body")).toBe(body);
    }
    // Its sheet, and the two scripts that draw it.
    expect(assets).toHaveLength(javaScriptEnabled ? 3 : 1);
    const rows = await supabase.rows(
      "select email, signup_source from beta_signups where email = $1",
      [address],
    );
    expect(rows).toEqual([{ email: address, signup_source: source }]);
  });

  test(`a refused form of ${source} stands in sight below its toast, and the other one keeps what was typed`, async ({
    page,
    toast,
    javaScriptEnabled,
  }) => {
    const email = page.locator(`#${source}_email`);
    const other = page.locator(`[type=email]:not(#${source}_email)`);
    for (const [width, height] of [
      [390, 844],
      [640, 320],
      [844, 390],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto("/");
      await other.fill("friend@exam");
      // The browser's own check lets it through.
      await email.fill("ann@example");
      await page.getByRole("button", { name: button }).click();
      await expect(toast).toBeInViewport({ ratio: 0.9 });
      if (height > 320) await expect(email).toBeInViewport({ ratio: 0.5 });
      await expect(email).toHaveValue("ann@example");
      await expect(email).toHaveAttribute("aria-invalid", "true");
      await expect(other).not.toBeInViewport();
      const widest = await page.evaluate(() => document.body.scrollWidth);
      expect(widest).toBeLessThanOrEqual(width);
      await expect(other).toHaveValue(javaScriptEnabled ? "friend@exam" : "");
    }
  });
}

test("a form whose honeypot an extension filled in shows it, leads to it, and is stored once it is empty", async ({
  page,
  supabase,
  toast,
}) => {
  const form = await fillIn({ page, supabase });
  const field = form.element.locator(`[name=${honeypot.name}]`);
  await expect(field).toBeHidden();
  await field.evaluate((input: HTMLInputElement) => (input.value = "x"));
  await form.press();
  await expect(toast).toContainText(leaveEmpty.text);
  const shown = form.element.getByLabel(honeypot.label);
  await expect(shown).toBeVisible();
  await toast.getByRole("link", { name: leaveEmpty.text }).press("Enter");
  await expect(shown).toBeInViewport();
  await shown.fill("y");
  await form.press();
  await expect(toast).toBeFocused();
  await expect(toast).toContainText(leaveEmpty.text);
  expect(await rowsOf(form)).toHaveLength(0);
  await shown.fill("");
  await form.press();
  await expect(toast).toContainText(signupToasts.stored.title);
  expect(await rowsOf(form)).toHaveLength(1);
});
