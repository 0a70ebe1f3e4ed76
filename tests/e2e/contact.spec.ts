import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { contactToasts } from "~/forms/contact";
import { limits } from "~/forms/limits";
import {
  contactField,
  fillContact,
  sendContact,
} from "../support/fixtures/contact";
import {
  newAddress,
  test,
  withoutBrowserCheck,
} from "../support/fixtures/test";
import {
  type ContactField,
  contactErrors,
  contactFields,
} from "../support/fixtures/forms";

const toast = (page: Page) => page.getByRole("main").getByRole("dialog");

/**
 * Values with emoji of several code points, both writing directions and line
 * breaks.
 */
const typed = () => ({
  name: "Zoë 👩🏽‍🎤 עדי",
  email: ` ${newAddress().replace("raver", "Raver")} `,
  subject: "«Lost & found» <b>",
  message: "\n\nFirst line\n\n  اثنان 🏳️‍🌈\n'; drop table contact_messages; --\n",
});

const post = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === "POST");

const messageForm = (page: Page) => page.locator("main form[method=post]");

async function expectValues(
  page: Page,
  values: Partial<Record<ContactField, string>>,
) {
  for (const name of contactFields) {
    await expect(contactField(page, name)).toHaveValue(values[name] ?? "");
  }
}

test("a message is stored, answered once, and the form comes back empty", async ({
  page,
  open,
  supabase,
}) => {
  const values = typed();
  await open("/contact");
  await fillContact(page, values);
  await sendContact(page);
  const email = values.email.trim();
  const { title, text } = contactToasts.storedFor(email);
  await expect(toast(page)).toContainText(title);
  await expect(toast(page)).toContainText(text);
  await expect(page).toHaveURL("/contact");
  await expectValues(page, {});
  const stored = () =>
    supabase.rows(
      "select name, email, subject, message from contact_messages where email = $1",
      [email.toLowerCase()],
    );
  expect(await stored()).toEqual([
    {
      name: values.name,
      email: email.toLowerCase(),
      subject: values.subject,
      message: values.message.trim(),
    },
  ]);

  await page.reload();
  await expect(contactField(page, "name")).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
  expect(await stored()).toHaveLength(1);
});

test("the subject is optional", async ({ page, open, supabase }) => {
  const email = newAddress();
  await open("/contact");
  await fillContact(page, { ...typed(), email, subject: "  " });
  await sendContact(page);
  await expect(toast(page)).toContainText("Message Sent!");
  expect(
    await supabase.rows(
      "select subject from contact_messages where email = $1",
      [email],
    ),
  ).toEqual([{ subject: null }]);
});

test("a missing message is pointed out, and nothing else is lost", async ({
  page,
  open,
  supabase,
}) => {
  const values = { ...typed(), message: "  " };
  await open("/contact");
  await withoutBrowserCheck(messageForm(page));
  await fillContact(page, values);
  const answered = post(page);
  await sendContact(page);

  const { title, text } = contactToasts.missing;
  await expect(toast(page)).toContainText(title);
  await expect(toast(page)).toContainText(text);
  await expect(toast(page)).toBeFocused();
  expect((await answered).status()).toBe(422);
  await expect(page).toHaveTitle(/^Error: /);
  const own = contactErrors.missing.message;
  const message = contactField(page, "message");
  await expect(message).toHaveAccessibleDescription(new RegExp(`${own}$`));
  await expect(message).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("[aria-invalid=true]")).toHaveCount(1);
  await expect(toast(page).getByRole("link")).toHaveText([own]);
  // The browser itself strips spaces from an address.
  const email = values.email.trim();
  await expectValues(page, { ...values, email });
  expect(await supabase.messages(email.toLowerCase())).toEqual([]);
});

test("all missing fields are listed at once, in the order of the form", async ({
  page,
  open,
}) => {
  await open("/contact");
  await withoutBrowserCheck(messageForm(page));
  await sendContact(page);
  await expect(toast(page).getByRole("link")).toHaveText(
    Object.values(contactErrors.missing),
  );
});

test("as many emoji as a field's hint allows fit; one more is refused, not cut off", async ({
  page,
  open,
}) => {
  const bounded = ["name", "subject", "message"] as const;
  await open("/contact");
  const values = { ...typed(), email: newAddress() };
  for (const name of bounded) {
    await expect(contactField(page, name)).toHaveAccessibleDescription(
      new RegExp(`Up to ${limits[name].toLocaleString("en-US")} characters`),
    );
    // Each has two code units but counts as one code point.
    values[name] = `${"🎶".repeat(limits[name])}!`;
  }
  await fillContact(page, values);
  const answered = post(page);
  await sendContact(page);
  const says = bounded.map((name) =>
    contactErrors.tooLong(name, limits[name] + 1),
  );
  await expect(toast(page).getByRole("link")).toHaveText(says);
  expect((await answered).status()).toBe(422);
  for (const [index, name] of bounded.entries()) {
    await expect(contactField(page, name)).toHaveAccessibleDescription(
      new RegExp(`${says[index]}$`),
    );
  }
  await expectValues(page, values);

  for (const name of bounded) values[name] = values[name].slice(0, -1);
  await fillContact(page, values);
  await sendContact(page);
  await expect(toast(page)).toContainText("Message Sent!");
});
