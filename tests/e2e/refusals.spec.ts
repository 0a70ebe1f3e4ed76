import { expect } from "playwright/test";
import { dismissLabel } from "~/content/delivery";
import { callToAction, hero } from "~/content/landing";
import { backToForm, mail, skipLink } from "~/content/site";
import { signupToasts } from "~/forms/signup";
import {
  contactField,
  fillContact,
  sendContact,
} from "../support/fixtures/contact";
import { refusedTitle, test } from "../support/fixtures/test";

test("a refusal comes first in the page, leads to the field that it names, stays when its visitor follows a link within the page, and is dismissed without a request or a loss", async ({
  page,
  open,
  toast,
  javaScriptEnabled,
}) => {
  await open();
  const email = page.getByLabel(hero.form.emailLabel).last();
  const { button } = callToAction.form;
  await email.fill("nobody@localhost");
  await page.getByRole("button", { name: button }).click();
  const { title, text } = signupToasts.emailInvalid;
  await expect(page).toHaveTitle(refusedTitle);
  await expect(toast).toBeFocused();
  const first = page.getByRole("main").locator("p, h1, h2, a").first();
  await expect(first).toHaveText(title);
  await toast.getByRole("link", { name: text }).click();
  const id = await email.getAttribute("id");
  if (javaScriptEnabled) await expect(email).toBeFocused();
  else await expect(page).toHaveURL(`/#${id}`);
  await page.getByRole("link", { name: skipLink }).press("Enter");
  await expect(page).toHaveURL("/#main");
  await expect(page).toHaveTitle(refusedTitle);
  await expect(email).toHaveAttribute("aria-invalid", "true");

  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await toast.getByRole("button", { name: dismissLabel }).click();
  await expect(toast).toHaveCount(0);
  await expect(email).toHaveValue("nobody@localhost");
  // Some browsers request the icon by themselves.
  expect(requests.filter((url) => !url.endsWith("/favicon.svg"))).toEqual([]);

  // A script leads those who use a keyboard to what needs correcting.
  for (const key of javaScriptEnabled ? ["Enter", "Escape"] : []) {
    await email.press("Enter");
    await expect(toast).toBeFocused();
    await toast.getByRole("button").focus();
    await page.keyboard.press(key);
    await expect(toast).toHaveCount(0);
    await expect(email).toBeFocused();
  }
});

test("when a message is not stored, the toast links to the address to write to and back to the form", async ({
  page,
  open,
  supabase,
  toast,
}) => {
  supabase.behave(() => Promise.reject(new Error("down")));
  await page.setViewportSize({ width: 390, height: 400 });
  await open("/contact");
  await fillContact(page);
  await sendContact(page);
  await expect(toast).toBeFocused();
  const address = toast.getByRole("link", { name: mail.support });
  await expect(address).toHaveAttribute("href", `mailto:${mail.support}`);
  const field = contactField(page, "name");
  await expect(field).not.toBeInViewport();
  await toast.getByRole("link", { name: backToForm }).click();
  await expect(field).toBeInViewport();
  // The next Tab or key continues from there.
  if (!(await field.evaluate((input) => input === document.activeElement)))
    await page.keyboard.press("Tab");
  await expect(field).toBeFocused();
  supabase.behave(() => Promise.resolve());
});
