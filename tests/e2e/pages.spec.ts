import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { faq as contactFaq } from "~/content/contact";
import { errorPages, homeLink } from "~/content/errors";
import { callToAction, features, hero, steps } from "~/content/landing";
import { headerPages, pages } from "~/content/pages";
import {
  community,
  contentsHeading,
  lastUpdatedLabel,
  launch,
  mail,
  minimumAge,
  needed,
  plur,
  responseTimes,
  skipLink,
} from "~/content/site";
import {
  faq as supportFaq,
  help,
  moreHelp,
  resources,
  safety,
} from "~/content/support";
import { test } from "../support/fixtures/test";

/** What a page says, in the words that its visitors look for. */
const words: Record<string, string[]> = {
  landing: [
    ...hero.stats.flatMap(({ value, label }) => [value, label]),
    ...[hero.heading, features.heading, steps.heading, callToAction.heading],
    ...[...features.items, ...steps.items].map(({ title }) => title),
    ...[launch, ...callToAction.notes],
  ],
  contact: [
    ...[
      needed.unlessMarked,
      ...Object.values(mail),
      ...Object.values(responseTimes),
    ],
    ...[community.chat.badge, community.forum.title],
    ...contactFaq.questions.map(({ question }) => question),
  ],
  support: [
    ...help.cards.flatMap(({ title, linkText }) => [title, linkText]),
    ...[moreHelp.heading, moreHelp.support.linkText, resources.heading],
    ...safety.parts.map(({ heading }) => heading),
    ...supportFaq.questions.map(({ question }) => question),
  ],
  privacy: [lastUpdatedLabel, `${minimumAge}+`],
  terms: [lastUpdatedLabel, `${minimumAge}+`],
};

/** Of the seed; a form adds its own to the policy. */
const fewestSections: Record<string, number> = { privacy: 11, terms: 14 };

test("every page has its words and sections, and explains PLUR where it first appears", async ({
  page,
  open,
}) => {
  for (const [name, { path }] of Object.entries(pages)) {
    await open(path);
    for (const text of words[name] ?? []) {
      // The answers to questions contain some of them, too.
      const found = page.getByRole("main").getByText(text);
      await expect(found.filter({ visible: true }), text).not.toHaveCount(0);
    }
    const contents = page.getByRole("navigation", { name: contentsHeading });
    const links = await contents.getByRole("link").all();
    expect(links.length).toBeGreaterThanOrEqual(fewestSections[name] ?? 0);
    for (const link of links) {
      const heading = page.locator((await link.getAttribute("href")) ?? "");
      await expect(heading).toHaveText((await link.textContent()) ?? "-");
      await expect(heading).toHaveRole("heading");
    }
    const text = (await page.locator("body").textContent()) ?? "";
    const first = text.indexOf("PLUR");
    const near = text.slice(Math.max(first - 80, 0), first + 84);
    if (first >= 0) expect(near, path).toContain(plur);
  }
});

test("every page has its title, skip link, header and footer, a quiet console, and a way to the first form", async ({
  page,
  open,
}) => {
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  for (const { path, title } of Object.values(pages)) {
    await open(path);
    expect(messages).toEqual([]);
    await expect(page).toHaveTitle(title);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: skipLink })).toBeFocused();
    const header = page.getByRole("banner");
    const links = [hero.form.button, ...headerPages.map(({ label }) => label)];
    await expect(header.getByRole("listitem")).toHaveText(links);
    // Each page has a link to itself, in its header or its footer.
    const current = page.locator("[aria-current=page]");
    await expect(current.first()).toHaveAttribute("href", path);
    const footer = page.getByRole("contentinfo");
    await expect(
      footer.getByRole("link", { name: pages.privacy.label }),
    ).toBeVisible();
    // A text browser prints any text that a decoration contains.
    const decorations = page.locator("[aria-hidden=true]");
    expect((await decorations.allTextContents()).join("")).toBe("");
    // From every page it leads to the first field.
    await header.getByRole("link", { name: hero.form.button }).press("Enter");
    await expect(page.getByRole("textbox").first()).toBeFocused();
    expect(new URL(page.url()).pathname).toBe("/");
  }
});

/** A phone's fonts are narrow. Wider ones make the first screen longer. */
const areFontsNarrow = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    const pen = document.createElement("canvas").getContext("2d");
    const widthOf = (family: string) => {
      if (pen) pen.font = `40px ${style.getPropertyValue(family)}`;
      return pen?.measureText("Hamburgefonstiv").width ?? 0;
    };
    return widthOf("--poster") < 280 && widthOf("--plain") < 350;
  });

test("the first screen shows the name and the form, a larger one also the crowd, a wide one the stats", async ({
  page,
  open,
}) => {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [375, 553],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open();
    test.skip(!(await areFontsNarrow(page)), "no fonts as narrow as a phone's");
    const name = page.getByRole("heading", { level: 1 });
    const button = page.getByRole("button", { name: hero.form.button });
    const labels = hero.stats.map(({ label }) =>
      page.getByText(label, { exact: true }),
    );
    for (const shown of [name, button, ...(width < 800 ? [] : labels)]) {
      const box = await shown.boundingBox();
      expect(box ? box.y + box.height : NaN).toBeLessThanOrEqual(height);
    }
    const crowd = await page.locator(".crowd").first().boundingBox();
    if (height >= 800) expect(crowd?.y).toBeLessThan(height - 40);
  }
});

test("a heading of twelve letters stays on one line", async ({
  page,
  open,
}) => {
  await open("/support");
  const letters = page.locator("h1 .letters").last();
  const tops = () =>
    letters.evaluate(({ children }) => [
      ...new Set(
        [...children].map((child) => (child as HTMLElement).offsetTop),
      ),
    ]);
  await letters.evaluate((word) => {
    while (word.childElementCount < 12)
      word.append(word.lastElementChild?.cloneNode() ?? "");
  });
  for (const width of [320, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await tops(), `${width} px`).toHaveLength(1);
    expect(
      await page.evaluate(() => document.body.scrollWidth),
    ).toBeLessThanOrEqual(width);
  }
});

test("in print a legal page is only its words, black on white", async ({
  page,
  open,
}) => {
  await open("/privacy");
  await page.emulateMedia({ media: "print" });
  for (const landmark of ["banner", "navigation", "contentinfo"] as const) {
    await expect(page.getByRole(landmark).first()).toBeHidden();
  }
  const heading = page.getByRole("heading", { level: 1 });
  const text = page.getByRole("main").getByRole("paragraph").last();
  for (const printed of [heading, text]) {
    await expect(printed).toHaveCSS("color", "rgb(0, 0, 0)");
  }
});

test("a page that does not exist says so and links home", async ({ page }) => {
  const response = await page.goto("/no/such-page");
  expect(response?.status()).toBe(404);
  await expect(
    page.getByRole("heading", { name: errorPages[404]?.heading }),
  ).toBeVisible();
  await page.getByRole("link", { name: homeLink }).click();
  await expect(page).toHaveURL("/");
});
