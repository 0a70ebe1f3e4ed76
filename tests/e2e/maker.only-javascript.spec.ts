import { expect } from "playwright/test";
import type { Locator, Page } from "playwright/test";
import { launchWhole } from "two-modes-audit";
import { findBrowser } from "two-modes-audit/browser";
import { keepsake } from "~/content/landing";
import { beadColors, beadWords, maker } from "~/content/maker";
import { pages } from "~/content/pages";
import { signupForm } from "~/forms/signup";
import { codeOf, join, showsBracelet } from "../support/visitors/bracelets";
import { gate } from "../support/servers/gate";
import { test } from "../support/visitors/test";

/** A headless shell has no back/forward cache, and Playwright disables it. */
const cachingTest = test.extend({
  context: async ({ baseURL }, use) => {
    const browser = await launchWhole();
    await use(await browser.newContext({ baseURL }));
    await browser.close();
  },
});

const makeOn = (page: Page) =>
  page.getByRole("button", { name: keepsake.make });
const bead = (page: Page, color: (typeof beadColors)[number]) =>
  page.getByRole("button", { name: color });
const wordOn = (page: Page, name: (typeof beadWords)[number]) =>
  page.getByRole("radio", { name });
const undoOn = (page: Page) => page.getByRole("button", { name: maker.undo });

/** Joins, and opens the maker. @returns the bracelet that was drawn by lot */
async function openMaker(page: Page, path = "/") {
  await page.goto(path);
  await join(page);
  const code = await codeOf(page);
  await makeOn(page).press("Enter");
  await expect(bead(page, "pink")).toBeFocused();
  return code;
}

test("nothing of React is asked for before the maker is", async ({ page }) => {
  const files: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/assets/")) files.push(pathname);
  });
  await page.goto("/");
  await join(page);
  await expect(makeOn(page)).toBeVisible();
  expect(files).toEqual([]);
  await makeOn(page).click();
  await expect(bead(page, "pink")).toBeVisible();
  expect(files).not.toEqual([]);
});

test("a keyboard alone strings beads, takes them back and chooses the word; a status line says what was strung, and the group which bead is next", async ({
  page,
  toast,
}) => {
  await page.goto("/");
  await join(page);
  const { keyboard } = page;
  const status = toast.locator("[aria-live=polite]");
  const isFocused = async (element: Locator) => {
    await expect(element).toBeFocused();
    await expect(element).not.toHaveCSS("outline-style", "none");
  };
  const first = await codeOf(page);
  await keyboard.press("Tab");
  await isFocused(makeOn(page));
  await keyboard.press("Enter");

  const isNext = (place: number) =>
    expect(page.getByRole("group", { name: maker.next(place) })).toBeVisible();
  await isNext(0);
  await isFocused(bead(page, "pink"));
  await keyboard.press("Space");
  await expect(status).toHaveText("Bead 1 of 8, pink");
  await isNext(1);
  for (const color of beadColors.slice(1)) {
    await keyboard.press("Tab");
    await isFocused(bead(page, color));
  }
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await expect(status).toHaveText("Bead 3 of 8, lilac");
  await isNext(3);
  await showsBracelet(page, `055${first.slice(3)}`);

  await keyboard.press("Tab");
  await isFocused(undoOn(page));
  await keyboard.press("Enter");
  await expect(status).toHaveText("Bead 3 of 8, undone");
  await isNext(2);
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await expect(status).toHaveText("Bead 1 of 8, undone");
  await showsBracelet(page, first);
  // Nothing is left to undo.
  await isFocused(undoOn(page));
  await expect(undoOn(page)).toBeDisabled();
  await keyboard.press("Enter");
  await isFocused(undoOn(page));
  await isNext(0);
  await showsBracelet(page, first);

  const digit = Number(first.charAt(0));
  const after = (digit + 1) % beadWords.length;
  await keyboard.press("Tab");
  await isFocused(page.getByRole("radio").nth(digit));
  await keyboard.press("ArrowRight");
  await isFocused(page.getByRole("radio").nth(after));
  await showsBracelet(page, `${first}${after}`);
  await keyboard.press("Tab");
  await isFocused(page.getByRole("link", { name: keepsake.linkText }));
});

