import { expect } from "playwright/test";
import { backToForm, mail } from "~/content/site";
import {
  contactField,
  fillContact,
  sendContact,
} from "../support/fixtures/contact";
import { test } from "../support/fixtures/test";

test("when a message is not stored, the toast links to the address to write to and back to the form", async ({
  page,
  open,
  supabase,
}) => {
  supabase.behave(() => Promise.reject(new Error("down")));
  await page.setViewportSize({ width: 390, height: 400 });
  await open("/contact");
  await fillContact(page);
  await sendContact(page);
  const toast = page.getByRole("main").getByRole("dialog");
  await expect(toast).toBeFocused();
  const address = toast.getByRole("link", { name: mail.support });
  await expect(address).toHaveAttribute("href", `mailto:${mail.support}`);
  const field = contactField(page, "name");
  await expect(field).not.toBeInViewport();
  await toast.getByRole("link", { name: backToForm }).click();
  await expect(field).toBeInViewport();
  // The next Tab or key continues from there.
  if (!(await field.evaluate((input) => input === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  await expect(field).toBeFocused();
  supabase.behave(() => Promise.resolve());
});
