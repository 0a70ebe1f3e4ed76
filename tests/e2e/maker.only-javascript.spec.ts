import { expect } from "playwright/test";
import type { Locator, Page } from "playwright/test";
import { keepsake } from "~/content/landing";
import { beadColors, beadWords, maker } from "~/content/maker";
import { signupForm } from "~/forms/signup";
import { gate } from "../support/servers/gate";
import { codeOf, join, showsBracelet } from "../support/visitors/bracelets";
import { test } from "../support/visitors/test";

const makeOn = (page: Page) =>
  page.getByRole("button", { name: keepsake.make });
const bead = (page: Page, color: (typeof beadColors)[number]) =>
  page.getByRole("button", { name: color });
const wordOn = (page: Page, name: (typeof beadWords)[number]) =>
  page.getByRole("radio", { name });
const undoOn = (page: Page) => page.getByRole("button", { name: maker.undo });

/** Joins, and opens the maker. @returns the bracelet that was drawn by lot */
async function openMaker(page: Page) {
  await page.goto("/");
  await join(page);
  const code = await codeOf(page);
  await makeOn(page).press("Enter");
  await expect(bead(page, "pink")).toBeFocused();
  return code;
}

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
  const isNext = (place: number) =>
    expect(page.getByRole("group", { name: maker.next(place) })).toBeVisible();
  const first = await codeOf(page);
  await keyboard.press("Tab");
  await isFocused(makeOn(page));
  await keyboard.press("Enter");
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
  await expect(status).toHaveText("Bead 2 of 8, lilac");
  await isNext(2);
  await showsBracelet(page, `05${first.slice(2)}`);

  await keyboard.press("Tab");
  await isFocused(undoOn(page));
  await keyboard.press("Enter");
  await expect(status).toHaveText("Bead 2 of 8, undone");
  await isNext(1);
  await keyboard.press("Enter");
  // Nothing is left to undo.
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

/** The places of the beads that are larger than the others, from 0. */
const standingOut = (page: Page) =>
  page.locator("#own svg").evaluate((ring) => {
    const scales = [...ring.children].map(
      (bead) => getComputedStyle(bead).scale,
    );
    return scales.flatMap((scale, place) => (scale === "none" ? [] : [place]));
  });

test("ring, rarity and link follow each press, eight beads round and round, with a chosen word as a ninth digit where it is not the first bead's, and the next bead stands out", async ({
  page,
}) => {
  const first = await openMaker(page);
  const others = first.slice(1);
  await showsBracelet(page, first);
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
  let code = `0${others}5`;
  await showsBracelet(page, code);
  for (const [press, digit] of [4, 3, 2, 1, 0, 0, 0, 3, 3].entries()) {
    const next = (press + 1) % 8;
    expect(await standingOut(page)).toEqual([next, next + 8, next + 16]);
    await bead(page, beadColors[digit] ?? "pink").click();
    code = `${code.slice(0, next)}${digit}${code.slice(next + 1)}`;
    await showsBracelet(page, code);
  }
  expect(code).toBe("333210005");
});

test("with the system's own colors, beads to pick keep theirs", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openMaker(page);
  const shown = await page
    .locator(".colors svg")
    .evaluateAll((beads) => beads.map((bead) => getComputedStyle(bead).color));
  expect(new Set(shown).size).toBe(beadColors.length);
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

for (const who of ["the visitor, who waits", "a friend, who types below"]) {
  test(`a maker that loads slowly says so, comes once, and leaves the focus to ${who}`, async ({
    page,
  }) => {
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
    await page.keyboard.press("Enter");
    const email = page.getByLabel(signupForm.fields.email.label).first();
    const isTyping = who.startsWith("a friend");
    if (isTyping) await email.focus();
    release();
    await expect(bead(page, "pink")).toHaveCount(1);
    await expect(isTyping ? email : bead(page, "pink")).toBeFocused();
  });
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

for (const [path, width, height] of [
  ["/", 320, 568],
  ["/#kandi-31234501", 320, 568],
  ["/#kandi-31234501", 844, 390],
  ["/", 1280, 800],
] as const)
  test(`at ${width} × ${height}, from ${path}, link and button are on the first screen, ring and controls in view together, and nothing moves as the status changes`, async ({
    page,
    toast,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await join(page);
    const give = page.getByRole("link", { name: keepsake.linkText });
    for (const shown of [give, page.getByText("/#kandi-")])
      await expect(shown).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBeLessThanOrEqual(0);
    await makeOn(page).press("Enter");
    await expect(bead(page, "pink")).toBeFocused();
    const buttons = await toast.getByRole("button").all();
    const radios = await toast.getByRole("radio").all();
    const controls = [...buttons, ...radios];
    expect(controls).toHaveLength(13);
    const isInView = async () => {
      for (const shown of [page.locator("#own"), ...controls])
        await expect(shown).toBeInViewport({ ratio: 0.99 });
    };
    /** In the document, whose window may scroll to the focus. */
    const places = async () => {
      const boxes = [];
      const top = await page.evaluate(() => scrollY);
      for (const control of controls) {
        const box = await control.boundingBox();
        // As large as a finger.
        expect(box?.width).toBeGreaterThanOrEqual(44);
        expect(box?.height).toBeGreaterThanOrEqual(44);
        boxes.push(box && [box.x, Math.round(box.y + top)]);
      }
      return boxes;
    };
    await isInView();
    const before = await places();
    for (const button of [bead(page, "orange"), undoOn(page)]) {
      await button.press("Enter");
      expect(await places()).toEqual(before);
    }
    // The last radio may be chosen without a scroll.
    await page.getByRole("radio").last().press("Space");
    await isInView();
    const widest = await page.evaluate(() => document.body.scrollWidth);
    expect(widest).toBeLessThanOrEqual(width);
  });