/** The places of the beads that stand out of the ring, from 0. */
const standingOut = (page: Page) =>
  page.locator("#own svg").evaluate((ring) => {
    const middle = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + width / 2, y + height / 2] as const;
    };
    const [x, y] = middle(ring);
    return [...ring.children]
      .map((bead, place) => {
        const [beadX, beadY] = middle(bead);
        return { place, distance: Math.hypot(beadX - x, beadY - y) };
      })
      .sort((one, other) => other.distance - one.distance)
      .slice(0, 3)
      .map(({ place }) => place)
      .sort((one, other) => one - other);
  });

test("ring, rarity, link and share follow each press, eight beads round and round, and the next three stand out of the ring", async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.share = async ({ text } = {}) => {
      document.body.dataset.shared = text ?? "";
    };
  });
  let code = await openMaker(page);
  await showsBracelet(page, code);
  for (const [press, digit] of [5, 4, 3, 2, 1, 0, 0, 0, 3, 3].entries()) {
    const next = press % 8;
    expect(await standingOut(page)).toEqual([next, next + 8, next + 16]);
    await bead(page, beadColors[digit] ?? "pink").click();
    code = `${code.slice(0, next)}${digit}${code.slice(next + 1)}`;
    await showsBracelet(page, code);
  }
  expect(code).toBe("33321000");
  await page.getByRole("link", { name: keepsake.linkText }).click();
  await expect(page.locator("body")).toHaveAttribute(
    "data-shared",
    /\/#kandi-33321000$/,
  );
});

test("a chosen word stays as beads are strung, and is a ninth digit where it is not the first bead's", async ({
  page,
}) => {
  const first = await openMaker(page);
  const others = first.slice(1);
  await bead(page, "orange").click();
  await expect(wordOn(page, "BASS")).toBeChecked();
  await showsBracelet(page, `1${others}`);
  await wordOn(page, "PLUR").check();
  await showsBracelet(page, `1${others}0`);
  await undoOn(page).click();
  await bead(page, "pink").click();
  await expect(wordOn(page, "PLUR")).toBeChecked();
  await showsBracelet(page, `0${others}`);
  await wordOn(page, "LOVE").check();
  await showsBracelet(page, `0${others}5`);
});

test("a maker that does not load says so and takes nothing away, and another press may load it", async ({
  page,
  toast,
}) => {
  await page.goto("/");
  await join(page);
  const code = await codeOf(page);
  await page.route("/assets/**", (route) => route.abort());
  for (let press = 0; press < 2; press++) {
    await makeOn(page).click();
    await expect(toast.getByText(keepsake.broken)).toBeVisible();
    await expect(makeOn(page)).toBeEnabled();
    await expect(makeOn(page)).toBeFocused();
    await showsBracelet(page, code);
  }
  await page.unroute("/assets/**");
  await makeOn(page).click();
  await expect(bead(page, "pink")).toBeFocused();
  await expect(toast.getByText(keepsake.broken)).toHaveCount(0);
});

/** Joins, and presses the button of a maker that waits for its release. */
async function openSlowly(page: Page) {
  await page.goto("/");
  await join(page);
  const { open: release, opened } = gate();
  await page.route("/assets/**", async (route) => {
    await opened;
    await route.continue();
  });
  await makeOn(page).click();
  await expect(page.getByText(keepsake.loading)).toBeVisible();
  await expect(makeOn(page)).toBeDisabled();
  return release;
}

test("a maker that loads slowly says so, and comes once", async ({ page }) => {
  const release = await openSlowly(page);
  await page.keyboard.press("Enter");
  release();
  await expect(bead(page, "pink")).toBeFocused();
  await expect(bead(page, "pink")).toHaveCount(1);
});

test("a maker that loads slowly leaves the focus to a friend who types below", async ({
  page,
}) => {
  const release = await openSlowly(page);
  const email = page.getByLabel(signupForm.fields.email.label).first();
  await email.pressSequentially("fri");
  release();
  await expect(bead(page, "pink")).toBeVisible();
  await page.keyboard.press("e");
  await expect(email).toHaveValue("frie");
});

