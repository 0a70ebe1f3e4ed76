import { expect, test } from "playwright/test";
import { readDescription } from "./describe";
import { examine } from "./modes";
import type { Mode } from "./site";

const site = await readDescription(process.env.AUDITOR_DESCRIPTION ?? "");

for (const state of site.states) {
  test(`${state.name}: the same in both modes, and no problem found`, async ({
    browser,
    baseURL,
  }, info) => {
    await info.attach("browser", { body: browser.version() });
    const visit = async (mode: Mode) => {
      const context = await browser.newContext({
        // 1280 x 1024 at 400 % is this small.
        viewport: { width: 320, height: 256 },
        reducedMotion: "reduce",
        ...(baseURL && { baseURL }),
      });
      const page = await context.newPage();
      // axe is itself a script, so scripts are off only until the state is there.
      const devTools = await context.newCDPSession(page);
      const scripts = (on: boolean) =>
        devTools.send("Emulation.setScriptExecutionDisabled", { value: !on });
      await scripts(mode === "javascript");
      await page.goto(state.path);
      await state.reach?.({ page, mode });
      await scripts(true);
      return { page, email: "visitor@example.com" };
    };
    const problems = await examine(
      {
        ...{ site, state, visit, untrue: () => [] },
        observe: async ({ page }) => ({
          outline: await page.locator("body").ariaSnapshot(),
          url: new URL(page.url()).pathname,
        }),
      },
      info,
    );
    expect(problems).toEqual([]);
  });
}
