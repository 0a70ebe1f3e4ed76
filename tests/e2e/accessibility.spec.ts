import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { pages } from "~/content/pages";
import { newAddress, test as base } from "../support/test";

/**
 * axe is itself a script, and hangs where a context has JavaScript off: here
 * scripts are on, and the mode without them turns them off until axe is asked.
 */
const test = base.extend<{ scripts: (on: boolean) => Promise<void> }>({
  context: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 320, height: 640 },
      reducedMotion: "reduce",
    });
    await use(context);
    await context.close();
  },
  scripts: async ({ page, context }, use) => {
    const session = await context.newCDPSession(page);
    await use(async (on) => {
      await session.send("Emulation.setScriptExecutionDisabled", {
        value: !on,
      });
    });
  },
});

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
  ).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
}

const submit = (page: Page, email: string) => async () => {
  const form = page.locator("main form[method=post]").last();
  for (const field of await form.locator("input:visible, textarea").all()) {
    const isEmail = (await field.getAttribute("type")) === "email";
    await field.fill(isEmail ? email : "A rave name");
  }
  await form.getByRole("button").click();
  await expect(page.getByRole("main").getByRole("dialog")).toBeVisible();
};

const states: {
  path: string;
  state: string;
  bring?: (page: Page) => () => Promise<void>;
}[] = [
  ...Object.values(pages).map(({ path }) => ({ path, state: "as it is" })),
  { path: "/nope", state: "as it is" },
  ...["/", "/contact"].flatMap((path) => [
    {
      path,
      state: "after a refusal",
      bring: (page: Page) => submit(page, "nobody@localhost"),
    },
    {
      path,
      state: "after a success",
      bring: (page: Page) => submit(page, newAddress()),
    },
  ]),
];

for (const { path, state, bring } of states) {
  test(`${path} ${state}, 320 px wide: no violation that axe can see`, async ({
    page,
    open,
    scripts,
    javaScriptEnabled,
  }) => {
    if (javaScriptEnabled) await open(path);
    else {
      await scripts(false);
      await page.goto(path);
    }
    await bring?.(page)();
    await scripts(true);
    await expectAccessible(page);
  });
}
