import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync } from "node:zlib";
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
import { gate, holdInserts, holdScripts } from "../support/fixtures/gate";
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
  page.evaluate(() =>
    [...document.scripts]
      .filter(({ type }) => type !== "application/ld+json")
      .map(({ text }) => text),
  );

test("a visit that touches no form requests only the document", async ({
  page,
}) => {
  const paths = watchRequests(page);
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).hover();
  await page.keyboard.press("Tab");
  // The page scrolls under the pointer, which must not touch a form.
  await page.mouse.move(1, 1);
  await page.keyboard.press("End");
  await page.waitForLoadState("networkidle");

  expect(paths).toEqual(["/"]);
  const script = (await scriptsIn(page)).join("\n");
  expect(brotliCompressSync(script).length).toBeLessThanOrEqual(2 * 1024);
  const styles = await page.evaluate(() =>
    [...document.styleSheets].map(({ href }) => href),
  );
  expect(styles).toEqual([null]);
  expect(await hasReact(page)).toBe(false);
});

test("a page without a form has no script, except the not-found page's one line", async ({
  page,
}) => {
  const paths = watchRequests(page);
  const { privacy, terms, support } = pages;
  for (const { path } of [privacy, terms, support]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await scriptsIn(page)).toEqual([]);
  }
  await page.goto("/nope");
  await page.waitForLoadState("networkidle");
  expect(await scriptsIn(page)).toEqual([
    expect.stringMatching(/^console\.error\([^;]*\)$/),
  ]);
  expect(paths).toEqual([privacy.path, terms.path, support.path, "/nope"]);
});

test.describe("React loads for a visitor who turns to a form", () => {
  const formPaths = ["/", "/contact"];

  test("by mouse", async ({ page }) => {
    const paths = watchRequests(page);
    for (const path of formPaths) {
      await page.goto(path);
      paths.length = 0;
      await page.getByRole("heading", { level: 1 }).hover();
      expect(paths).toEqual([]);
      await page.locator("main form[method=post]").first().hover();
      await reactComes(page);
    }
  });

  test("by keyboard", async ({ page }) => {
    const paths = watchRequests(page);
    const isInForm = () =>
      page.evaluate(() => !!document.activeElement?.closest("main form"));
    for (const path of formPaths) {
      await page.goto(path);
      paths.length = 0;
      while (!(await isInForm())) {
        expect(paths).toEqual([]);
        await page.keyboard.press("Tab");
      }
      await reactComes(page);
    }
  });

  test.describe("by touch", () => {
    test.use({ hasTouch: true });
    test("of text that takes no focus and is no link", async ({ page }) => {
      const paths = watchRequests(page);
      for (const path of formPaths) {
        await page.goto(path);
        paths.length = 0;
        await page.getByRole("heading", { level: 1 }).tap();
        expect(paths).toEqual([]);
        const consent = page.getByText("18 or over").first();
        await consent.tap({ position: { x: 5, y: 5 } });
        await reactComes(page);
      }
    });
  });

  test("even if a key is released just before React starts", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      // React schedules its work with a message.
      const { prototype } = MessagePort;
      const post = prototype.postMessage.bind.bind(prototype.postMessage);
      prototype.postMessage = function (message: unknown) {
        queueMicrotask(() => {
          document.body.dispatchEvent(new Event("keyup", { bubbles: true }));
        });
        post(this)(message);
      };
    });
    for (const path of formPaths) {
      await page.goto(path);
      await page.getByLabel("Email").first().focus();
      await reactComes(page);
    }
  });

  test("and once: no script is requested twice", async ({ page }) => {
    const paths = watchRequests(page);
    await page.goto("/");
    for (const form of await page.locator("main form[method=post]").all()) {
      await form.hover();
      await form.getByRole("textbox").first().focus();
    }
    await reactComes(page);
    await page.waitForLoadState("networkidle");
    expect([...new Set(paths)].sort()).toEqual([...paths].sort());
  });
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
  await page.getByLabel("Email address").first().fill(address);
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
      setTimeout(() => {
        if (!event.defaultPrevented) console.log("A form is sent");
      }),
    );
    addEventListener("keyup", ({ key }) => console.log(`${key} was pressed`));
  });
  const { address, inserts, devtools, place } = await sendNatively(
    page,
    supabase,
  );
  await devtools.press("Enter");
  await devtools.click(place);
  // Events come in order, so the Enter and the click came before this key.
  await devtools.press("Escape");
  await expect.poll(() => told).toContain("Escape was pressed");
  expect(told.filter((text) => text === "A form is sent")).toHaveLength(1);
  inserts.release();
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
  expect(inserts.count()).toBe(1);
  expect(await supabase.signups(address)).toHaveLength(1);
});

