import type { Page } from "playwright/test";
import { form as words } from "~/content/contact";
import { contactFields } from "~/forms/contact";
import type { ContactField } from "~/forms/contact";

/** The contact form's fields, as a person finds them. */
export const contactField = (page: Page, name: ContactField) =>
  page.getByRole("main").getByLabel(words[name].label, { exact: true });

export async function fillContact(
  page: Page,
  values: Partial<Record<ContactField, string>>,
) {
  for (const name of contactFields) {
    const value = values[name];
    if (value !== undefined) await contactField(page, name).fill(value);
  }
}

export const sendContact = (page: Page) =>
  page.getByRole("button", { name: "Send Message" }).click();
