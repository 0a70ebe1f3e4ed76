import { expect } from "playwright/test";
import { dismissLabel } from "~/content/delivery";
import { emailMessages } from "~/forms/toasts";
import { contactOn, fillIn } from "../support/visitors/delivery";
import { test } from "../support/visitors/test";

for (const way of ["by the script", "by the browser"]) {
  test(`a refusal that was sent ${way} leads to its field, and gives it the focus when it is closed by its button or Escape`, async ({
    page,
    supabase,
    toast,
  }) => {
    const visit = { page, supabase };
    const form = await fillIn(visit, "ann@example", contactOn);
    const refuse = async () => {
      if (way === "by the script") await form.press();
      else
        await form.element.evaluate((element: HTMLFormElement) =>
          element.submit(),
        );
      await expect(toast).toContainText(emailMessages.invalid);
      await expect(toast).toBeFocused();
    };
    await refuse();
    await toast.getByRole("link", { name: emailMessages.invalid }).click();
    await expect(form.email).toBeFocused();
    await expect(toast).toBeVisible();
    await expect(page).toHaveURL(contactOn.form.path);
    await page.keyboard.press("Escape");
    await expect(toast).toHaveCount(0);
    // A focus elsewhere stays where it is.
    await expect(form.email).toBeFocused();
    for (const key of ["Escape", "Enter"]) {
      await refuse();
      await page.keyboard.press("Tab");
      if (key === "Enter")
        await toast.getByRole("button", { name: dismissLabel }).focus();
      await page.keyboard.press(key);
      await expect(toast).toHaveCount(0);
      await expect(form.email).toBeFocused();
      await expect(form.email).toHaveValue("ann@example");
    }
  });
}
