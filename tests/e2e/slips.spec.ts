import { expect } from "playwright/test";
import type { Locator } from "playwright/test";
import { pages } from "~/content/pages";
import { questionToast, suggestionLabel } from "~/forms/toasts";
import { fieldErrorId } from "~/forms/definition";
import { formOn } from "../support/visitors/delivery";
import { neededFields, shownOnce } from "../support/visitors/forms";
import { newSlip, refusedTitle, test } from "../support/visitors/test";

for (const shown of shownOnce) {
  const { form, id } = shown;
  if (!form.fields.email?.asksAboutSlips) continue;

  test(`the form ${id} asks once about a likely slip, by keyboard, and stores what the visitor answers`, async ({
    page,
    supabase,
    toast,
    javaScriptEnabled,
  }) => {
    const on = formOn(page, shown);
    const email = on.field("email");
    const rowsOf = (address: string) =>
      supabase.rows(`select from ${form.table} where email = $1`, [address]);

    /** @returns the button that answers yes */
    const ask = async ({ typed, meant }: ReturnType<typeof newSlip>) => {
      const values = neededFields(form, ` ${typed.toUpperCase()}`);
      await page.goto(form.path);
      await on.fill(values);
      await email.press("Enter");
      const { title, text } = questionToast(meant);
      await expect(toast).toContainText(title);
      await expect(toast).toBeFocused();
      await expect(page).toHaveTitle(refusedTitle);
      await on.holds(values);
      await expect(email).toHaveAttribute("aria-invalid", "false");
      await expect(page.locator(`#${fieldErrorId(id, "email")}`)).toHaveText(
        text,
      );
      const use = on.element.getByRole("button", {
        name: suggestionLabel(meant),
      });
      await toast.getByRole("link", { name: text }).press("Enter");
      if (javaScriptEnabled) await expect(use).toBeFocused();
      await expect(use).toBeInViewport();
      const background = (button: Locator) =>
        button.evaluate((one) => getComputedStyle(one).backgroundColor);
      expect(await background(use)).not.toBe(await background(on.button));
      expect(await rowsOf(typed)).toHaveLength(0);
      return use;
    };

    await test.step("yes, also to a database that is down at first", async () => {
      const slip = newSlip();
      const use = await ask(slip);
      await on.button.focus();
      await page.keyboard.press("Tab");
      await expect(use).toBeFocused();
      supabase.behave(() => Promise.reject(new Error("down")));
      await page.keyboard.press("Enter");
      await expect(toast).toContainText(form.toasts.failed.text);
      await on.holds(neededFields(form, slip.meant));
      supabase.behave(() => Promise.resolve());
      await email.press("Enter");
      const { title } = form.toasts.stored;
      const { text = title } = form.toasts.storedFor?.(slip.meant) ?? {};
      await expect(toast).toContainText(title);
      await expect(toast).toContainText(text);
      await expect(use).toHaveCount(0);
      expect(await rowsOf(slip.meant)).toHaveLength(1);
      expect(await rowsOf(slip.typed)).toHaveLength(0);
    });

    if (javaScriptEnabled)
      await test.step("changed by hand", async () => {
        const { typed, meant } = newSlip();
        const use = await ask({ typed, meant });
        // As an extension does.
        await email.dispatchEvent("input");
        await expect(use).toBeVisible();
        await email.press("End");
        await email.pressSequentially("m");
        for (const part of [
          use,
          toast,
          page.getByText(questionToast(meant).text),
        ])
          await expect(part).toHaveCount(0);
        await email.fill(meant);
        await email.press("Enter");
        await expect(toast).toContainText(form.toasts.stored.title);
        expect(await rowsOf(meant)).toHaveLength(1);
      });

    await test.step("no, also after Back", async () => {
      const slip = newSlip();
      await ask(slip);
      if (javaScriptEnabled) {
        const { label, path } = pages.terms;
        await page.getByRole("contentinfo").getByText(label).click();
        await expect(page).toHaveURL(path);
        await page.goBack();
      }
      await email.press("Enter");
      await expect(toast).toContainText(form.toasts.stored.title);
      expect(await rowsOf(slip.typed)).toHaveLength(1);
      expect(await rowsOf(slip.meant)).toHaveLength(0);
    });
  });
}
