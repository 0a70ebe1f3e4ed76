import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { fieldId } from "~/components/form/field";
import { callToAction } from "~/content/landing";
import { backToForm, mail } from "~/content/site";
import { emailMessages, suggestAddress } from "~/forms/answer";
import { fillContact, sendContact } from "../support/fixtures/contact";
import {
  newAddress,
  test,
  withoutBrowserCheck,
} from "../support/fixtures/test";

const toast = (page: Page) => page.getByRole("main").getByRole("dialog");

test("the message at an invalid address says what it lacks", async ({
  page,
  open,
}) => {
  await open("/");
  const field = page.locator(`#${fieldId("cta_section", "email")}`);
  await withoutBrowserCheck(page.locator("main form[method=post]").last());
  await field.fill("ann@example");
  await field.press("Enter");
  await expect(toast(page)).toContainText(emailMessages.invalid);
  const words = suggestAddress("ann@example");
  await expect(field).toHaveAccessibleDescription(
    `${emailMessages.invalid} ${words}`,
  );
  await expect(page.getByText(words)).toBeVisible();
});

test("a failure that no field caused links back to its form", async ({
  page,
  open,
  supabase,
}) => {
  supabase.behave(() => Promise.reject(new Error("down")));
  await open("/");
  const field = page.locator(`#${fieldId("cta_section", "email")}`);
  await field.fill(newAddress());
  await page
    .getByRole("button", { name: callToAction.form.button })
    .press("Enter");
  await expect(toast(page)).toBeFocused();
  await expect(field).not.toBeInViewport();
  await toast(page).getByRole("link", { name: backToForm }).click();
  await expect(field).toBeInViewport();
  // The next Tab or key continues from there.
  if (!(await field.evaluate((input) => input === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  await expect(field).toBeFocused();
  supabase.behave(() => Promise.resolve());
});

test("when a message is not stored, the page links to the address to write to", async ({
  page,
  open,
  supabase,
}) => {
  supabase.behave(() => Promise.reject(new Error("down")));
  await open("/contact");
  await fillContact(page);
  await sendContact(page);
  await expect(
    toast(page).getByRole("link", { name: mail.support }),
  ).toHaveAttribute("href", `mailto:${mail.support}`);
  supabase.behave(() => Promise.resolve());
});
