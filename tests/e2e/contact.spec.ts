import { expect } from "playwright/test";
import { form as words } from "~/content/contact";
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
import { newAddress, test } from "../support/fixtures/test";

test("a message is stored, answered once, and the form comes back empty", async ({
  page,
  open,
  supabase,
}) => {
  const address = newAddress();
  const { email = "", ...others } = trickyFields(contactForm, address);
  const toast = page.getByRole("main").getByRole("dialog");
  await open("/contact");
  await expect(page.getByText(words.needed)).toBeVisible();
  await fillContact(page, paddedFields(contactForm, address));
  await sendContact(page);
  const { title, text } = contactToasts.storedFor(email);
  await expect(toast).toContainText(title);
  await expect(toast).toContainText(text);
  await expect(page).toHaveURL("/contact");
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
