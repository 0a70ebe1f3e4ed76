import { expect } from "playwright/test";
import { crew, hero } from "~/content/landing";
import { signupToasts } from "~/forms/signup";
import {
  contactField,
  fillContact,
  sendContact,
} from "../support/fixtures/contact";
import { openDevtools } from "../support/fixtures/devtools";
import { holdInserts, holdScripts } from "../support/fixtures/gate";
import { newAddress, scriptIsThere, test } from "../support/fixtures/test";

const toast = "main dialog[open]";

test("only the sent form's button is disabled and says so", async ({
  page,
  open,
  supabase,
}) => {
  const buttons = [
    ["hero_section", "Join Beta", "Joining...", "Get Early Access"],
    ["cta_section", "Get Early Access", "Getting Access...", "Join Beta"],
  ] as const;
  for (const [source, label, sending, other] of buttons) {
    const { release } = holdInserts(supabase);
    await open();
    const form = page
      .locator("form")
      .filter({ has: page.locator(`[value=${source}]`) });
    await form.getByLabel("Email address").fill(newAddress());
    await form.getByRole("button").click();
    await expect(form.getByRole("button", { name: sending })).toBeDisabled();
    await expect(page.getByRole("button", { name: other })).toBeEnabled();
    release();
    await expect(page.getByRole("button", { name: label })).toBeEnabled();
    await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
  }
});

for (const [when, isHeld] of [
  ["", false],
  [" before its script is there", true],
] as const) {
  test(`a form that is being sent${when} says so in its status, but only until the answer`, async ({
    page,
    supabase,
  }) => {
    const release = isHeld ? await holdScripts(page) : undefined;
    const inserts = holdInserts(supabase);
    await page.goto("/");
    if (!isHeld) await scriptIsThere(page);
    const told: string[] = [];
    page.on("console", (message) => told.push(message.text()));
    await page.evaluate(() => {
      for (const status of document.querySelectorAll("[aria-live]")) {
        new MutationObserver(() =>
          console.log(`status: ${status.textContent}`),
        ).observe(status, { childList: true, characterData: true });
      }
    });
    const email = page.getByLabel("Email address").first();
    await email.fill(newAddress());
    await (await openDevtools(page)).press("Enter");
    await expect.poll(() => told).toEqual([`status: ${hero.form.sending}`]);
    inserts.release();
    release?.();
    await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
    for (const status of await page.locator("[aria-live]").all()) {
      await expect(status).toBeEmpty();
    }
  });
}

test("a network failure leaves the form as it was, and the next try stores it", async ({
  page,
  open,
  context,
  supabase,
}) => {
  const address = newAddress();
  await open();
  const form = page.locator("form").filter({ hasText: "Get Early Access" });
  const key = form.locator("[name=idempotency_key]");
  const sentKey = await key.inputValue();
  const other = page.getByLabel("Email address").first();
  await other.fill("typed@example.com");
  await form.getByLabel("Email address").fill(address);
  await context.setOffline(true);
  await form.getByRole("button").click();
  await expect(page.locator(toast)).toContainText(signupToasts.failed.text);
  await expect(page.locator(toast)).toBeFocused();
  await expect(form.getByLabel("Email address")).toHaveValue(address);
  await expect(form.getByRole("button")).toBeEnabled();
  await expect(other).toHaveValue("typed@example.com");
  expect(await key.inputValue()).toBe(sentKey);

  await context.setOffline(false);
  await form.getByRole("button").click();
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
  expect(await supabase.signups(address)).toHaveLength(1);
});

test("a network failure after the row was stored does not affect the success", async ({
  page,
  open,
  supabase,
}) => {
  const address = newAddress();
  await open();
  const email = page.getByLabel("Email address").first();
  await email.fill(address);
  await page.route("**/*", (route) =>
    route.request().method() === "POST" ? route.continue() : route.abort(),
  );
  await email.press("Enter");
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
  await expect(page.locator(toast)).toBeFocused();
  await expect(email).toHaveValue("");
  expect(await supabase.signups(address)).toHaveLength(1);
});

