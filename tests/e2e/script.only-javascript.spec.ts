import { expect } from "playwright/test";
import { signupToasts } from "~/forms/signup";
import { newAddress, test } from "../support/test";

const toast = "main dialog[open]";

/** A promise and the function that keeps it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

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
    const { open: release, opened } = gate();
    supabase.behave(() => opened);
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
    supabase.behave(() => Promise.resolve());
  }
});

test("a submission loads no document", async ({ page, open }) => {
  await open();
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  const email = page.getByLabel("Email address").first();
  await email.fill("nobody@localhost");
  await email.press("Enter");
  await expect(page.locator(toast)).toContainText("Error");
  await email.fill(newAddress());
  await email.press("Enter");
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
  expect(documents).toEqual([]);
});

test("a network that goes away leaves the form as it was, and the next try stores it", async ({
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
  await form.getByLabel("Email address").fill(address);
  await context.setOffline(true);
  await form.getByRole("button").click();
  await expect(page.locator(toast)).toContainText(signupToasts.failed.text);
  await expect(page.locator(toast)).toBeFocused();
  await expect(form.getByLabel("Email address")).toHaveValue(address);
  await expect(form.getByRole("button")).toBeEnabled();
  expect(await key.inputValue()).toBe(sentKey);

  await context.setOffline(false);
  await form.getByRole("button").click();
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
  expect(
    await supabase.rows("select from beta_signups where email = $1", [address]),
  ).toHaveLength(1);
});

test("a network that goes away after the row was stored reads as a failure, and the next try as its success", async ({
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
  await expect(page.locator(toast)).toContainText(signupToasts.failed.text);
  await expect(email).toHaveValue(address);

  await page.unroute("**/*");
  await email.press("Enter");
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
  await expect(email).toHaveValue("");
  expect(
    await supabase.rows("select from beta_signups where email = $1", [address]),
  ).toHaveLength(1);
});

test("an answer that is not the site's reads as a failure", async ({
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

test("a script that did not arrive leaves a form that posts by itself", async ({
  page,
}) => {
  await page.route("**/*.js", (route) => route.abort());
  await page.goto("/");
  await page.getByLabel("Email address").first().fill(newAddress());
  await page.getByRole("button", { name: "Join Beta" }).click();
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
});

test("what was typed before the script arrived stays", async ({ page }) => {
  const { open: release, opened } = gate();
  await page.route("**/*.js", async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  const email = page.getByLabel("Email address").first();
  await email.fill("early@example.com");
  release();
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("main form") ?? {}).some((key) =>
      key.startsWith("__react"),
    ),
  );
  await expect(email).toHaveValue("early@example.com");
  await expect(email).toBeFocused();
});

test("Escape dismisses a toast", async ({ page, open }) => {
  await open();
  await page.getByLabel("Email address").first().fill("nobody@localhost");
  await page.keyboard.press("Enter");
  await expect(page.locator(toast)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(toast)).toHaveCount(0);
});

test("a toast comes back for the same mistake", async ({ page, open }) => {
  await open();
  const email = page.getByLabel("Email address").first();
  await email.fill("nobody@localhost");
  for (let times = 0; times < 2; times++) {
    await email.press("Enter");
    await expect(page.locator(toast)).toBeFocused();
    await page.locator(toast).getByRole("button").click();
    await expect(page.locator(toast)).toHaveCount(0);
  }
});

test("a success goes by itself, but not before 10 s and not while in use", async ({
  page,
  open,
}) => {
  await page.clock.install();
  await open();
  // From here the time goes on only as the test says.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel("Email address").first().fill(newAddress());
  await page.keyboard.press("Enter");
  const shown = page.locator(toast);
  await expect(shown).toContainText(signupToasts.stored.title);
  await page.mouse.move(0, 0);
  await page.clock.fastForward(9_000);
  await expect(shown).toBeVisible();

  await shown.hover();
  await page.clock.fastForward(30_000);
  await expect(shown).toBeVisible();
  await shown.getByRole("button").focus();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(30_000);
  await expect(shown).toBeVisible();

  await page.getByLabel("Email address").first().focus();
  await page.clock.fastForward(20_000);
  await expect(shown).toHaveCount(0);
});

test("an error stays", async ({ page, open }) => {
  await page.clock.install();
  await open();
  await page.getByLabel("Email address").first().fill("nobody@localhost");
  await page.keyboard.press("Enter");
  await expect(page.locator(toast)).toBeVisible();
  await page.getByLabel("Email address").first().focus();
  await page.clock.fastForward(120_000);
  await expect(page.locator(toast)).toBeVisible();
});
