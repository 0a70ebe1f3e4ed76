import { expect } from "playwright/test";
import { launchWhole } from "two-modes-audit";
import { findBrowser } from "two-modes-audit/browser";
import { errorPages } from "~/content/errors";
import { callToAction } from "~/content/landing";
import { pages } from "~/content/pages";
import { emailMessages } from "~/forms/toasts";
import { signupForm, signupToasts } from "~/forms/signup";
import {
  changed,
  contactOn,
  ctaForm,
  fillIn,
  formOn,
  heroForm,
  isStoredOnce,
  losePosts,
  rowsOf,
  waiting,
} from "../support/visitors/delivery";
import type { FilledIn } from "../support/visitors/delivery";
import { shownForms } from "../support/visitors/forms";
import { gate, holdInserts } from "../support/servers/gate";
import { startNetwork } from "../support/servers/network";
import { startSite } from "../support/servers/site";
import { newAddress, test } from "../support/visitors/test";
import { freePort } from "#supabase/testing";

/** A headless shell has no back/forward cache, and Playwright disables it. */
const cachingTest = test.extend({
  context: async ({ baseURL }, use) => {
    const browser = await launchWhole();
    await use(await browser.newContext({ baseURL }));
    await browser.close();
  },
});

test("without a network a form says so once and stays; what is changed meanwhile is not sent until it is pressed, and then at once", async ({
  page,
  supabase,
  toast,
}) => {
  const form = await fillIn({ page, supabase });
  const { address, email, button, sending, press } = form;
  const comeBack = await losePosts(page);
  await press();
  await expect(waiting(page)).toBeVisible();
  await expect(waiting(page)).toHaveCount(1);
  await expect(button).toBeEnabled();
  await expect(button).toHaveText(sending);
  await expect(email).toHaveValue(address);
  await expect(toast).toHaveCount(0);
  const other = newAddress();
  await email.fill("");
  await email.pressSequentially(other.slice(0, -1));
  await expect(waiting(page)).toHaveCount(0);
  await expect(changed(page)).toHaveCount(1);
  await expect(button).not.toHaveText(sending);
  comeBack();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await email.press("m");
  await press();
  await expect(toast).toContainText(signupToasts.stored.title);
  expect(await supabase.signups(other)).toHaveLength(1);
  expect(await supabase.signups(other.slice(0, -1))).toHaveLength(0);
  expect(await supabase.signups(address)).toHaveLength(0);
});

test("a form that waits sends what was pressed, whatever events it gets, and whatever its field holds by then", async ({
  page,
  supabase,
  toast,
}) => {
  const form = await fillIn({ page, supabase });
  const comeBack = await losePosts(page);
  await form.press();
  await expect(waiting(page)).toBeVisible();
  // As an extension does.
  for (const event of ["input", "change"])
    await form.email.dispatchEvent(event);
  await expect(waiting(page)).toBeVisible();
  comeBack();
  await form.email.evaluate((input: HTMLInputElement) => {
    // As a password manager does, without an event.
    input.value = "a";
    dispatchEvent(new Event("online"));
  });
  await expect(toast).toContainText(signupToasts.stored.title);
  await expect(form.email).toHaveValue("a");
  expect(await rowsOf(form)).toHaveLength(1);
});

test("a form that is changed while it is on its way, and then lost, says that the change is not sent, and sends it when it is pressed", async ({
  page,
  supabase,
}) => {
  const form = await fillIn({ page, supabase });
  const lost = gate();
  await page.route("/", async (route) => {
    await lost.opened;
    await route.abort();
  });
  await Promise.all([page.waitForRequest("/"), form.press()]);
  const address = newAddress();
  await form.email.fill(address);
  await expect(form.button).toBeDisabled();
  lost.open();
  await expect(changed(page)).toBeVisible();
  await page.unroute("/");
  await form.press();
  await isStoredOnce({ ...form, address });
  expect(await rowsOf(form)).toHaveLength(0);
});

test("a form gives up after ten minutes, also on a machine that slept, and sends the next press", async ({
  page,
  supabase,
  toast,
}) => {
  const visit = { page, supabase };
  const form = await fillIn(visit, newAddress(), ctaForm);
  await page.clock.install();
  const comeBack = await losePosts(page);
  await form.press();
  await expect(waiting(page)).toBeVisible();
  await page.clock.fastForward("00:10:30");
  comeBack();
  await expect(toast).toContainText(signupToasts.failed.text);
  // It stands right below its toast.
  await expect(form.email).toBeInViewport();
  await expect(form.button).not.toHaveText(form.sending);
  await expect(form.email).toHaveValue(form.address);
  expect(await rowsOf(form)).toHaveLength(0);
  await form.press();
  await isStoredOnce(form);
});

