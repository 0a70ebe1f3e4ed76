import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "playwright/test";
import type { Locator, Page } from "playwright/test";
import { features, gift, hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { test } from "../support/visitors/test";

/** The names of a page's animations. */
const motionOf = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .map((one) => (one instanceof CSSAnimation ? one.animationName : "")),
  );

/** Counts the shifts of each page that opens, in an attribute. */
const countShifts = (page: Page) =>
  page.addInitScript(() => {
    new PerformanceObserver((list) => {
      document.documentElement.dataset.shifts = `${list.getEntries().length}`;
    }).observe({ type: "layout-shift", buffered: true });
  });

test("nothing moves for visitors who asked for less motion, and no page shifts for anyone", async ({
  page,
}) => {
  await countShifts(page);
  for (const { path } of Object.values(pages)) {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto(path);
    expect(await motionOf(page)).toContain("settle");
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await expect(page.locator("html")).not.toHaveAttribute("data-shifts");
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await motionOf(page)).toEqual([]);
  }
});

/** Resolves once what has been laid out is painted. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(resolve)),
        ),
      ),
  );

test("the landing page does not shift, though it is painted before the button of its form has arrived", async ({
  page,
  site,
}) => {
  const html = await (await fetch(site.url)).text();
  const half = html.indexOf("<button");
  let sendRest = () => {};
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.write(html.slice(0, half));
    sendRest = () => response.end(html.slice(half));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  await countShifts(page);
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: "commit" });
  await expect(page.getByText(hero.tagline)).toBeVisible();
  await painted(page);
  sendRest();
  const button = page.getByRole("button", { name: hero.form.button });
  await expect(button).toBeVisible();
  await painted(page);
  await expect(page.locator("html")).not.toHaveAttribute("data-shifts");
  server.closeAllConnections();
  server.close();
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
}) => {
  await page.goto("/");
  test.skip(!(await areFontsNarrow(page)), "no fonts as narrow as a phone's");
  const name = page.getByRole("heading", { level: 1 });
  const button = page.getByRole("button", { name: hero.form.button });
  const labels = hero.stats.map(({ label }) =>
    page.getByText(label, { exact: true }),
  );
  for (const [width, height] of [
    [1440, 900],
    [1366, 768],
    [1024, 768],
    [390, 844],
    [375, 553],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    const isOnFirstScreen = async (...all: Locator[]) => {
      for (const shown of all) {
        const box = await shown.boundingBox();
        expect(box ? box.y + box.height : NaN).toBeLessThanOrEqual(height);
      }
    };
    await page.goto("/");
    await isOnFirstScreen(name, button, ...(width < 800 ? [] : labels));
    const crowd = await page.locator(".crowd").first().boundingBox();
    if (height >= 768) expect(crowd?.y).toBeLessThan(height - 70);
    await page.goto("/#kandi-31240512");
    await isOnFirstScreen(name, page.getByText(gift), button);
  }
});

test("a heading of twelve letters stays on one line", async ({ page }) => {
  await page.goto("/support");
  const letters = page.locator("h1 .letters").last();
  await letters.evaluate((word) => {
    while (word.childElementCount < 12)
      word.append(word.lastElementChild?.cloneNode() ?? "");
  });
  for (const width of [320, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    const { tops, widest } = await letters.evaluate(({ children }) => ({
      tops: new Set([...children].map((one) => (one as HTMLElement).offsetTop))
        .size,
      widest: document.body.scrollWidth,
    }));
    expect(tops, `${width} px`).toBe(1);
    expect(widest).toBeLessThanOrEqual(width);
  }
});

test("in print a page is only its words, black on white", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  for (const { path } of Object.values(pages)) {
    await page.goto(path);
    for (const landmark of ["banner", "navigation", "contentinfo"] as const)
      await expect(page.getByRole(landmark).first()).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const others = await page.evaluate(() => {
      const isOther = (element: Element, pseudo?: string) => {
        const { display, color, backgroundImage } = getComputedStyle(
          element,
          pseudo,
        );
        return (
          display !== "none" &&
          (color !== "rgb(0, 0, 0)" || backgroundImage !== "none")
        );
      };
      return [...document.querySelectorAll("main *")]
        .filter((one) => one.checkVisibility())
        .filter((one) => isOther(one) || isOther(one, "::before"))
        .map(({ outerHTML }) => outerHTML.slice(0, 80));
    });
    expect(others, path).toEqual([]);
  }
});

test("text twice as large leaves the field on a phone's first screen, and headings larger than their paragraphs", async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  test.skip(!(await areFontsNarrow(page)), "no fonts as narrow as a phone's");
  await expect(page.locator("html")).toHaveCSS("font-size", "32px");
  await expect(page.getByRole("textbox").first()).toBeInViewport({ ratio: 1 });
  const sizeOf = (element: Locator) =>
    element.evaluate((one) => parseFloat(getComputedStyle(one).fontSize));
  for (const { title, text } of features.items) {
    const heading = await sizeOf(page.getByRole("heading", { name: title }));
    expect(heading).toBeGreaterThan(await sizeOf(page.getByText(text)));
  }
});

test("the link to the form from another page shows what is above the field, too", async ({
  page,
}) => {
  for (const [width, height] of [
    [390, 844],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/contact");
    await page.getByRole("link", { name: hero.form.button }).click();
    await expect(page.locator(":target")).toBeInViewport();
    const name = page.getByRole("heading", { level: 1 });
    await expect(name).toBeInViewport({ ratio: 0.9 });
  }
});
