import { execFileSync } from "node:child_process";
import { expect } from "playwright/test";
import { freePort, isInstalled } from "#supabase/testing";
import { pages } from "~/content/pages";
import { startCaddy } from "../support/servers/caddy";
import {
  contactOn,
  fillIn,
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

/** Caddy before 2.11.2 loses the body of a post that it holds (caddy#7546). */
function holdsPosts(name: string) {
  if (name !== "caddy") return false;
  const version = execFileSync("caddy", ["version"], { encoding: "utf8" });
  const [major = 0, minor = 0, patch = 0] =
    /\d+(?:\.\d+)*/.exec(version)?.[0].split(".").map(Number) ?? [];
  return (major * 1000 + minor) * 1000 + patch >= 2_011_002;
}

/** Each way has as many; one half presses before the restart. */
const visitors = 20;

for (const [name, startProxy] of Object.entries(proxies)) {
  test(`a site that restarts behind ${name} thanks ${visitors} visitors with a script and ${visitors} without, who press then, and shows its page to who reads`, async ({
    browser,
    supabase,
  }) => {
    test.skip(!isInstalled(name), `not here: ${name}`);
    const isHeld = holdsPosts(name);
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
    const open = async (javaScriptEnabled: boolean, count: number) => {
      const forms: FilledIn[] = [];
      for (let index = 0; index < count; index++) {
        const page = await browser.newPage({
          baseURL: proxy.url,
          javaScriptEnabled,
        });
        const visit = { page, supabase };
        const shown = index % 4 < 2 ? undefined : contactOn;
        forms.push(await fillIn(visit, newAddress(), shown));
      }
      return forms;
    };
    const half = visitors / 2;
    const early = [...(await open(true, half)), ...(await open(false, half))];
    const scripted = await open(true, half);
    const native = await open(false, half);
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
    if (!isHeld) {
      for (const { page, press } of native) {
        const text = "what is sent twice counts once";
        await expect(page.getByText(text)).toBeVisible();
        await page.goBack();
        await press();
      }
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
