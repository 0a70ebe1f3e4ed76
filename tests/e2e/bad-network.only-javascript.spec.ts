import { expect } from "playwright/test";
import { signupForm, signupToasts } from "~/forms/signup";
import { changes } from "../support/fixtures/changes";
import {
  fillIn,
  isStoredOnce,
  moments,
  toast,
  waiting,
} from "../support/fixtures/delivery";
import type { FilledIn } from "../support/fixtures/delivery";
import { shownForms } from "../support/fixtures/forms";
import { holdInserts } from "../support/fixtures/gate";
import { freePort, startSite } from "../support/fixtures/site";
import { newAddress, test } from "../support/fixtures/test";
import { startTlsProxy, withoutOpenssl } from "../support/fixtures/tls-proxy";

const { "every text translated": translate, ...otherChanges } = changes;

/** Presses while the network is away, and brings it back. */
async function pressInOutage({
  page,
  address,
  email,
  button,
  press,
}: FilledIn) {
  const sendingLabel = await button.getAttribute("data-sending");
  await page.context().setOffline(true);
  await press();
  await expect(waiting(page)).toBeVisible();
  await expect(waiting(page)).toHaveCount(1);
  await expect(button).toBeEnabled();
  await expect(button).toHaveText(sendingLabel ?? "");
  await expect(email).toHaveValue(address);
  await expect(toast(page)).toHaveCount(0);
  await page.context().setOffline(false);
}

/** What happens to a form as its visitor sends it. */
const troubles: Record<string, (filledIn: FilledIn) => Promise<void>> = {
  "a network that comes back": pressInOutage,
  "a lost answer": async ({ page, shown, press }) => {
    let posts = 0;
    await page.route(shown.form.path, async (route) => {
      if (route.request().method() === "POST" && posts++ === 0) {
        await route.fetch({ maxRedirects: 0 });
        await route.abort();
      } else await route.fallback();
    });
    await press();
    await expect.poll(() => posts).toBe(2);
  },
  "an answer that is later than a try": async ({ page, supabase, press }) => {
    const inserts = holdInserts(supabase);
    await page.clock.install();
    await press();
    await expect.poll(inserts.count).toBe(1);
    await page.clock.fastForward("00:20");
    await expect(waiting(page)).toBeVisible();
    await page.clock.fastForward("00:01");
    await expect.poll(inserts.count).toBe(2);
    inserts.release();
  },
  "a translated page": async (filledIn) => {
    await filledIn.page.evaluate(translate);
    await pressInOutage(filledIn);
  },
  "two presses": async ({ page, supabase, button }) => {
    const inserts = holdInserts(supabase);
    let posts = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") posts += 1;
    });
    await button.dblclick();
    await expect.poll(inserts.count).toBe(1);
    inserts.release();
    await expect(toast(page)).toBeVisible();
    expect(posts).toBe(1);
  },
};

const [heroForm] = shownForms.filter(
  ({ form }) => form.name === signupForm.name,
);
if (!heroForm) throw new Error("There is no signup form.");

for (const when of moments) {
  for (const shown of shownForms) {
    const titleOf = (trouble: string) =>
      `with ${trouble}, the form ${shown.id}, sent ${when} React came, is stored once and answered once`;

    for (const [name, trouble] of Object.entries(troubles)) {
      test(titleOf(name), async ({ page, supabase }) => {
        const filledIn = await fillIn({ page, supabase }, shown, when);
        await trouble(filledIn);
        await isStoredOnce(filledIn);
      });
    }

    test(titleOf("no cookies"), async ({ browser, site, supabase }) => {
      test.skip(...withoutOpenssl);
      const proxy = await startTlsProxy(Number(new URL(site.url).port));
      proxy.drop("Set-Cookie");
      const page = await browser.newPage({
        baseURL: proxy.url,
        ignoreHTTPSErrors: true,
      });
      const filledIn = await fillIn({ page, supabase }, shown, when);
      await filledIn.press();
      await expect(toast(page)).toContainText(shown.form.toasts.stored.text);
      await expect(toast(page)).not.toContainText(filledIn.address);
      await isStoredOnce(filledIn);
      await page.close();
      await proxy.stop();
    });
  }

  test(`with a site that restarts, each form sent ${when} React came is stored once and answered once`, async ({
    browser,
    supabase,
  }) => {
    const PORT = String(await freePort());
    const settings = { ...supabase.env, PORT };
    const first = await startSite(settings);
    const filledIn: FilledIn[] = [];
    for (const shown of shownForms) {
      const page = await browser.newPage({ baseURL: first.url });
      filledIn.push(await fillIn({ page, supabase }, shown, when));
    }
    await first.stop("SIGKILL");
    for (const { page, press } of filledIn) {
      await press();
      await expect(waiting(page)).toBeVisible();
    }
    const second = await startSite(settings);
    for (const form of filledIn) {
      await isStoredOnce(form);
      await form.page.close();
    }
    await second.stop();
  });

  test(`a press while a form waits ${when} React came tries at once, with what the form then holds`, async ({
    page,
    supabase,
  }) => {
    const filledIn = await fillIn({ page, supabase }, heroForm, when);
    const { address, email, press } = filledIn;
    let isDown = true;
    await page.route("/", (route) =>
      isDown && route.request().method() === "POST"
        ? route.abort()
        : route.fallback(),
    );
    await press();
    await expect(waiting(page)).toBeVisible();
    const changed = newAddress();
    await email.fill(changed);
    isDown = false;
    await press();
    await expect(toast(page)).toContainText(signupToasts.stored.title);
    expect(await supabase.signups(changed)).toHaveLength(1);
    expect(await supabase.signups(address)).toHaveLength(0);
  });

  test(`over the limit ${when} React came, a form stays and is told to wait`, async ({
    browser,
    supabase,
  }) => {
    const site = await startSite({
      ...supabase.env,
      RATE_LIMIT_PER_MINUTE: "1",
    });
    const page = await browser.newPage({ baseURL: site.url });
    for (let presses = 0; presses < 2; presses++) {
      const visit = { page, supabase };
      const { address, email, press } = await fillIn(visit, heroForm, when);
      await press();
      if (presses === 0) {
        await expect(toast(page)).toContainText(signupToasts.stored.title);
        continue;
      }
      await expect(toast(page)).toContainText("Too many attempts.");
      await expect(email).toHaveValue(address);
      expect(await supabase.signups(address)).toHaveLength(0);
    }
    await page.close();
    await site.stop();
  });
}

for (const [what, change] of Object.entries(otherChanges)) {
  test(`a page with ${what} waits for the network, too, and its form is stored once`, async ({
    page,
    supabase,
  }) => {
    const filledIn = await fillIn({ page, supabase }, heroForm, "before");
    await page.evaluate(change);
    await pressInOutage(filledIn);
    await isStoredOnce(filledIn);
  });
}

test("a refusal from before React came stays when React comes, and the next answer is seen even if it was dismissed", async ({
  page,
  supabase,
}) => {
  const { email, press } = await fillIn(
    { page, supabase },
    heroForm,
    "before",
    "nobody@localhost",
  );
  await press();
  await expect(toast(page)).toContainText(signupToasts.emailInvalid.text);
  await expect(email).toHaveValue("nobody@localhost");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await toast(page).getByRole("button").click();
  await page.unrouteAll();
  await email.press("Enter");
  await expect(toast(page)).toBeFocused();
});
