import { expect } from "playwright/test";
import type { Locator, Page } from "playwright/test";
import { gift, hero, keepsake } from "~/content/landing";
import { signupForm, signupToasts } from "~/forms/signup";
import { newAddress, scriptIsThere, test } from "../support/fixtures/test";

async function join(page: Page) {
  await page
    .getByLabel(signupForm.fields.email.label)
    .first()
    .fill(newAddress());
  await page.getByRole("button", { name: hero.form.button }).click();
}

test("an address that is typed is strung, a bead a character, with a star for the @, and tied when it is valid", async ({
  page,
  open,
}) => {
  await open();
  const field = page.locator(".signup .field").first();
  const email = field.getByRole("textbox");
  const drawn = () =>
    field.evaluate((element: HTMLElement) => {
      const label = element.querySelector("label") as Element;
      const isSeen = (of: Element, pseudo: string) =>
        parseFloat(getComputedStyle(of, pseudo).width) > 0;
      return {
        typed: Number(element.style.getPropertyValue("--typed")),
        hasBeads: isSeen(element, "::after"),
        hasStar: isSeen(label, "::after"),
        isTied: isSeen(element, "::before"),
      };
    });
  const address = newAddress();
  for (const [typed, isTied] of [
    // The site wants a dot where the browser does not.
    ["a@b", false],
    [address, true],
    ["", false],
  ] as const) {
    await email.fill(typed);
    const isThere = typed !== "";
    const beads = { typed: typed.length, hasBeads: isThere, hasStar: isThere };
    expect(await drawn()).toEqual({ ...beads, isTied });
  }
});

test("a browser that can share opens its own sheet to give the visitor's bracelet away", async ({
  page,
  open,
  site,
  toast,
}) => {
  await page.addInitScript(() => {
    navigator.share = (shared) => {
      document.body.dataset.shared = JSON.stringify(shared);
      return Promise.reject(new DOMException("", "AbortError"));
    };
  });
  await open();
  await join(page);
  await page.getByRole("link", { name: keepsake.linkText }).click();
  const shared = await page.locator("body").getAttribute("data-shared");
  const { text } = JSON.parse(shared ?? "{}") as ShareData;
  const origin = `http://localhost:${new URL(site.url).port}`;
  const [, link] = text?.split(`${keepsake.message} `) ?? [];
  expect(link).toMatch(new RegExp(`^${origin}/#kandi-[0-5]{8}$`));
  await expect(toast).toContainText(link ?? "");
  await expect(page).toHaveURL("/");
});

test("a browser whose sheet does not open follows the link", async ({
  page,
  open,
}) => {
  await page.addInitScript(() => {
    navigator.share = () =>
      Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await open();
  await join(page);
  const link = page.getByRole("link", { name: keepsake.linkText });
  // The page cannot see an sms: or mailto: link being followed.
  await link.evaluate((element) => element.setAttribute("href", "#followed"));
  await link.click();
  await expect(page).toHaveURL("/#followed");
});

/** Its first digit chooses its word. */
const given = "#kandi-31234501";
const word = "HUGS";

/** The letters of a ring, which the style sheet draws. */
const lettersOf = (ring: Locator) =>
  ring
    .locator("[data-letter]")
    .evaluateAll((letters) =>
      letters.map((one) => one.getAttribute("data-letter")).join(""),
    );

/** Relative to React. */
for (const when of ["before", "after"]) {
  test(`a friend's bracelet that comes ${when} React is shown once, no other fragment is, and the form keeps its script`, async ({
    page,
    open,
    toast,
  }) => {
    const line = page.getByText(gift);
    if (when === "before") await page.goto(`/${given}`);
    else {
      await open();
      for (const beads of ["0123450", "012345012", "01234506", "0123450x", ""])
        await page.evaluate(
          (hash) => (location.hash = hash),
          `#kandi-${beads}`,
        );
      await expect(page.locator("#gift")).toBeEmpty();
      await page.evaluate((hash) => (location.hash = hash), given);
    }
    await expect(line).toBeVisible();
    expect(await lettersOf(line)).toBe(word);
    // The gift takes the tagline's place.
    await expect(page.getByText(hero.tagline)).toBeHidden();
    await expect(page).toHaveURL("/");
    await scriptIsThere(page);
    await expect(line).toBeVisible();

    await join(page);
    await expect(toast).toContainText(signupToasts.stored.title);
    // Both rings hang in the keepsake.
    await expect(line).toBeHidden();
    await expect(toast.locator("svg:visible")).toHaveCount(2);
    expect(await lettersOf(toast)).toMatch(new RegExp(`^[A-Z]{4}${word}$`));
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(line).toHaveCount(0);
  });
}
