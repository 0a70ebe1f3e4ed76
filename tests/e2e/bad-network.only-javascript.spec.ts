import { expect } from "playwright/test";
import { signupToasts } from "~/forms/signup";
import { changes } from "../support/fixtures/changes";
import {
  fillIn,
  heroForm,
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

for (const when of moments) {
  for (const shown of shownForms) {
    test(`without a network the form ${shown.id}, sent ${when} React came, says so once and stays, and is stored once`, async ({
      page,
      supabase,
    }) => {
      const filledIn = await fillIn({ page, supabase }, shown, when);
      await pressInOutage(filledIn);
      await isStoredOnce(filledIn);
    });

    test(`with a lost answer, the form ${shown.id}, sent ${when} React came, is stored once and answered once`, async ({
      page,
      supabase,
    }) => {
      const filledIn = await fillIn({ page, supabase }, shown, when);
      let posts = 0;
      await page.route(shown.form.path, async (route) => {
        if (route.request().method() === "POST" && posts++ === 0) {
          await route.fetch({ maxRedirects: 0 });
          await route.abort();
        } else await route.fallback();
      });
      await filledIn.press();
      await expect.poll(() => posts).toBe(2);
      await isStoredOnce(filledIn);
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

  test(`a form sent ${when} React came is tried again after 20 s without an answer, posted once by a press on a sending button, and stored once`, async ({
    page,
    supabase,
  }) => {
    const filledIn = await fillIn({ page, supabase }, heroForm, when);
    const inserts = holdInserts(supabase);
    await page.clock.install();
    await filledIn.button.dblclick();
    await expect.poll(inserts.count).toBe(1);
    await page.clock.fastForward("00:20");
    await expect(waiting(page)).toBeVisible();
    expect(inserts.count()).toBe(1);
    await page.clock.fastForward("00:01");
    await expect.poll(inserts.count).toBe(2);
    inserts.release();
    await isStoredOnce(filledIn);
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

for (const [what, change] of Object.entries(changes)) {
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