for (const cached of [false, true]) {
  (cached ? cachingTest : test)(
    `Back shows the bracelet that was made, ${cached ? "out of the back/forward cache" : "with a page that is loaded anew"}, and a reload shows none`,
    async ({ page, toast }) => {
      test.skip(
        cached && !findBrowser(),
        "not installed: a whole Chromium for the back/forward cache",
      );
      await page.addInitScript(() => {
        addEventListener("pageshow", ({ persisted }) => {
          document.documentElement.dataset.restored = String(persisted);
        });
      });
      const first = await openMaker(page, "/#kandi-31234501");
      await bead(page, "lilac").click();
      await wordOn(page, "HUGS").check();
      const code = `5${first.slice(1)}3`;
      await showsBracelet(page, code);
      const { label, path } = pages.terms;
      await page.getByRole("contentinfo").getByText(label).click();
      await expect(page).toHaveURL(path);
      // Playwright's goBack waits for a load, which the cache skips.
      await page.evaluate(() => history.back());
      const html = page.locator("html");
      await expect(html).toHaveAttribute("data-restored", String(cached));
      await showsBracelet(page, code);
      // The friend's ring is back, too.
      await expect(toast.locator(".ring svg:visible")).toHaveCount(2);
      if (!cached) await makeOn(page).click();
      await expect(wordOn(page, "HUGS")).toBeChecked();
      await bead(page, "lime").click();
      const place = cached ? 1 : 0;
      const made = `${code.slice(0, place)}3${code.slice(place + 1)}`;
      await showsBracelet(page, cached ? made : made.slice(0, 8));
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(toast).toHaveCount(0);
    },
  );
}

test("a friend who joins below gets a keepsake of their own, and a maker for it", async ({
  page,
}) => {
  const first = await openMaker(page);
  await bead(page, "lime").click();
  await join(page);
  await expect(bead(page, "lime")).toHaveCount(0);
  const own = await codeOf(page);
  expect(own).toHaveLength(8);
  expect(own.slice(1)).not.toBe(first.slice(1));
  await makeOn(page).click();
  await bead(page, "aqua").click();
  await showsBracelet(page, `4${own.slice(1)}`);
});

async function controlsOf(toast: Locator) {
  const buttons = await toast.getByRole("button").all();
  const radios = await toast.getByRole("radio").all();
  expect([buttons.length, radios.length]).toEqual([7, 6]);
  return [...buttons, ...radios];
}

/** Sees that each control is as large as a finger and stays where it is. */
async function nothingMoves(page: Page, controls: Locator[]) {
  /** In the document, whose window may scroll to the focus. */
  const places = async () => {
    const boxes = [];
    const top = await page.evaluate(() => scrollY);
    for (const control of controls) {
      const box = await control.boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect(box?.height).toBeGreaterThanOrEqual(44);
      boxes.push(box && [box.x, Math.round(box.y + top)]);
    }
    return boxes;
  };
  const before = await places();
  await bead(page, "orange").press("Enter");
  expect(await places()).toEqual(before);
  await undoOn(page).press("Enter");
  expect(await places()).toEqual(before);
}

const windows = [
  [320, 568],
  [375, 667],
  [390, 844],
  [844, 390],
  [1280, 800],
] as const;

for (const path of ["/", "/#kandi-31234501"])
  for (const [width, height] of windows)
    test(`at ${width} × ${height}, from ${path}, link and button are on the first screen, ring and controls in view together, and nothing moves as the status changes`, async ({
      page,
      toast,
    }) => {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await join(page);
      const give = page.getByRole("link", { name: keepsake.linkText });
      for (const shown of [give, page.getByText("/#kandi-")]) {
        const box = await shown.boundingBox();
        expect(box && box.y + box.height).toBeLessThanOrEqual(height);
      }
      expect(await page.evaluate(() => scrollY)).toBeLessThanOrEqual(0);
      await makeOn(page).press("Enter");
      await expect(bead(page, "pink")).toBeFocused();
      const controls = await controlsOf(toast);
      const isInView = async () => {
        for (const shown of [page.locator("#own"), ...controls])
          await expect(shown).toBeInViewport({ ratio: 0.99 });
      };
      await isInView();
      await nothingMoves(page, controls);
      // The last radio may be chosen without a scroll.
      await page.getByRole("radio").last().press("Space");
      await isInView();
      const widest = await page.evaluate(() => document.body.scrollWidth);
      expect(widest).toBeLessThanOrEqual(width);
    });

test("with text twice as large, nothing moves as the status changes, and ring and colors are in view together", async ({
  page,
  toast,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await page.setViewportSize({ width: 390, height: 844 });
  await openMaker(page);
  for (const shown of [page.locator("#own"), bead(page, "lilac")])
    await expect(shown).toBeInViewport({ ratio: 0.99 });
  await nothingMoves(page, await controlsOf(toast));
  const widest = await page.evaluate(() => document.body.scrollWidth);
  expect(widest).toBeLessThanOrEqual(390);
});
