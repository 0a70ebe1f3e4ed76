import { expect } from "playwright/test";
import * as contact from "~/content/contact";
import { errorPages, homeLink } from "~/content/errors";
import { callToAction, features, hero, steps } from "~/content/landing";
import { headerPages, pages } from "~/content/pages";
import * as constants from "~/content/constants";
import * as shared from "~/content/shared";
import * as support from "~/content/support";
import { test } from "../support/visitors/test";

const shownKeys = /^(heading|title|value|label|linkText|question|badge)$/;

/** The words of a page's content that its visitors look for. */
const wordsIn = (content: unknown, key = ""): string[] =>
  content && typeof content === "object"
    ? Object.entries(content).flatMap(([key, part]) => wordsIn(part, key))
    : typeof content === "string" && shownKeys.test(key)
      ? [content]
      : [];

const legal = [shared.lastUpdatedLabel, `${constants.minimumAge}+`];
const words: Record<string, string[]> = {
  landing: [
    ...wordsIn({ hero, features, steps, callToAction }),
    ...[constants.launch, ...callToAction.notes],
  ],
  contact: [
    ...[...wordsIn(contact), ...wordsIn(shared.community)],
    ...[
      ...Object.values(constants.mail),
      ...Object.values(constants.responseTimes),
    ],
    shared.needed.unlessMarked,
  ],
  support: wordsIn({ ...support }),
  privacy: legal,
  terms: legal,
};

/** Of the seed; a form adds its own to the policy. */
const fewestSections: Record<string, number> = { privacy: 11, terms: 14 };

test("every page has its title, words and sections, skip link, header and footer, a quiet console, no script that it does not need, none of a file, and a way to the first form", async ({
  page,
}) => {
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  const files: string[] = [];
  page.on("request", (request) => files.push(new URL(request.url()).pathname));
  for (const [name, { path, title, hasForm }] of Object.entries(pages)) {
    await page.goto(path);
    expect(messages).toEqual([]);
    expect(files.filter((file) => file.includes(".js"))).toEqual([]);
    await expect(page).toHaveTitle(title);
    const seen = await page.evaluate(() => ({
      scripts: document.scripts.length,
      visible: document.querySelector("main")?.innerText.toLowerCase(),
      text: document.querySelector("main")?.textContent ?? "",
      // A text browser prints any text that a decoration contains.
      decorations: [...document.querySelectorAll("[aria-hidden=true]")]
        .map(({ textContent }) => textContent)
        .join(""),
    }));
    for (const text of words[name] ?? [])
      expect(seen.visible).toContain(text.toLowerCase());
    expect(seen.decorations).toBe("");
    if (!hasForm) expect(seen.scripts).toBe(0);
    const first = seen.text.indexOf("PLUR");
    const near = seen.text.slice(Math.max(first - 80, 0), first + 84);
    if (first >= 0) expect(near, path).toContain(constants.plur);

    const contents = page.getByRole("navigation", {
      name: shared.contentsHeading,
    });
    const sections = await contents
      .getByRole("link")
      .evaluateAll((links) =>
        (links as HTMLAnchorElement[]).map(({ hash, textContent }) => [
          textContent,
          document.querySelector(`:is(h2, h3)${hash}`)?.textContent,
        ]),
      );
    for (const [link, heading] of sections) expect(heading).toBe(link);
    expect(sections.length).toBeGreaterThanOrEqual(fewestSections[name] ?? 0);

    await page.keyboard.press("Tab");
    await expect(
      page.getByRole("link", { name: shared.skipLink }),
    ).toBeFocused();
    const header = page.getByRole("banner");
    const links = [hero.form.button, ...headerPages.map(({ label }) => label)];
    await expect(header.getByRole("listitem")).toHaveText(links);
    // Each page has a link to itself, in its header or its footer.
    const current = page.locator("[aria-current=page]");
    await expect(current.first()).toHaveAttribute("href", path);
    const privacy = { name: pages.privacy.label };
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("link", privacy)).toBeVisible();
    // From every page it leads to the first field.
    await header.getByRole("link", { name: hero.form.button }).press("Enter");
    await expect(page.getByRole("textbox").first()).toBeFocused();
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toBeInViewport({ ratio: 0.9 });
    expect(new URL(page.url()).pathname).toBe("/");
  }
});

test("a page that does not exist says so, with one line of script, and links home", async ({
  page,
}) => {
  const response = await page.goto("/no/such-page");
  expect(response?.status()).toBe(404);
  expect(
    await page.evaluate(() => [...document.scripts].map(({ text }) => text)),
  ).toEqual([expect.stringMatching(/^console\.error\([^;]*\)$/)]);
  const { heading } = errorPages[404] ?? {};
  await expect(page.getByRole("heading", { name: heading })).toBeVisible();
  await page.getByRole("link", { name: homeLink }).click();
  await expect(page).toHaveURL("/");
});
