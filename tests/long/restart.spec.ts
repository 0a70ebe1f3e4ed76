import { expect } from "playwright/test";
import { freePort, isInstalled } from "#supabase/testing";
import { pages } from "~/content/pages";
import { startCaddy } from "../support/servers/caddy";
import {
  contactOn,
  fillIn,
  heroForm,
  rowsOf,
  waiting,
} from "../support/visitors/delivery";
import type { FilledIn } from "../support/visitors/delivery";
import { holdInserts } from "../support/servers/gate";
import { startNginx } from "../support/servers/nginx";
import { startSite } from "../support/servers/site";
import { newAddress, test, toastOn } from "../support/visitors/test";

const proxies = {
  // A busy machine takes long to start a site.
  caddy: (siteUrl: string) => startCaddy(siteUrl, "100s"),
  nginx: (siteUrl: string) => startNginx([siteUrl]),
};

/** A visitor of each presses before the restart and one in it, with a script and without. */
const forms = [heroForm, contactOn];

for (const [name, startProxy] of Object.entries(proxies)) {
  test(`a site that restarts behind ${name} thanks every visitor who presses then, with a script and without, and shows its page to who reads`, async ({
    browser,
    supabase,
  }) => {
    test.skip(!isInstalled(name), `not here: ${name}`);
    const port = await freePort();
    const proxy = await startProxy(`http://127.0.0.1:${port}`);
    const settings = {
      ...supabase.env,
      PORT: String(port),
      SITE_URL: proxy.url,
      CLIENT_IP_HEADER: "X-Real-IP",
      RATE_LIMIT_PER_MINUTE: "0",
    };
    const first = await startSite(settings);
    const open = (javaScriptEnabled: boolean) =>
      Promise.all(
        forms.map(async (shown) => {
          const { url: baseURL } = proxy;
          const page = await browser.newPage({ baseURL, javaScriptEnabled });
          return fillIn({ page, supabase }, newAddress(), shown);
        }),
      );
    const early = [...(await open(true)), ...(await open(false))];
    const scripted = await open(true);
    const native = await open(false);
    const reader = await browser.newPage({ baseURL: proxy.url });
    const press = (forms: FilledIn[]) =>
      Promise.all(forms.map(({ press }) => press()));

    const inserts = holdInserts(supabase);
    const pressed = press(early);
    await expect.poll(inserts.count).toBe(early.length);
    const stopped = first.stop();
    await expect
      .poll(() =>
        fetch(first.url).then(
          () => "open",
          () => "closed",
        ),
      )
      .toBe("closed");
    inserts.release();
    expect(await stopped).toBe(0);

    const isRead = reader.goto(pages.terms.path);
    await press(scripted);
    const nativelyPressed = press(native);
    for (const { page } of scripted) {
      await expect(waiting(page)).toHaveCount(name === "caddy" ? 0 : 1);
      await expect(toastOn(page)).toHaveCount(0);
    }
    const second = await startSite(settings);
    await Promise.all([pressed, nativelyPressed, isRead]);
    await expect(reader).toHaveTitle(pages.terms.title);
    await reader.close();
    for (const { page, press } of native) {
      // nginx sends no post again, and Caddy before 2.11.2 loses the body of one that
      // it holds (caddy#7546).
      const away = page.getByText("what is sent twice counts once");
      await expect(away.or(toastOn(page))).toBeVisible();
      if (!(await away.isVisible())) continue;
      await page.goBack();
      await press();
    }
    for (const form of [...early, ...scripted, ...native]) {
      const { title } = form.shown.form.toasts.stored;
      await expect(toastOn(form.page)).toContainText(title);
      expect(await rowsOf(form)).toHaveLength(1);
      await form.page.close();
    }
    await second.stop();
    await proxy.stop();
  });
}
