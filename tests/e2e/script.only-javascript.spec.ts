import { dismissLabel } from "~/content/delivery";
import { expect } from "playwright/test";
import { errorPages } from "~/content/errors";
import { callToAction, gift, hero, keepsake } from "~/content/landing";
import { signupToasts } from "~/forms/signup";
import {
  contactField,
  fillContact,
  sendContact,
} from "../support/fixtures/contact";
import { holdInserts } from "../support/fixtures/gate";
import { newAddress, scriptIsThere, test } from "../support/fixtures/test";

const toast = "main dialog[open]";

test("only the sent form's button is disabled and says so", async ({
  page,
  open,
  supabase,
}) => {
  const { release } = holdInserts(supabase);
  await open();
  const form = page.locator("form:has([value=cta_section])");
  await form.getByLabel(hero.form.emailLabel).fill(newAddress());
  await form.getByRole("button").click();
  const sending = form.getByRole("button", { name: callToAction.form.sending });
  await expect(sending).toBeDisabled();
  await expect(
    page.getByRole("button", { name: hero.form.button }),
  ).toBeEnabled();
  release();
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
});

test("an answer from a proxy in the site's place leaves the form as it was, and the next try stores it", async ({
  page,
  open,
  supabase,
}) => {
  const address = newAddress();
  await open();
  const form = page.locator("form:has([value=cta_section])");
  const key = form.locator("[name=idempotency_key]");
  const sentKey = await key.inputValue();
  const other = page.getByLabel(hero.form.emailLabel).first();
  await other.fill("typed@example.com");
  await form.getByLabel(hero.form.emailLabel).fill(address);
  const foreign = { status: 502, contentType: "text/html", body: "<h1>Bad" };
  await page.route("**/*", (route) => route.fulfill(foreign));
  await form.getByRole("button").click();
  await expect(page.locator(toast)).toContainText(signupToasts.failed.text);
  await expect(page.locator(toast)).toBeFocused();
  await expect(form.getByLabel(hero.form.emailLabel)).toHaveValue(address);
  await expect(form.getByRole("button")).toBeEnabled();
  await expect(other).toHaveValue("typed@example.com");
  expect(await key.inputValue()).toBe(sentKey);
  await page.getByRole("button", { name: dismissLabel }).click();
  await page.unrouteAll();

  await form.getByRole("button").click();
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
  expect(await supabase.signups(address)).toHaveLength(1);
});

test("a message too large to be read gets an error, and stays", async ({
  page,
  open,
}) => {
  await open("/contact");
  const message = "x".repeat(140_000);
  await fillContact(page, { message });
  await sendContact(page);
  await expect(page.locator(toast)).toContainText(
    errorPages[413]?.heading ?? "",
  );
  await expect(contactField(page, "message")).toHaveValue(message);
});

test("dismissing a refusal by keyboard leads to what needs correcting", async ({
  page,
  open,
}) => {
  await open();
  const email = page.getByLabel(hero.form.emailLabel).last();
  await email.fill("nobody@localhost");
  for (const key of ["Enter", "Escape"]) {
    await email.press("Enter");
    await expect(page.locator(toast)).toBeFocused();
    await page.locator(toast).getByRole("button").focus();
    await page.keyboard.press(key);
    await expect(page.locator(toast)).toHaveCount(0);
    await expect(email).toBeFocused();
  }
});

test("an address that is typed is strung, a bead a character, with a star for the @, and tied when it is valid", async ({
  page,
  open,
}) => {
  await open();
  const field = page.locator(".signup .field").first();
  const email = field.getByRole("textbox");
  const drawn = () =>
    field.evaluate((element) => {
      const widthOf = (pseudo: string, of = element as Element | null) =>
        of ? parseFloat(getComputedStyle(of, pseudo).width) : NaN;
      return {
        hasBeads: widthOf("::after") > 0,
        hasStar: widthOf("::after", element.querySelector("label")) > 0,
        isTied: widthOf("::before") > 0,
        typed: (element as HTMLElement).style.getPropertyValue("--typed"),
      };
    });
  const beads = { hasBeads: true, hasStar: true };
  // The site wants a dot where the browser does not.
  await email.pressSequentially("a@b");
  expect(await drawn()).toEqual({ ...beads, isTied: false, typed: "3" });
  const address = newAddress();
  await email.fill(address);
  const typed = String(address.length);
  expect(await drawn()).toEqual({ ...beads, isTied: true, typed });
  await email.fill("");
  const none = { hasBeads: false, hasStar: false, isTied: false, typed: "0" };
  expect(await drawn()).toEqual(none);
});

test("a browser that can share opens its own sheet to give the visitor's bracelet away", async ({
  page,
  open,
  site,
}) => {
  await page.addInitScript(() => {
    navigator.share = (shared) => {
      document.body.dataset.shared = JSON.stringify(shared);
      return Promise.reject(new DOMException("", "AbortError"));
    };
  });
  await open();
  await page.getByLabel(hero.form.emailLabel).first().fill(newAddress());
  await page.getByRole("button", { name: hero.form.button }).click();
  await page.getByRole("link", { name: keepsake.linkText }).click();
  const shared = await page.locator("body").getAttribute("data-shared");
  const { text } = JSON.parse(shared ?? "{}") as ShareData;
  const origin = `http://localhost:${new URL(site.url).port}`;
  const [, link] = text?.split(`${keepsake.message} `) ?? [];
  expect(link).toMatch(new RegExp(`^${origin}/#kandi-[0-5]{8}$`));
  await expect(page.locator(toast)).toContainText(link ?? "");
  await expect(page).toHaveURL("/");
});

const given = "#kandi-01234501";

/** Relative to React. */
for (const when of ["before", "after"]) {
  test(`a friend's bracelet that comes ${when} React is shown once, and the form keeps its script`, async ({
    page,
    open,
  }) => {
    const line = page.getByText(gift);
    if (when === "before") await page.goto(`/${given}`);
    else {
      await open();
      await expect(line).toHaveCount(0);
      await page.evaluate((hash) => (location.hash = hash), given);
    }
    await expect(line).toBeVisible();
    await expect(page).toHaveURL("/");
    await scriptIsThere(page);
    await expect(line).toBeVisible();

    await page.getByLabel(hero.form.emailLabel).first().fill(newAddress());
    await page.getByRole("button", { name: hero.form.button }).click();
    await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
    // Both rings hang in the keepsake.
    await expect(line).toBeHidden();
    await expect(page.locator(`${toast} svg:visible`)).toHaveCount(2);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(line).toHaveCount(0);
  });
}

test("a fragment that is no bracelet is ignored", async ({ page }) => {
  for (const fragment of ["0123450", "012345012", "01234506", "0123450x", ""]) {
    await page.goto("/support");
    await page.goto(`/#kandi-${fragment}`);
    await page.getByRole("heading", { level: 1 }).hover();
    await expect(page.locator("#gift")).toBeEmpty();
  }
});
