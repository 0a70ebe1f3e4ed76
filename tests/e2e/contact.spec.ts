import { expect } from "playwright/test";
import { backToForm, mail } from "~/content/site";
import { contactForm, contactToasts } from "~/forms/contact";
import {
  contactField,
  fillContact,
  sendContact,
} from "../support/fixtures/contact";
import {
  contactFields,
  paddedFields,
  trickyFields,
} from "../support/fixtures/forms";
import { newAddress, test, urlAfter } from "../support/fixtures/test";

test("a message is stored, answered once, and the form comes back empty", async ({
  page,
  open,
  supabase,
  javaScriptEnabled,
}) => {
  const address = newAddress();
  const { email = "", ...others } = trickyFields(contactForm, address);
  const toast = page.getByRole("main").getByRole("dialog");
  await open("/contact");
  await fillContact(page, paddedFields(contactForm, address));
  await sendContact(page);
  const { title, text } = contactToasts.storedFor(email);
  await expect(toast).toContainText(title);
  await expect(toast).toContainText(text);
  await expect(page).toHaveURL(urlAfter("/contact", javaScriptEnabled));
  for (const name of contactFields) {
    await expect(contactField(page, name)).toHaveValue("");
  }
  const stored = () =>
    supabase.rows(
      `select ${contactFields.join()} from contact_messages where email = $1`,
      [email.toLowerCase()],
    );
  expect(await stored()).toEqual([{ ...others, email: email.toLowerCase() }]);

  await page.reload();
  await expect(contactField(page, "name")).toBeVisible();
  await expect(toast).toHaveCount(0);
  expect(await stored()).toHaveLength(1);
});

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
