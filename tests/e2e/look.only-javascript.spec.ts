import { expect } from "playwright/test";
import type { Locator, Page } from "playwright/test";
import { gift, hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { gate } from "../support/servers/gate";
import { startMisbehavingServer } from "../support/servers/misbehaving-server";
import { test } from "../support/visitors/test";

/** The names of a page's animations. */
const motionOf = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .map((one) => (one instanceof CSSAnimation ? one.animationName : "")),
  );

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

test("nothing moves for visitors who asked for less motion, and no page shifts for anyone, though it is painted before the rest of it has arrived", async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      document.documentElement.dataset.shifts = `${list.getEntries().length}`;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const edge = await startMisbehavingServer(site.url);
  for (const { path } of Object.values(pages)) {
    const rest = gate();
    edge.behave(async ({ response, pass }) => {
      const { headers, body } = await pass({ "accept-encoding": "identity" });
      response.writeHead(200, headers);
      // On the landing page, the button is within the first screen.
      const button = body.indexOf("<button");
      const half = button > 0 ? button : body.indexOf("<h2");
      response.write(body.subarray(0, half));
      await rest.opened;
      response.end(body.subarray(half));
    });
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto(edge.url + path, { waitUntil: "commit" });
    const name = page.getByRole("heading", { level: 1 });
    await expect(name).toBeVisible();
    await painted(page);
    rest.open();
    await page.waitForLoadState();
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await painted(page);
    const html = page.locator("html");
    await expect(html, path).not.toHaveAttribute("data-shifts");
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await motionOf(page)).toEqual([]);
    // It moves again.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    expect(await motionOf(page)).toContain("settle");
  }
  await edge.stop();
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

test("the first screen shows the name and the form, a larger one also the crowd, a wide one the stats, and one with text twice as large the field", async ({
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
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await expect(page.locator("html")).toHaveCSS("font-size", "32px");
  await expect(page.getByRole("textbox").first()).toBeInViewport({ ratio: 1 });
});

test("in print a page is only its words, black on white", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  for (const { path } of Object.values(pages)) {
    await page.goto(path);
    for (const landmark of ["banner", "navigation", "contentinfo"] as const)
      await expect(page.getByRole(landmark).first()).toBeHidden();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const answer of await page.locator("details > p").all())
      await expect(answer).toBeVisible();
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
