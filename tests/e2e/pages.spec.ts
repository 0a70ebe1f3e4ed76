import { expect } from "playwright/test";
import { callToAction, features, hero, steps } from "~/content/landing";
import { pages } from "~/content/pages";
import { newAddress, test } from "../support/fixtures/test";

test("the landing page says what SPEC says, in its order", async ({
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
    await expect(page.getByRole("banner")).toBeVisible();
    const footer = page.getByRole("contentinfo");
    for (const target of ["/privacy", "/terms", "/contact", "/support"]) {
      await expect(footer.locator(`a[href="${target}"]`)).toBeVisible();
    }
    // A text browser prints whatever text a decoration has.
    const decorations = page.locator("[aria-hidden=true]");
    expect((await decorations.allTextContents()).join("")).toBe("");
  }
});

test("a page that is not there says so and leads home", async ({
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

test("a success is in sight wherever its form is", async ({ page, open }) => {
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
