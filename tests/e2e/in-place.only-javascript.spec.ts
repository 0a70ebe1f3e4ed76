import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { keepsake } from "~/content/landing";
import { pages } from "~/content/pages";
import { emailMessages } from "~/forms/toasts";
import { join } from "../support/visitors/bracelets";
import { changes } from "../support/visitors/changes";
import {
  contactOn,
  fillIn,
  isStoredOnce,
  losePosts,
  waiting,
} from "../support/visitors/delivery";
import { holdInserts } from "../support/servers/gate";
import { newAddress, test } from "../support/visitors/test";

// An answer comes into a page in which its visitor has gone on.

const followFooter = (page: Page) =>
  page.getByRole("contentinfo").getByText(pages.terms.label).click();

test("an answer is in sight and has the focus though its visitor has opened a question meanwhile, which stays open", async ({
  page,
  supabase,
  toast,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const form = await fillIn({ page, supabase }, newAddress(), contactOn);
  const inserts = holdInserts(supabase);
  await form.press();
  await expect.poll(inserts.count).toBe(1);
  const question = page.locator("details").first();
  await question.locator("summary").press("Enter");
  inserts.release();
  await expect(toast).toBeInViewport({ ratio: 1 });
  await expect(toast).toBeFocused();
  await expect(question).toHaveAttribute("open");
  await expect(question.locator("p")).toBeVisible();
  await isStoredOnce(form);
});

test("what was corrected after a refusal is there after Back, and can be undone", async ({
  page,
  supabase,
  toast,
}) => {
  const form = await fillIn({ page, supabase }, "ann@example", contactOn);
  const message = form.field("message");
  await form.press();
  await expect(toast).toContainText(emailMessages.invalid);
  const address = newAddress();
  await form.fill({ email: address });
  await message.press("End");
  await page.keyboard.type("!");
  await page.keyboard.press("Control+z");
  await expect(message).toHaveValue("A");
  await page.keyboard.type("nd more.");
  await followFooter(page);
  await expect(page).toHaveURL(pages.terms.path);
  await page.goBack();
  await expect(message).toHaveValue("And more.");
  await expect(form.email).toHaveValue(address);
  await form.press();
  await isStoredOnce({ ...form, address });
});

test("leaving asks while a form is sent or waits, and only then", async ({
  page,
  supabase,
}) => {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  const form = await fillIn({ page, supabase });
  const comeBack = await losePosts(page);
  await form.press();
  await expect(waiting(page)).toBeVisible();
  const inserts = holdInserts(supabase);
  for (const when of ["it waits", "it is sent"]) {
    if (when === "it is sent") {
      await comeBack();
      await expect.poll(inserts.count).toBe(1);
    }
    await followFooter(page);
    await expect.poll(() => asked.splice(0), when).toEqual(["beforeunload"]);
    await expect(page).toHaveURL("/");
  }
  inserts.release();
  await isStoredOnce(form);
  await followFooter(page);
  await expect(page).toHaveURL(pages.terms.path);
  expect(asked).toEqual([]);
});

test("a keepsake on a translated page shows the words of one way to give it away", async ({
  page,
}) => {
  await page.goto("/");
  await join(page);
  await page.evaluate(changes["a translator"]);
  const link = page.locator(".away a:visible");
  expect(await link.innerText()).toBe(`ü${keepsake.linkText}`);
});
