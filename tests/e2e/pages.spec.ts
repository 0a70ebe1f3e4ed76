import { expect } from "playwright/test";
import { callToAction, features, hero, steps } from "~/content/landing";
import { pages } from "~/content/pages";
import { newAddress, test } from "../support/fixtures/test";

test("the landing page has its sections and words in order", async ({
  page,
  open,
}) => {
  await open();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kandi");
  expect(await page.getByRole("heading").allTextContents()).toEqual([
    hero.heading,
    features.heading,
    "Genre Matching",
    "Festival Connections",
    "PLUR Values",
    "Build Your Crew",
    steps.heading,
    "Sign Up",
    "Get Matched",
    "Connect",
    "Rave Together",
    callToAction.heading,
  ]);
  const main = page.getByRole("main");
  for (const text of [
    "1000+",
    "Beta Users",
    "50+",
    "Festivals",
    "100%",
    "PLUR Vibes",
    "festival season 2025",
    "Free Beta Access",
    "No Credit Card Required",
    "Join 1000+ Ravers",
  ]) {
    await expect(main.getByText(text).first()).toBeVisible();
  }
});

test("every page has its title, skip link, header and footer, and a quiet console", async ({
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
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await page.keyboard.press("Tab");
    await expect(
      page.getByRole("link", { name: "Skip to content" }),
    ).toBeFocused();
    const header = page.getByRole("banner");
    await expect(header.getByRole("listitem")).toHaveText([
      "Join Beta",
      "Support",
      "Contact",
    ]);
    // Each page has a link to itself, in its header or its footer.
    const current = page.locator("[aria-current=page]");
    await expect(current.first()).toHaveAttribute("href", path);
    const footer = page.getByRole("contentinfo");
    for (const target of ["/privacy", "/terms", "/contact", "/support"]) {
      await expect(footer.locator(`a[href="${target}"]`)).toBeVisible();
    }
    // A text browser prints any text that a decoration contains.
    const decorations = page.locator("[aria-hidden=true]");
    expect((await decorations.allTextContents()).join("")).toBe("");
  }
});

test("Join Beta leads from every page to the first field", async ({
  page,
  open,
}) => {
  for (const { path } of Object.values(pages)) {
    await open(path);
    const header = page.getByRole("banner");
    await header.getByRole("link", { name: "Join Beta" }).click();
    await expect(page.getByRole("textbox").first()).toBeFocused();
    expect(new URL(page.url()).pathname).toBe("/");
  }
});

test("the first screen shows the name and the form, a larger one also the stats, and the header is one row", async ({
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
    const links = page.getByRole("banner").getByRole("link");
    const boxes = await Promise.all(
      (await links.all()).map((link) => link.boundingBox()),
    );
    const middles = boxes.map((box) => (box ? box.y + box.height / 2 : 0));
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(8);
    const button = page.getByRole("button", { name: hero.form.button });
    const labels = hero.stats.map(({ label }) =>
      page.getByText(label, { exact: true }),
    );
    for (const shown of [button, ...(height < 800 ? [] : labels)]) {
      const box = await shown.boundingBox();
      expect(box ? box.y + box.height : NaN).toBeLessThanOrEqual(height);
    }
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
  const words = heading.getByText("Privacy Policy");
  expect((await words.boundingBox())?.width).toBeGreaterThan(100);
  await expect(page.locator(".letters").first()).toBeHidden();
  for (const text of [heading, page.getByText("No trackers").first()]) {
    await expect(text).toHaveCSS("color", "rgb(0, 0, 0)");
  }
});

test("a page that does not exist says so and links home", async ({
  page,
  site,
  javaScriptEnabled,
}) => {
  const messages: string[] = [];
  page.on("console", (message) => messages.push(message.text()));
  const response = await page.goto("/no/such-page?secret=1");
  expect(response?.status()).toBe(404);
  await expect(
    page.getByRole("heading", { name: "Oops! Page not found" }),
  ).toBeVisible();
  const ours = messages.filter((text) => text.startsWith("404 Error"));
  expect(ours).toEqual(
    javaScriptEnabled ? ["404 Error: page not found: /no/such-page"] : [],
  );
  const logged = site
    .output()
    .split("\n")
    .filter((line) => /404 Error.*"path":"\/no\/such-page"/.test(line));
  expect(logged).toHaveLength(1);

  await page.getByRole("link", { name: "Back to the home page" }).click();
  await expect(page).toHaveURL("/");
});

test("a success is in view wherever its form is", async ({ page, open }) => {
  for (const height of [800, 400]) {
    await page.setViewportSize({ width: 390, height });
    await open();
    const form = page.locator("main form[method=post]").last();
    await form.getByLabel("Email address").fill(newAddress());
    await form.getByRole("button").click();
    const toast = page.getByRole("main").getByRole("dialog");
    await expect(toast).toBeInViewport({ ratio: 0.9 });
  }
});