test("React leaves a form alone that is being sent when it loads", async ({
  page,
  supabase,
}) => {
  const releaseScripts = await holdScripts(page);
  await page.addInitScript(() => {
    addEventListener("submit", () => {
      const link = "link[href*='entry.client']";
      const entry = document.querySelector<HTMLLinkElement>(link)?.href ?? "";
      void import(entry).then(async () => {
        // The script checks the form once it has the page's data.
        const remix = window.__remixContext as { state?: unknown };
        do await new Promise((resolve) => setTimeout(resolve));
        while (!remix.state);
        const isThere = Object.keys(document).some((key) =>
          key.startsWith("__react"),
        );
        console.log(`React is ${isThere ? "" : "not "}there`);
      });
    });
  });
  const { address, inserts, button } = await sendNatively(page, supabase);
  const told = page.waitForEvent("console", (message) =>
    message.text().startsWith("React is"),
  );
  releaseScripts();
  expect((await told).text()).toBe("React is not there");
  expect(button()).toBe(`${sending} (disabled)`);

  inserts.release();
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
  expect(inserts.count()).toBe(1);
  expect(await supabase.signups(address)).toHaveLength(1);
});

test("a visitor who stops a submission can send the form again", async ({
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
  await expect.poll(button).toBe(label);
  inserts.release();
  await page.getByRole("button", { name: label }).click();
  await expect(page.locator(toast)).toContainText(signupToasts.stored.title);
  expect(await supabase.signups(address)).toHaveLength(1);
});

test("React hydrates what was given back, whatever characters were typed", async ({
  page,
}) => {
  await page.goto("/contact");
  // The first post is native.
  const release = await holdScripts(page);
  const odd = '\n\n<b>&amp; "it\'s" 👩🏽‍🎤 <!-- --> </textarea>\ttwo\nlines ';
  await page.locator("textarea").fill(odd);
  await page.locator("#contact_subject").fill(odd.trim());
  await page.locator("#contact_email").fill("ann@example");
  await page.locator("#contact_name").fill("Zoë");
  await page.locator("#contact_name").press("Enter");
  await expect(page.locator(toast)).toBeVisible();
  release();
  await page.locator("#contact_name").focus();
  await reactComes(page);
  await expect(page.locator("textarea")).toHaveValue(odd);
});

for (const feature of ["TextEncoderStream", "TextDecoderStream"]) {
  test(`a browser without ${feature} keeps the page, and its forms work`, async ({
    page,
  }) => {
    await page.addInitScript((name) => {
      Reflect.deleteProperty(window, name);
    }, feature);
    const elements = () => page.locator("*").count();
    await page.goto("/contact");
    const served = await elements();
    await page.locator("#contact_name").pressSequentially("Zoë");
    await page.waitForLoadState("networkidle");
    expect(await elements()).toBe(served);
    await page.locator("#contact_email").fill("ann@example");
    await page.locator("textarea").fill("Hello");
    await page.locator("#contact_email").press("Enter");
    await expect(page.locator(toast)).toContainText("valid email address");
    await expect(page.locator("#contact_name")).toHaveValue("Zoë");
  });
}

test("a form that is turned to while its page is still loading gets its script", async ({
  page,
  site,
}) => {
  const { open: release, opened } = gate();
  const html = await (await fetch(site.url)).text();
  const [start = "", end = ""] = html.split(/(?<=<\/main>)/);
  const slowly = createServer(async ({ url = "" }, response) => {
    if (url !== "/") {
      const { body, headers } = await fetch(site.url + url);
      response.setHeader("Content-Type", headers.get("Content-Type") ?? "");
      return response.end(Buffer.from(await new Response(body).arrayBuffer()));
    }
    response.setHeader("Content-Type", "text/html");
    response.write(start);
    await opened;
    response.end(end);
  }).listen(0);
  const { port } = slowly.address() as AddressInfo;
  await page.goto(`http://localhost:${port}`, { waitUntil: "commit" });
  await page.getByLabel("Email address").first().focus();
  release();
  await reactComes(page);
  slowly.close();
});
