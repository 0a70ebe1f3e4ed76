import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { contactErrors, contactFields, contactToasts } from "~/forms/contact";
import type { ContactField } from "~/forms/contact";
import { limits } from "~/forms/limits";
import {
  contactField,
  fillContact,
  sendContact,
} from "../support/fixtures/contact";
import { newAddress, test } from "../support/fixtures/test";

const toast = (page: Page) => page.getByRole("main").getByRole("dialog");

/** Emoji of several code points, both writing directions, line breaks. */
const typed = () => ({
  name: "Zoë 👩🏽‍🎤 עדי",
  email: ` ${newAddress().replace("raver", "Raver")} `,
  subject: "«Lost & found» <b>",
  message: "\n\nFirst line\n\n  اثنان 🏳️‍🌈\n'; drop table contact_messages; --\n",
});

const post = (page: Page) =>
  page.waitForResponse((response) => response.request().method() === "POST");

const withoutBrowserCheck = (page: Page) =>
  page
    .locator("main form[method=post]")
    .evaluate((form: HTMLFormElement) => (form.noValidate = true));

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
  const { title, text } = contactToasts.stored(email);
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

for (const missing of ["name", "email", "message"] as const) {
  test(`a missing ${missing} is named, and nothing else is lost`, async ({
    page,
    open,
    supabase,
  }) => {
    const values = { ...typed(), [missing]: missing === "email" ? "" : "  " };
    const before = await supabase.rows("select from contact_messages");
    await open("/contact");
    await withoutBrowserCheck(page);
    await fillContact(page, values);
    const answered = post(page);
    await sendContact(page);

    const { title, text } = contactToasts.missing;
    await expect(toast(page)).toContainText(title);
    await expect(toast(page)).toContainText(text);
    await expect(toast(page)).toBeFocused();
    expect((await answered).status()).toBe(422);
    await expect(page).toHaveTitle(/^Error: /);
    const own = contactErrors.missing[missing];
    await expect(contactField(page, missing)).toHaveAccessibleDescription(
      new RegExp(`${own}$`),
    );
    await expect(contactField(page, missing)).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await expect(page.locator("[aria-invalid]")).toHaveCount(1);
    await expect(toast(page).getByRole("link")).toHaveText([own]);
    await expectValues(page, {
      ...values,
      // The browser takes spaces off an address by itself.
      email: values.email.trim(),
    });
    expect(await supabase.rows("select from contact_messages")).toHaveLength(
      before.length,
    );
  });
}

test("all that is missing is named at once, in the order of the form", async ({
  page,
  open,
}) => {
  await open("/contact");
  await withoutBrowserCheck(page);
  await sendContact(page);
  await expect(toast(page).getByRole("link")).toHaveText(
    Object.values(contactErrors.missing),
  );
});

const tooLong = (["name", "subject", "message"] as const).map((name) => ({
  name,
  // Of two code units each: what counts are code points.
  fits: "🎶".repeat(limits[name]),
}));
for (const { name, fits } of tooLong) {
  test(`a ${name} of ${limits[name]} emoji fits, one more does not and is not cut`, async ({
    page,
    open,
  }) => {
    await open("/contact");
    await expect(contactField(page, name)).toHaveAccessibleDescription(
      new RegExp(`Up to ${limits[name].toLocaleString("en-US")} characters`),
    );
    const values = { ...typed(), email: newAddress(), [name]: `${fits}!` };
    await fillContact(page, values);
    const answered = post(page);
    await sendContact(page);
    const says = contactErrors.tooLong(name, limits[name] + 1);
    await expect(toast(page)).toContainText(says);
    expect((await answered).status()).toBe(422);
    await expect(contactField(page, name)).toHaveAccessibleDescription(
      new RegExp(`${says}$`),
    );
    await expectValues(page, values);

    await contactField(page, name).fill(fits);
    await sendContact(page);
    await expect(toast(page)).toContainText("Message Sent!");
  });
}

test("an address that is none is named", async ({ page, open }) => {
  await open("/contact");
  await fillContact(page, { ...typed(), email: "nobody@localhost" });
  await sendContact(page);
  await expect(toast(page)).toContainText("Error");
  await expect(
    toast(page).getByRole("link", { name: contactErrors.email }),
  ).toBeVisible();
  await expect(contactField(page, "email")).toHaveValue("nobody@localhost");
});

test("a database that fails loses nothing, and the next try is stored once", async ({
  page,
  open,
  supabase,
  site,
}) => {
  const values = { ...typed(), email: newAddress() };
  await open("/contact");
  await fillContact(page, values);
  const key = page.locator("[name=idempotency_key]");
  const sentKey = await key.inputValue();
  supabase.behave(() => Promise.reject(new Error("The test says no.")));
  const answered = post(page);
  await sendContact(page);
  const { title, text } = contactToasts.failed;
  await expect(toast(page)).toContainText(title);
  await expect(toast(page)).toContainText(text);
  expect((await answered).status()).toBe(503);
  await expectValues(page, values);
  expect(await key.inputValue()).toBe(sentKey);
  expect(site.output()).not.toContain(values.email);
  expect(site.output()).not.toContain("First line");

  supabase.behave(() => Promise.resolve());
  await sendContact(page);
  await expect(toast(page)).toContainText("Message Sent!");
  expect(await supabase.messages(values.email)).toHaveLength(1);
  expect(await key.inputValue()).not.toBe(sentKey);
});

test("an answer that was lost on its way is not a second message", async ({
  page,
  open,
  supabase,
}) => {
  const values = { ...typed(), email: newAddress() };
  await open("/contact");
  await fillContact(page, values);
  // The database stores the row, and the site hears of a failure.
  supabase.behaveAfter(() => Promise.reject(new Error("The test cuts it.")));
  await sendContact(page);
  await expect(toast(page)).toContainText(contactToasts.failed.text);
  supabase.behaveAfter(() => Promise.resolve());
  await sendContact(page);
  await expect(toast(page)).toContainText("Message Sent!");
  expect(await supabase.messages(values.email)).toHaveLength(1);
});