test("two forms are on their way at once; each has its own answer, and neither takes what is typed or the focus from the other", async ({
  page,
  supabase,
  toast,
}) => {
  const first = await fillIn({ page, supabase });
  const second = { ...formOn(page, ctaForm), address: newAddress() };
  const field = second.field("email");
  const comeBack = await losePosts(page);
  await first.press();
  await expect(waiting(page)).toBeVisible();
  await field.focus();
  await field.pressSequentially("friend@exam");
  comeBack();
  await expect(toast).toContainText(signupToasts.stored.title);
  await expect(toast.getByRole("alert")).toBeVisible();
  expect(await rowsOf(first)).toHaveLength(1);
  await page.keyboard.type("ple.com");
  await expect(field).toHaveValue("friend@example.com");
  await expect(field).toBeFocused();

  const answers = [gate(), gate()];
  let posts = 0;
  await page.route("/", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await answers[posts++]?.opened;
    await route.fallback();
  });
  await first.email.fill("ann@example");
  await first.press();
  await field.fill(second.address);
  await second.button.click();
  await expect.poll(() => posts).toBe(2);
  await expect(first.button).toBeDisabled();
  await expect(second.button).toBeDisabled();
  answers[0]?.open();
  await expect(toast).toContainText(emailMessages.invalid);
  await expect(first.email).toHaveValue("ann@example");
  await expect(second.button).toBeDisabled();
  answers[1]?.open();
  await expect(toast).toContainText(signupToasts.stored.title);
  await expect(first.email).toHaveValue("ann@example");
  await expect(first.email).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("");
  expect(await supabase.signups(second.address)).toHaveLength(1);
});

test("a form sends the pressed button as the browser does, also after a pause", async ({
  page,
  supabase,
}) => {
  const form = await fillIn({ page, supabase });
  await form.element.evaluate((element) =>
    element.insertAdjacentHTML(
      "beforeend",
      "<button name=use value=x>Use</button>",
    ),
  );
  const comeBack = await losePosts(page);
  const posted = () =>
    page.waitForRequest((request) => request.method() === "POST");
  const pressed = (body: string | null) =>
    new URLSearchParams(body ?? "").get("use");
  const lost = posted();
  await page.getByRole("button", { name: "Use" }).click();
  expect(pressed((await lost).postData())).toBe("x");
  await expect(waiting(page)).toBeVisible();
  comeBack();
  expect(pressed((await posted()).postData())).toBe("x");
  await isStoredOnce(form);
});

test("an answer to a form is waited for while it progresses, and no longer", async ({
  page,
  supabase,
  site,
  toast,
}) => {
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      this.addEventListener("progress", ({ loaded }) => {
        document.documentElement.dataset.loaded = String(loaded);
      });
      send.call(this, body);
    };
  });
  const network = await startNetwork(site.url);
  const visit = { page, supabase };
  const form = await fillIn(visit, newAddress(), heroForm, network.url);
  await page.clock.install();
  network.allow(0);
  await form.press();
  let loaded = 0;
  for (let times = 0; times < 4; times++) {
    // The redirect takes a part of the first.
    network.allow(3000);
    const isMore = async () => {
      const { loaded = 0 } = await page
        .locator("html")
        .evaluate((html) => html.dataset);
      return Number(loaded);
    };
    await expect.poll(isMore).toBeGreaterThan(loaded);
    loaded = await isMore();
    await page.clock.fastForward("00:08");
  }
  await expect(form.button).toBeDisabled();
  await expect(waiting(page)).toHaveCount(0);
  await page.clock.fastForward("00:20");
  await expect(waiting(page)).toBeVisible();
  await expect(toast).toHaveCount(0);
  network.allow(Infinity);
  await page.clock.fastForward("00:01");
  await isStoredOnce(form);
  await network.stop();
});

