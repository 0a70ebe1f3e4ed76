import { expect } from "playwright/test";
import type { Page, Request, Route } from "playwright/test";
import { launchWhole } from "two-modes-audit";
import { findBrowser } from "two-modes-audit/browser";
import { callToAction } from "~/content/landing";
import { pages } from "~/content/pages";
import { signupToasts } from "~/forms/signup";
import { emailMessages, questionToast, suggestionLabel } from "~/forms/toasts";
import {
  beOnline,
  changed,
  ctaForm,
  fillIn,
  formOn,
  isStoredOnce,
  losePosts,
  rowsOf,
  waiting,
} from "../support/visitors/delivery";
import { gate, holdInserts } from "../support/servers/gate";
import {
  pass,
  startMisbehavingServer,
} from "../support/servers/misbehaving-server";
import { newAddress, newSlip, test } from "../support/visitors/test";

/** From now on, nothing happens by itself. */
async function stopTime(page: Page) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
}

const answerBy = (status: number) => (route: Route) =>
  route.fulfill({
    status,
    contentType: "text/html",
    body: "<html><main><h1>Bad Gateway",
  });

/** What becomes of a form that does not reach the site. */
const losses: Record<string, (route: Route) => Promise<void>> = {
  "no network": (route) => route.abort(),
  "a gateway's 502": answerBy(502),
  "a gateway's 503": answerBy(503),
  "a gateway's 504": answerBy(504),
};

test("a form that does not reach the site says so once, stays as it is, and is sent by itself as soon as it can be", async ({
  page,
  supabase,
  toast,
}) => {
  const form = await fillIn({ page, supabase });
  await stopTime(page);
  for (const [name, lose] of Object.entries(losses))
    await test.step(name, async () => {
      await page.route("/", lose, { times: 1 });
      await form.press();
      await expect(waiting(page)).toBeVisible();
      await expect(waiting(page)).toHaveCount(1);
      await expect(form.button).toBeEnabled();
      await expect(form.button).toHaveText(form.sending);
      await expect(form.email).toHaveValue(form.address);
      await expect(toast).toHaveCount(0);
    });
  await page.clock.runFor(1000);
  await isStoredOnce(form);
});

for (const when of ["while it waits", "while it is on its way"] as const) {
  test(`a change of a form ${when} is not sent until it is pressed, and then at once`, async ({
    page,
    supabase,
  }) => {
    const form = await fillIn({ page, supabase });
    await stopTime(page);
    const lost = gate();
    await page.route("/", async (route) => {
      await lost.opened;
      await route.abort();
    });
    await Promise.all([page.waitForRequest("/"), form.press()]);
    if (when === "while it waits") {
      lost.open();
      await expect(waiting(page)).toBeVisible();
    } else await expect(form.button).toBeDisabled();
    const half = newAddress();
    await form.email.fill(half);
    lost.open();
    await expect(waiting(page)).toHaveCount(0);
    await expect(changed(page)).toHaveCount(1);
    await expect(form.button).not.toHaveText(form.sending);
    await page.unroute("/");
    await beOnline(page);
    const address = newAddress();
    await form.email.fill(address);
    await form.press();
    await isStoredOnce({ ...form, address });
    for (const unsent of [form.address, half])
      expect(await supabase.signups(unsent)).toHaveLength(0);
  });
}

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
  // As a password manager does, without an event.
  await form.email.evaluate((input: HTMLInputElement) => (input.value = "a"));
  await comeBack();
  await expect(toast).toContainText(signupToasts.stored.title);
  await expect(form.email).toHaveValue("a");
  expect(await rowsOf(form)).toHaveLength(1);
});

test("a question that is answered without a network is stored once, with the button that answered it", async ({
  page,
  supabase,
  toast,
}) => {
  const { typed, meant } = newSlip();
  const form = await fillIn({ page, supabase }, typed);
  await form.press();
  await expect(toast).toContainText(questionToast(meant).text);
  const comeBack = await losePosts(page);
  const isPost = (request: Request) => request.method() === "POST";
  const lost = page.waitForRequest(isPost);
  await page.getByRole("button", { name: suggestionLabel(meant) }).click();
  const body = (await lost).postData() ?? "";
  const name = (await form.email.getAttribute("id")) ?? "";
  expect(new URLSearchParams(body).get(name)).toBe(meant);
  await expect(waiting(page)).toBeVisible();
  await expect(form.email).toHaveValue(meant);
  const sent = page.waitForRequest(isPost);
  await comeBack();
  expect((await sent).postData()).toBe(body);
  await isStoredOnce({ ...form, address: meant });
  expect(await supabase.signups(typed)).toHaveLength(0);
});