test("an answer that does not come from the site reads as a failure", async ({
  page,
  open,
}) => {
  await open();
  const email = page.getByLabel("Email address").first();
  await email.fill(newAddress());
  await page.route("**/*", (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad" }),
  );
  await email.press("Enter");
  await expect(page.locator(toast)).toContainText(signupToasts.failed.text);
  await expect(email).not.toHaveValue("");
});

test("a refusal from before the script loaded stays when it loads, until a success", async ({
  page,
}) => {
  const releaseScripts = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  const email = page.getByLabel("Email address").first();
  const key = page.locator("[name=idempotency_key]").first();
  const sentKey = await key.inputValue();
  await email.fill("nobody@localhost");
  await email.press("Enter");
  await expect(page.locator(toast)).toBeVisible();

  releaseScripts();
  await scriptIsThere(page);
  await expect(page.locator(toast)).toContainText("Error");
  await expect(page).toHaveTitle(/^Error: /);
  await expect(email).toHaveValue("nobody@localhost");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  expect(await key.inputValue()).toBe(sentKey);

  await email.fill(newAddress());
  await email.press("Enter");
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
  await expect(email).toHaveValue("");
});

test("a toast dismissed before the script loaded does not hide the next one", async ({
  page,
}) => {
  const releaseScripts = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  const email = page.getByLabel("Email address").first();
  await email.fill("nobody@localhost");
  await email.press("Enter");
  await page.locator(toast).getByRole("button").click();
  await expect(page.locator(toast)).toHaveCount(0);

  releaseScripts();
  await scriptIsThere(page);
  await email.press("Enter");
  await expect(page.locator(toast)).toBeFocused();
});

test("a toast is in sight even if the browser scrolls to the typed text a frame later", async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await open("/contact");
  await page.evaluate(() => {
    document.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof HTMLDialogElement)) return;
      requestAnimationFrame(() => {
        scrollTo(0, document.body.scrollHeight);
        document.body.dataset.scrolled = "";
      });
    });
  });
  await fillContact(page, { email: "nobody@localhost" });
  await sendContact(page);
  await page.waitForSelector("[data-scrolled]");
  await expect(page.locator(`${toast} #toast-title`)).toBeInViewport();
});

test("a link within the page keeps a refusal as it is", async ({
  page,
  open,
}) => {
  await open("/contact");
  await fillContact(page, { email: "nobody@localhost" });
  const key = page.locator("[name=idempotency_key]");
  const sentKey = await key.inputValue();
  await sendContact(page);
  await expect(page.locator(toast)).toBeFocused();
  await page.getByRole("link", { name: "Skip to content" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/contact#main");
  await expect(page.locator(toast)).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(contactField(page, "email")).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  expect(await key.inputValue()).toBe(sentKey);
});

test("a message too large to be read gets an error, and stays", async ({
  page,
  open,
}) => {
  await open("/contact");
  const message = "x".repeat(140_000);
  await fillContact(page, { message });
  await sendContact(page);
  await expect(page.locator(toast)).toContainText("That was too long");
  await expect(contactField(page, "message")).toHaveValue(message);
});

test("dismissing a refusal by keyboard leads to what needs correcting", async ({
  page,
  open,
}) => {
  await open();
  const email = page.getByLabel("Email address").last();
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

test("a browser that can share opens its own sheet to pass the site on", async ({
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
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await open();
  await page.getByLabel("Email address").first().fill(newAddress());
  await page.getByRole("button", { name: hero.form.button }).click();
  await page.getByRole("link", { name: crew.linkText }).click();
  const shared = await page.locator("body").getAttribute("data-shared");
  expect(JSON.parse(shared ?? "{}")).toMatchObject({
    text: crew.message,
    url: `http://localhost:${new URL(site.url).port}`,
  });
  await expect(page).toHaveURL("/");
  expect(errors).toEqual([]);
});

test("an address that is typed is strung, a bead a character, and tied when it is valid", async ({
  page,
  open,
}) => {
  await open();
  const field = (at: number) => page.locator(".signup .field").nth(at);
  const drawn = (at: number) =>
    field(at).evaluate((element) => {
      const strand = getComputedStyle(element, "::after");
      const knot = getComputedStyle(element, "::before");
      const beads = parseFloat(strand.width) / 14;
      return { beads, isTied: knot.width !== "0px" };
    });
  expect(await drawn(0)).toEqual({ beads: 0, isTied: false });
  await field(0).getByRole("textbox").pressSequentially("robin");
  expect(await drawn(0)).toEqual({ beads: 5, isTied: false });
  // The site wants a dot where the browser does not.
  await field(1).getByRole("textbox").fill("a@b");
  expect(await drawn(1)).toEqual({ beads: 3, isTied: false });
  await field(1).getByRole("textbox").fill("a@b.cd");
  expect(await drawn(1)).toEqual({ beads: 6, isTied: true });
  expect(await drawn(0)).toEqual({ beads: 5, isTied: false });

  // An answer empties both forms.
  await field(0).getByRole("textbox").fill(newAddress());
  await page.getByRole("button", { name: hero.form.button }).click();
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
  expect(await drawn(0)).toEqual({ beads: 0, isTied: false });
  expect(await drawn(1)).toEqual({ beads: 0, isTied: false });

  // A refused form comes back with what was typed.
  await holdScripts(page);
  await page.goto("/");
  await field(0).getByRole("textbox").fill("robin@rave");
  await page.getByRole("button", { name: hero.form.button }).click();
  await expect(page.locator(toast)).toContainText("valid email address");
  expect(await drawn(0)).toEqual({ beads: 10, isTied: false });
});