test("a form says so on its button alone, is posted once however often that is pressed, again after 20 s without an answer, and stored once", async ({
  page,
  supabase,
}) => {
  const form = await fillIn({ page, supabase });
  const inserts = holdInserts(supabase);
  await page.clock.install();
  await form.button.dblclick();
  await expect(form.button).toBeDisabled();
  await expect(form.button).toHaveText(form.sending);
  const other = page.getByRole("button", { name: callToAction.form.button });
  await expect(other).toBeEnabled();
  await expect.poll(inserts.count).toBe(1);
  await page.clock.fastForward("00:20");
  await expect(waiting(page)).toBeVisible();
  expect(inserts.count()).toBe(1);
  await page.clock.fastForward("00:01");
  await expect.poll(inserts.count).toBe(2);
  inserts.release();
  await isStoredOnce(form);
});

test(
  "each form is stored once and answered once by a site that restarts, though its first answer is lost",
  { tag: "@slow" },
  async ({ browser, supabase }) => {
    const settings = { ...supabase.env, PORT: String(await freePort()) };
    const first = await startSite(settings);
    const forms: FilledIn[] = [];
    for (const shown of shownForms) {
      const page = await browser.newPage({ baseURL: first.url });
      const visit = { page, supabase };
      forms.push(await fillIn(visit, newAddress(), shown));
    }
    const inserts = holdInserts(supabase);
    for (const { press } of forms) await press();
    await expect.poll(inserts.count).toBe(forms.length);
    await first.stop("SIGKILL");
    // The site has gone when the rows are stored.
    inserts.release();
    for (const form of forms) {
      await expect.poll(() => rowsOf(form)).toHaveLength(1);
      await expect(waiting(form.page)).toBeVisible();
    }
    const second = await startSite(settings);
    for (const form of forms) {
      await isStoredOnce(form);
      await form.page.close();
    }
    await second.stop();
  },
);

cachingTest(
  "a page from the back/forward cache whose form waits for an answer or for the network has a working button, and is stored once",
  async ({ page, supabase }) => {
    test.skip(!findBrowser(), "not installed: a whole Chromium");
    await page.addInitScript(() => {
      addEventListener("pageshow", ({ persisted }) => {
        document.documentElement.dataset.restored = String(persisted);
      });
    });
    const form = await fillIn({ page, supabase });
    const leaveAndReturn = async () => {
      const { label, path } = pages.terms;
      await page.getByRole("contentinfo").getByText(label).click();
      await expect(page).toHaveURL(path);
      // Playwright's goBack waits for a load, which the cache skips.
      await page.evaluate(() => history.back());
      const html = page.locator("html");
      await expect(html).toHaveAttribute("data-restored", "true");
      await expect(form.button).toBeEnabled();
      await expect(form.email).toHaveValue(form.address);
    };
    const inserts = holdInserts(supabase);
    await form.press();
    await expect(form.button).toBeDisabled();
    await expect.poll(inserts.count).toBe(1);
    // It is sent again at once, and that is lost.
    const comeBack = await losePosts(page);
    await leaveAndReturn();
    await expect(waiting(page)).toBeVisible();
    await leaveAndReturn();
    comeBack();
    inserts.release();
    await isStoredOnce(form);
  },
);

test("what is typed, there and in another form, while a form is on its way stays if it is refused, and can be sent", async ({
  page,
  supabase,
  toast,
}) => {
  const form = await fillIn({ page, supabase }, "ann@example");
  const other = page.getByLabel(signupForm.fields.email.label).last();
  const answer = gate();
  await page.route("/", async (route) => {
    await answer.opened;
    await route.continue();
  });
  // It is sent with what it holds then, a moment after the press.
  await Promise.all([page.waitForRequest("/"), form.press()]);
  const address = newAddress();
  await form.email.fill(address);
  await other.fill("typed@example.com");
  answer.open();
  await expect(toast).toContainText(emailMessages.invalid);
  await expect(other).toBeFocused();
  await expect(form.email).toHaveValue(address);
  await expect(form.email).toHaveAttribute("aria-invalid", "true");
  await expect(other).toHaveValue("typed@example.com");
  await form.press();
  await isStoredOnce({ ...form, address });
});

test("a message that is too large gets an error and stays", async ({
  page,
  supabase,
  toast,
}) => {
  const visit = { page, supabase };
  const form = await fillIn(visit, newAddress(), contactOn);
  const message = "x".repeat(140_000);
  await form.fill({ message });
  await form.press();
  await expect(toast).toContainText(errorPages[413]?.heading ?? "");
  await expect(form.field("message")).toHaveValue(message);
});
