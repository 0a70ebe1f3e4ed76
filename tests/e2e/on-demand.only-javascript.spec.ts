import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { emailMessages } from "~/forms/toasts";
import { fillIn } from "../support/fixtures/delivery";
import { hasReact, reactComes } from "../support/fixtures/react";
import { test } from "../support/fixtures/test";

test.use({ hasTouch: true });

const form = (page: Page) => page.locator("main form[method=post]").first();

const isInForm = (page: Page) =>
  page.evaluate(() => !!document.activeElement?.closest("main form"));

const ways: Record<string, (page: Page) => Promise<unknown>> = {
  mouse: (page) => form(page).hover(),
  keyboard: async (page) => {
    while (!(await isInForm(page))) await page.keyboard.press("Tab");
  },
  "a touch of text that takes no focus": (page) =>
    form(page)
      .locator(".note")
      .tap({ position: { x: 5, y: 5 } }),
};

for (const [way, turn] of Object.entries(ways)) {
  test(`only the document is requested until its visitor turns to a form by ${way}, and then React`, async ({
    page,
  }) => {
    const paths: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      // Some browsers request no icon.
      if (pathname !== "/favicon.svg") paths.push(pathname);
    });
    await page.goto("/");
    await page.keyboard.press("Tab");
    await page.getByRole("heading", { level: 1 }).tap();
    await page.getByRole("heading", { level: 1 }).hover();
    await page.waitForLoadState("networkidle");
    expect(paths).toEqual(["/"]);
    expect(await hasReact(page)).toBe(false);
    await turn(page);
    await reactComes(page);
  });
}

test("a refusal from before React came stays when React comes, and the next answer is seen even if it was dismissed", async ({
  page,
  supabase,
  toast,
}) => {
  const address = "nobody@localhost";
  const visit = { page, supabase };
  const { email, press } = await fillIn(visit, "before", address);
  await press();
  await expect(toast).toContainText(emailMessages.invalid);
  await expect(email).toHaveValue(address);
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await toast.getByRole("button").click();
  await page.unrouteAll();
  await email.press("Enter");
  await expect(toast).toBeFocused();
});
