import { setTimeout as after } from "node:timers/promises";
import { expect } from "playwright/test";
import { hero } from "~/content/landing";
import { signupToasts } from "~/forms/signup";
import { newAddress, test } from "../support/fixtures/test";

test("two clicks 200 ms apart with a slow database store one row, and read as a success", async ({
  page,
  open,
  supabase,
}) => {
  const address = newAddress();
  let inserts = 0;
  // The database takes a second, longer than the second click.
  supabase.behave(async () => {
    inserts += 1;
    await after(1000);
  });
  await open();
  await page.getByLabel(hero.form.emailLabel).first().fill(address);
  const box = await page
    .getByRole("button", { name: hero.form.button })
    .boundingBox();
  if (!box) throw new Error("The button is not on the page.");
  await page.mouse.click(box.x + 10, box.y + 10);
  await after(200);
  await page.mouse.click(box.x + 10, box.y + 10);

  await expect(page.getByRole("dialog")).toContainText(
    signupToasts.stored.title,
  );
  expect(inserts).toBe(2);
  expect(await supabase.signups(address)).toHaveLength(1);
  supabase.behave(() => Promise.resolve());
});
