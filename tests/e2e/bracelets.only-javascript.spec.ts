import { expect } from "playwright/test";
import { gift, hero, keepsake } from "~/content/landing";
import { signupToasts } from "~/forms/signup";
import { join, lettersOf } from "../support/visitors/bracelets";
import { newAddress, test } from "../support/visitors/test";

test("an address that is typed is strung, a bead a character, with a star for the @, and tied when it is valid", async ({
  page,
}) => {
  await page.goto("/");
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
  site,
  toast,
}) => {
  await page.addInitScript(() => {
    navigator.share = (shared) => {
      document.body.dataset.shared = JSON.stringify(shared);
      return Promise.reject(new DOMException("", "AbortError"));
    };
  });
  await page.goto("/");
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
}) => {
  await page.addInitScript(() => {
    navigator.share = () =>
      Promise.reject(new DOMException("", "NotAllowedError"));
  });
  await page.goto("/");
  await join(page);
  const link = page.getByRole("link", { name: keepsake.linkText });
  // The page cannot see an sms: or mailto: link being followed.
  await link.evaluate((element) => element.setAttribute("href", "#followed"));
  await link.click();
  await expect(page).toHaveURL("/#followed");
});

const gifts = [
  // Its first digit chooses its word.
  ["31234501", "HUGS"],
  // The ninth does.
  ["312345014", "GLOW"],
] as const;
/** Seven digits, ten, no sixth color or word, no digit, none. */
const invalid = [
  "0123450",
  "0123450123",
  "01234560",
  "012345016",
  "0123450x",
  "",
];

for (const way of ["as the page loads", "into an open page"] as const) {
  test(`a friend's bracelet that comes ${way} is shown once, and no other fragment is`, async ({
    page,
    toast,
  }) => {
    const line = page.getByText(gift);
    const come = async (code: string) => {
      const fragment = `#kandi-${code}`;
      if (way === "into an open page") {
        await page.goto("/");
        await page.evaluate(
          (hash) =>
            new Promise((resolve) => {
              addEventListener("hashchange", resolve, { once: true });
              location.hash = hash;
            }),
          fragment,
        );
      } else {
        // From a page to its own fragments, the browser does not load it.
        await page.goto("/terms");
        await page.goto(`/${fragment}`);
      }
    };
    for (const code of invalid) {
      await come(code);
      await expect(page.getByText(hero.tagline)).toBeVisible();
      await expect(page.locator("#gift")).toBeEmpty();
    }
    for (const [code, word] of gifts) {
      await come(code);
      await expect(line).toBeVisible();
      expect(await lettersOf(line)).toBe(word);
      // The gift takes the tagline's place.
      await expect(page.getByText(hero.tagline)).toBeHidden();
      await expect(page).toHaveURL("/");

      await join(page);
      await expect(toast).toContainText(signupToasts.stored.title);
      // Both rings hang in the keepsake.
      await expect(line).toBeHidden();
      await expect(toast.locator("svg:visible")).toHaveCount(2);
      expect(await lettersOf(toast)).toMatch(new RegExp(`^[A-Z]{4}${word}$`));
      await page.reload();
      await expect(page.getByText(hero.tagline)).toBeVisible();
      await expect(line).toHaveCount(0);
      await expect(toast).toHaveCount(0);
    }
  });
}
