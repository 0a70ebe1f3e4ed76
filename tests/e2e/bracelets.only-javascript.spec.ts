import { expect } from "playwright/test";
import { gift, hero, keepsake } from "~/content/landing";
import { signupToasts } from "~/forms/signup";
import { codeOf, join, lettersOf } from "../support/visitors/bracelets";
import { test } from "../support/visitors/test";

test("a visitor gives the bracelet away with the browser's own sheet, or by the link if that does not open", async ({
  page,
  site,
  toast,
}) => {
  await page.addInitScript(() => {
    navigator.share = ({ text = "" } = {}) => {
      const { dataset } = document.body;
      const reason = "shared" in dataset ? "NotAllowedError" : "AbortError";
      dataset.shared = text;
      return Promise.reject(new DOMException("", reason));
    };
  });
  await page.goto("/");
  await join(page);
  const give = page.getByRole("link", { name: keepsake.linkText });
  await give.click();
  const origin = `http://localhost:${new URL(site.url).port}`;
  const link = `${origin}/#kandi-${await codeOf(page)}`;
  await expect(toast).toContainText(link);
  const body = page.locator("body");
  const text = `${keepsake.message} ${link}`;
  await expect(body).toHaveAttribute("data-shared", text);
  // The visitor has closed the sheet.
  await expect(page).toHaveURL("/");
  // The page cannot see an sms: or mailto: link being followed.
  await give.evaluate((element) => element.setAttribute("href", "#followed"));
  await give.click();
  await expect(page).toHaveURL("/#followed");
});

for (const [way, code, word] of [
  // Its first digit chooses its word.
  ["as the page loads", "31234501", "HUGS"],
  // The ninth does.
  ["into an open page", "312345014", "GLOW"],
] as const) {
  test(`a friend's bracelet that comes ${way} is shown once, and hangs at the visitor's own after joining`, async ({
    page,
    toast,
  }) => {
    // From a page to its own fragments, the browser does not load it.
    await page.goto(way === "into an open page" ? "/" : "/terms");
    await page.goto(`/#kandi-${code}`);
    const line = page.getByText(gift);
    await expect(line).toBeVisible();
    expect(await lettersOf(line)).toBe(word);
    // The gift takes the tagline's place.
    await expect(page.getByText(hero.tagline)).toBeHidden();
    await expect(page).toHaveURL("/");

    await join(page);
    await expect(toast).toContainText(signupToasts.stored.title);
    await expect(line).toBeHidden();
    await expect(toast.locator("svg:visible")).toHaveCount(2);
    expect(await lettersOf(toast)).toMatch(new RegExp(`^[A-Z]{4}${word}$`));
    await page.reload();
    await expect(page.getByText(hero.tagline)).toBeVisible();
    await expect(line).toHaveCount(0);
    await expect(toast).toHaveCount(0);
  });
}

test("any other fragment shows the page as it is", async ({ page }) => {
  // Seven digits, ten, no sixth color or word, no digit, none.
  const others = ["0123450", "0123450123", "01234560", "012345016", "0123450x"];
  for (const code of [...others, ""]) {
    await page.goto("/terms");
    await page.goto(`/#kandi-${code}`);
    await expect(page.getByText(hero.tagline)).toBeVisible();
    await expect(page.locator("#gift")).toBeEmpty();
  }
});
