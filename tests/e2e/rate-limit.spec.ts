import { expect } from "playwright/test";
import { tooManyAttempts } from "~/forms/answer";
import {
  contactField,
  fillContact,
  sendContact,
} from "../support/fixtures/contact";
import { startSite } from "../support/fixtures/site";
import { scriptIsThere, test } from "../support/fixtures/test";

test("both forms report too many attempts and lose nothing that was typed", async ({
  page,
  supabase,
  javaScriptEnabled,
}) => {
  const site = await startSite({
    ...supabase.env,
    RATE_LIMIT_PER_MINUTE: "1",
  });
  const toast = page.getByRole("main").getByRole("dialog");
  await page.goto(site.url);
  if (javaScriptEnabled) await scriptIsThere(page);
  const email = page.getByLabel("Email address").first();
  for (const said of ["Please enter a valid", tooManyAttempts.text]) {
    await email.fill("nobody@localhost");
    await email.press("Enter");
    await expect(toast).toContainText(said);
  }
  await expect(email).toHaveValue("nobody@localhost");
  await expect(email).toHaveAttribute("aria-invalid", "false");

  await page.goto(`${site.url}/contact`);
  if (javaScriptEnabled) await scriptIsThere(page);
  const values = { name: "A", email: "a@example.com", message: "Hello" };
  await fillContact(page, values);
  await sendContact(page);
  await expect(toast).toContainText(tooManyAttempts.text);
  await expect(toast).toBeFocused();
  await expect(contactField(page, "message")).toHaveValue("Hello");
  expect(await supabase.messages(values.email)).toHaveLength(0);
  await site.stop();
});
