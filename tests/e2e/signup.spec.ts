import { expect } from "playwright/test";
import { dismissLabel } from "~/content/delivery";
import { callToAction, crew, hero, keepsake } from "~/content/landing";
import { leaveEmpty } from "~/forms/toasts";
import { honeypot } from "~/forms/definition";
import { signupForm, signupToasts } from "~/forms/signup";
import { fillIn, rowsOf } from "../support/visitors/delivery";
import {
  newAddress,
  refusedTitle,
  test,
  urlAfter,
} from "../support/visitors/test";

const forms = { hero_section: hero.form, cta_section: callToAction.form };

for (const [source, { button }] of Object.entries(forms)) {
  test(`the form of ${source} puts an address on the list, says so in view, and gives its visitor a keepsake, without a file of React`, async ({
    page,
    open,
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
    await open();
    const invitation = page.getByText(crew);
    await expect(invitation).toHaveCount(0);
    const email = page.locator(`#${source}_email`);
    await email.fill(`  ${address.toUpperCase()} `);
    await page.getByRole("button", { name: button }).click();

    const { title, text } = signupToasts.stored;
    await expect(toast).toContainText(title);
    await expect(toast).toContainText(text);
    await expect(toast.getByText(title)).toBeInViewport({ ratio: 1 });
    await expect(page).toHaveURL(urlAfter("/", javaScriptEnabled));
    await expect(page).not.toHaveTitle(refusedTitle);
    await expect(invitation).toBeVisible();
    // Both forms stand as before: a friend beside the visitor joins there.
    for (const { button } of Object.values(forms))
      await expect(page.getByRole("button", { name: button })).toBeEnabled();
    for (const field of await page
      .getByLabel(signupForm.fields.email.label)
      .all())
      await expect(field).toHaveValue("");
    await expect(page.getByText(hero.tagline)).toHaveCount(0);

    await expect(toast).toContainText(keepsake.rarity);
    const dismiss = toast.getByRole("button", { name: dismissLabel });
    await expect(dismiss).toHaveCount(0);
    // A script adds the visitor's bracelet to the link.
    const publicUrl = `http://localhost:${new URL(site.url).port}`;
    const path = javaScriptEnabled ? "/#kandi-[0-5]{8}" : "";
    const [link = ""] =
      new RegExp(`${publicUrl}${path}$`, "m").exec(await toast.innerText()) ??
      [];
    expect(link).not.toBe("");
    for (const scheme of ["sms", "mailto"]) {
      const href = await toast
        .locator(`[href^=${scheme}]`)
        .evaluate((button) => (button as HTMLAnchorElement).href);
      const body = `${keepsake.message} ${link}`;
      expect(new URL(href).searchParams.get("body")).toBe(body);
    }
    const give = toast.getByRole("link", {
      name: keepsake.linkText,
      exact: true,
    });
    await expect(give).toHaveAttribute("href", /^mailto:/);
    for (const shown of [give, toast.getByText(link)])
      await expect(shown).toBeInViewport({ ratio: 1 });
    expect(assets).toEqual([]);
    // Browsers that skip the style sheet show both links.
    await page.evaluate(() =>
      document.querySelectorAll("style").forEach((sheet) => sheet.remove()),
    );
    const { message, mail } = keepsake.ways;
    await expect(toast).toContainText(
      `${keepsake.linkText}${message} ${keepsake.linkText}${mail}`,
      { useInnerText: true },
    );

    const rows = await supabase.rows(
      "select email, signup_source from beta_signups where email = $1",
      [address],
    );
    expect(rows).toEqual([{ email: address, signup_source: source }]);
  });
}

for (const [source, { button }] of Object.entries(forms)) {
  test(`a refused form of ${source} stands in sight below its toast, and the other one keeps what was typed`, async ({
    page,
    open,
    toast,
    javaScriptEnabled,
  }) => {
    const email = page.locator(`#${source}_email`);
    const other = page.locator(`[type=email]:not(#${source}_email)`);
    for (const [width, height] of [
      [390, 844],
      [844, 390],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await open();
      await other.fill("friend@exam");
      // The browser's own check lets it through.
      await email.fill("ann@example");
      await page.getByRole("button", { name: button }).click();
      await expect(toast).toBeInViewport({ ratio: 0.9 });
      await expect(email).toBeInViewport({ ratio: 0.5 });
      await expect(email).toHaveValue("ann@example");
      await expect(email).toHaveAttribute("aria-invalid", "true");
      await expect(other).not.toBeInViewport();
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
  await expect(toast).toContainText(leaveEmpty.text);
  expect(await rowsOf(form)).toHaveLength(0);
  await shown.fill("");
  await form.press();
  await expect(toast).toContainText(signupToasts.stored.title);
  expect(await rowsOf(form)).toHaveLength(1);
});
