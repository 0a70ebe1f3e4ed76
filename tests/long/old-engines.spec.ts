import { expect } from "playwright/test";
import support from "~/styles/support.json" with { type: "json" };
import { errorTitlePrefix } from "~/content/errors";
import { pages } from "~/content/pages";
import { signupToasts } from "~/forms/signup";
import { untilPainted } from "../../tools/auditor";
import { markup } from "../audit/markup";
import {
  isOldEngineHere,
  startOldBrowser,
} from "../support/fixtures/old-browser";
import type { OldEngine } from "../support/fixtures/old-browser";
import { newAddress, test } from "../support/fixtures/test";

const paths = Object.values(pages).map(({ path }) => path);

const engines: { engine: OldEngine; name: string; sees: string }[] = [
  { engine: "QtWebEngine", name: "Chromium 87", sees: "the site's look" },
  { engine: "QtWebKit", name: "Safari 10's age", sees: "the unstyled page" },
];

for (const { engine, name, sees } of engines) {
  test(`an engine of ${name} shows every word in ${sees}, and its native form signs up`, async ({
    site,
    supabase,
  }) => {
    test.skip(!isOldEngineHere(engine), `PyQt5 has no ${engine} here.`);
    const window = startOldBrowser(engine);
    const isBare = () =>
      getComputedStyle(document.documentElement).backgroundColor ===
      "rgba(0, 0, 0, 0)";

    for (const path of [...paths, "/nope"]) {
      await window.open(site.url + path);
      expect(await window.evaluate(isBare)).toBe(sees === "the unstyled page");
      await untilPainted(window, markup);
    }
    for (const path of [pages.landing.path, pages.contact.path]) {
      await window.open(site.url + path);
      await window.submit(() => document.querySelector("form")?.submit());
      expect(await window.evaluate(() => document.title)).toContain(
        errorTitlePrefix,
      );
      await untilPainted(window, markup);
    }

    await window.open(site.url);
    const address = newAddress();
    await window.submit((address) => {
      const form = document.querySelector("form");
      const field = form?.querySelector<HTMLInputElement>("[type=email]");
      if (field) field.value = address;
      form?.querySelector("button")?.click();
    }, address);
    expect(await window.evaluate(() => document.body.textContent)).toContain(
      signupToasts.stored.title,
    );
    await untilPainted(window, markup);
    const agent = await window.evaluate(() => navigator.userAgent);
    if (engine === "QtWebEngine") {
      const [oldest] = support.browsers.filter(({ name }) => name === "Chrome");
      expect(agent).toContain(`Chrome/${oldest?.since}.`);
    }
    await window.close();
    expect(
      await supabase.rows("select email from beta_signups where email = $1", [
        address,
      ]),
    ).toHaveLength(1);
  });
}
