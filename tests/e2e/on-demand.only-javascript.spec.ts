import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { signupToasts } from "~/forms/signup";
import {
  openDevtools,
  placeOf,
  watchButton,
} from "../support/fixtures/devtools";
import { holdInserts, holdScripts } from "../support/fixtures/gate";
import { hasReact, reactComes } from "../support/fixtures/react";
import type { TestSupabase } from "../support/fixtures/supabase";
import { newAddress, test } from "../support/fixtures/test";

const toast = "main dialog[open]";

/** The paths that the page requests. Some browsers request no icon. */
function watchRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname !== "/favicon.svg") paths.push(pathname);
  });
  return paths;
}

/** The scripts that a browser may run. */
const scriptsIn = (page: Page) =>
  page.evaluate(() => [...document.scripts].map(({ text }) => text));

test("a visit that touches no form requests only the document", async ({
  page,
}) => {
  const paths = watchRequests(page);
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).hover();
  await page.keyboard.press("Tab");
  await page.waitForLoadState("networkidle");

  expect(paths).toEqual(["/"]);
  expect(await hasReact(page)).toBe(false);
});

test("a page without a form has no script, except the not-found page's one line", async ({
  page,
}) => {
  const { privacy, terms, support } = pages;
  for (const { path } of [privacy, terms, support]) {
    await page.goto(path);
    expect(await scriptsIn(page)).toEqual([]);
  }
  await page.goto("/nope");
  expect(await scriptsIn(page)).toEqual([
    expect.stringMatching(/^console\.error\([^;]*\)$/),
  ]);
});

test.describe("React loads for a visitor who turns to a form", () => {
  test.use({ hasTouch: true });
  const corner = { position: { x: 5, y: 5 } };
  const isInForm = (page: Page) =>
    page.evaluate(() => !!document.activeElement?.closest("main form"));
  const ways: Record<string, (page: Page) => Promise<unknown>> = {
    "by mouse": (page) =>
      page.locator("main form[method=post]").first().hover(),
    "by keyboard": async (page) => {
      while (!(await isInForm(page))) await page.keyboard.press("Tab");
    },
    "by touching text that takes no focus": (page) =>
      page.locator("main form[method=post] .note").first().tap(corner),
  };
  for (const [way, turn] of Object.entries(ways)) {
    test(way, async ({ page }) => {
      const paths = watchRequests(page);
      for (const path of ["/", "/contact"]) {
        await page.goto(path);
        paths.length = 0;
        await page.getByRole("heading", { level: 1 }).tap();
        expect(paths).toEqual([]);
        await turn(page);
        await reactComes(page);
      }
    });
  }
});

const { button: label, sending } = hero.form;

/** Sends the first form while its scripts are loading. */
async function sendNatively(page: Page, supabase: TestSupabase) {
  const address = newAddress();
  const inserts = holdInserts(supabase);
  const button = await watchButton(page);
  await page.goto("/");
  const devtools = await openDevtools(page);
  const place = await placeOf(page, label);
  await page.getByLabel(hero.form.emailLabel).first().fill(address);
  await devtools.press("Enter");
  await expect.poll(button).toBe(`${sending} (disabled)`);
  await expect.poll(inserts.count).toBe(1);
  return { address, inserts, button, devtools, place };
}

test("a form sent before React has loaded says so, and is sent once", async ({
  page,
  supabase,
}) => {
  await holdScripts(page);
  const told: string[] = [];
  page.on("console", (message) => told.push(message.text()));
  await page.addInitScript(() => {
    addEventListener("submit", (event) =>
      setTimeout(() => console.log(`sent: ${!event.defaultPrevented}`)),
    );
  });
  const { address, inserts, devtools, place } = await sendNatively(
    page,
    supabase,
  );
  await devtools.press("Enter");
  await devtools.click(place);
  await expect
    .poll(() => told.filter((text) => text.startsWith("sent")))
    .toEqual(["sent: false", "sent: false", "sent: false"]);
  inserts.release();
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
  expect(inserts.count()).toBe(1);
  expect(await supabase.signups(address)).toHaveLength(1);
});

test("a form whose submission was stopped is sent again, and stored once", async ({
  page,
  supabase,
}) => {
  await holdScripts(page);
  await page.addInitScript(() => {
    // DevTools reaches the page, but not the browser's own Escape key.
    addEventListener("keydown", ({ key }) => {
      if (key === "Escape") window.stop();
    });
  });
  const { address, inserts, button, devtools } = await sendNatively(
    page,
    supabase,
  );
  await devtools.press("Escape");
  await expect.poll(button).toBe(sending);
  inserts.release();
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
  expect(await supabase.signups(address)).toHaveLength(1);
});