test("a form gives up after ten minutes, also on a machine that slept, and sends the next press", async ({
  page,
  supabase,
  toast,
}) => {
  const form = await fillIn({ page, supabase }, newAddress(), ctaForm);
  await page.clock.install();
  const comeBack = await losePosts(page);
  await form.press();
  await expect(waiting(page)).toBeVisible();
  await page.clock.fastForward("00:10:30");
  await comeBack();
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
  await comeBack();
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
  const address = newAddress();
  await first.email.fill(address);
  answers[0]?.open();
  await expect(toast).toContainText(emailMessages.invalid);
  await expect(second.button).toBeDisabled();
  answers[1]?.open();
  await expect(toast).toContainText(signupToasts.stored.title);
  await expect(first.email).toHaveValue(address);
  await expect(first.email).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("");
  expect(await supabase.signups(second.address)).toHaveLength(1);
  await first.press();
  await isStoredOnce({ ...first, address });
});

test("a form is posted once however often its button is pressed, says so there alone, and is posted again once its answer has not progressed for 20 s", async ({
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
  const edge = await startMisbehavingServer(site.url);
  const visit = { page, supabase };
  const form = await fillIn(visit, newAddress(), undefined, edge.url);
  let posts = 0;
  const parts = [gate(), gate(), gate()];
  edge.behave(async (asked) => {
    if (asked.response.req.method === "POST") posts += 1;
    if (posts > 1) return pass(asked);
    // Its progress tells the bytes as they are.
    const encoding = { "accept-encoding": "identity" };
    const { status, headers, body } = await asked.pass(encoding);
    asked.response.writeHead(status, headers);
    if (body.length === 0) return void asked.response.end();
    for (const [index, { opened }] of parts.entries()) {
      await opened;
      asked.response.write(body.subarray(index * 100, (index + 1) * 100));
    }
  });
  await page.clock.install();
  await form.button.dblclick();
  await expect(form.button).toBeDisabled();
  await expect(form.button).toHaveText(form.sending);
  const other = page.getByRole("button", { name: callToAction.form.button });
  await expect(other).toBeEnabled();
  for (const [index, { open }] of parts.entries()) {
    open();
    const loaded = String((index + 1) * 100);
    await expect(page.locator("html")).toHaveAttribute("data-loaded", loaded);
    await page.clock.fastForward("00:15");
  }
  await expect(form.button).toBeDisabled();
  await expect(waiting(page)).toHaveCount(0);
  expect(posts).toBe(1);
  await page.clock.fastForward("00:05");
  await expect(waiting(page)).toBeVisible();
  await expect(toast).toHaveCount(0);
  await page.clock.fastForward("00:01");
  await isStoredOnce(form);
  expect(posts).toBe(2);
  await edge.stop();
});

test("a page from the back/forward cache whose form waits for an answer or for the network has a working button, is stored once, and keeps its bracelet", async ({
  baseURL,
  supabase,
}) => {
  test.skip(
    !findBrowser(),
    "not installed: a whole Chromium for the back/forward cache",
  );
  // A headless shell has no such cache, and Playwright disables it.
  const browser = await launchWhole();
  const page = await browser.newPage({ baseURL });
  const form = await fillIn({ page, supabase });
  const html = page.locator("html");
  await html.evaluate((element) => element.setAttribute("data-same", ""));
  const leaveAndReturn = async () => {
    const { label, path } = pages.terms;
    await page.getByRole("contentinfo").getByText(label).click();
    await expect(page).toHaveURL(path);
    // Playwright's goBack waits for a load, which the cache skips.
    await page.evaluate(() => history.back());
    await expect(html).toHaveAttribute("data-same");
    await expect(form.button).toBeEnabled();
  };
  const inserts = holdInserts(supabase);
  await form.press();
  await expect(form.button).toBeDisabled();
  await expect.poll(inserts.count).toBe(1);
  // It is sent again at once, and that is lost.
  const comeBack = await losePosts(page);
  await leaveAndReturn();
  await expect(form.email).toHaveValue(form.address);
  await expect(waiting(page)).toBeVisible();
  await leaveAndReturn();
  await comeBack();
  inserts.release();
  const bracelet = page.getByText("/#kandi-");
  const code = await bracelet.innerText();
  await leaveAndReturn();
  await expect(bracelet).toHaveText(code);
  await expect(waiting(page)).toHaveCount(0);
  expect(await rowsOf(form)).toHaveLength(1);
  await browser.close();
});
