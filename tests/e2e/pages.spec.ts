import { expect } from "playwright/test";
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

const titles = (items: readonly { title: string }[]) =>
  items.map(({ title }) => title);
const asked = ({ questions }: { questions: { question: string }[] }) =>
  questions.map(({ question }) => question);

/** What a page says, in the words that its visitors look for. */
const words: Record<string, string[]> = {
  landing: [
    ...hero.stats.flatMap(({ value, label }) => [value, label]),
    ...[hero.heading, features.heading, steps.heading, callToAction.heading],
    ...[...titles(features.items), ...titles(steps.items)],
    ...[launch, ...callToAction.notes],
  ],
  contact: [
    ...[needed.unlessMarked, community.chat.badge, community.forum.title],
    ...[...Object.values(mail), ...Object.values(responseTimes)],
    ...asked(contactFaq),
  ],
  support: [
    ...help.cards.flatMap(({ title, linkText }) => [title, linkText]),
    ...[moreHelp.heading, moreHelp.support.linkText, resources.heading],
    ...safety.parts.map(({ heading }) => heading),
    ...asked(supportFaq),
  ],
  privacy: [lastUpdatedLabel, `${minimumAge}+`],
  terms: [lastUpdatedLabel, `${minimumAge}+`],
};

/** Of the seed; a form adds its own to the policy. */
const fewestSections: Record<string, number> = { privacy: 11, terms: 14 };

test("every page has its title, words and sections, skip link, header and footer, a quiet console, no script that it does not need, and a way to the first form", async ({
  page,
  open,
}) => {
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  for (const [name, { path, title, hasForm }] of Object.entries(pages)) {
    await open(path);
    expect(messages).toEqual([]);
    await expect(page).toHaveTitle(title);
    const seen = await page.evaluate(() => ({
      scripts: document.scripts.length,
      visible: document.querySelector("main")?.innerText.toLowerCase(),
      text: document.body.textContent ?? "",
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
    if (first >= 0) expect(near, path).toContain(plur);

    const contents = page.getByRole("navigation", { name: contentsHeading });
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
    await expect(page.getByRole("link", { name: skipLink })).toBeFocused();
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
