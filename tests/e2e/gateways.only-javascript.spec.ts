import { expect } from "playwright/test";
import type { Route } from "playwright/test";
import {
  cannotSend,
  dismissLabel,
  tooManyAttemptsText,
} from "~/content/delivery";
import { pages } from "~/content/pages";
import { signupForm, signupToasts } from "~/forms/signup";
import { emailMessages } from "~/forms/toasts";
import {
  contactOn,
  fillIn,
  heroForm,
  isStoredOnce,
  waiting,
} from "../support/visitors/delivery";
import {
  answer,
  pass,
  startMisbehavingServer,
} from "../support/servers/misbehaving-server";
import { startSite } from "../support/servers/site";
import { newAddress, test } from "../support/visitors/test";

// Something stands between the visitor and the site, and answers in its place.

const type = "text/html";
const bad = "<html><main><h1>Bad Gateway";

test("a form waits while a gateway answers 502, 503 or 504 in the site's place, and is stored once", async ({
  page,
  supabase,
  toast,
}) => {
  const form = await fillIn({ page, supabase });
  // Only presses send it: the page's time stands still.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  for (const status of [502, 503, 504]) {
    const body = "<html><main><h1>Bad Gateway";
    const answer = { status, contentType: "text/html", body };
    await page.route("/", (route) => route.fulfill(answer), { times: 1 });
    await Promise.all([page.waitForResponse("/"), form.press()]);
    await expect(waiting(page)).toBeVisible();
    await expect(toast).toHaveCount(0);
    await expect(form.email).toHaveValue(form.address);
  }
  await form.press();
  await isStoredOnce(form);
});

for (const shown of [heroForm, contactOn]) {
  test(`the form of ${shown.id} is thanked behind an edge that follows the site's redirect itself`, async ({
    page,
    supabase,
  }) => {
    const form = await fillIn({ page, supabase }, newAddress(), shown);
    const { path } = shown.form;
    const follow = async (route: Route) =>
      route.fulfill({ response: await route.fetch() });
    await page.route(path, follow, { times: 1 });
    const answered = page.waitForResponse(path);
    await form.press();
    expect((await answered).status()).toBe(200);
    await isStoredOnce(form);
  });
}

test("a form that the site has stored is sent again by itself, with the same key, and thanked, if an edge answers 429, 500 or 503 in the place of its thanks", async ({
  page,
  supabase,
  site,
}) => {
  const edge = await startMisbehavingServer(site.url);
  for (const status of [429, 500, 503]) {
    let isRefusing = true;
    edge.behave((asked) => {
      const isThanks = asked.response.req.url?.includes("?toast=");
      if (!isThanks || !isRefusing) return pass(asked);
      isRefusing = false;
      return answer(status, type, bad)(asked);
    });
    const visit = { page, supabase };
    const form = await fillIn(visit, newAddress(), heroForm, edge.url);
    await form.press();
    await isStoredOnce(form);
    expect(isRefusing).toBe(false);
  }
  await edge.stop();
});

test("a page whose gateway sends every request to the login of another site says soon that it cannot send, and keeps what was typed", async ({
  page,
  supabase,
  site,
  toast,
}) => {
  const visit = { page, supabase };
  // fetch refuses an address that holds a password.
  const origin = site.url.replace("://", "://ann:secret@");
  const form = await fillIn(visit, newAddress(), heroForm, origin);
  const headers = { Location: "http://login.example/" };
  await page.route("/", (route) => route.fulfill({ status: 302, headers }));
  await form.press();
  await expect(toast).toContainText(cannotSend);
  await expect(toast).toBeFocused();
  await expect(waiting(page)).toHaveCount(0);
  await expect(form.button).not.toHaveText(form.sending);
  await expect(form.email).toHaveValue(form.address);
  await page.unroute("/");
  await form.press();
  await isStoredOnce(form);
});

const { text: failed } = signupToasts.failed;
const otherPage = pages.privacy.path;

const toldAtOnce: [
  name: string,
  status: number,
  text: string | RegExp,
  headers?: Record<string, string>,
][] = [
  ["429", 429, /\ba minute\b/],
  ["429 for ten minutes", 429, /\b10 minutes\b/, { "Retry-After": "600" }],
  ["500", 500, failed],
  ["403", 403, failed],
  ["another site's page", 200, cannotSend],
  ["a redirect to the form", 303, cannotSend, { Location: "/" }],
  ["a redirect elsewhere", 303, cannotSend, { Location: otherPage }],
];

for (const [name, status, text, headers] of toldAtOnce) {
  test(`${name} in the place of the site's answer is told at once, leaves its forms as they were, and the next try stores one`, async ({
    page,
    supabase,
    toast,
  }) => {
    const form = await fillIn({ page, supabase });
    const sentKey = await form.key.inputValue();
    const other = page.getByLabel(signupForm.fields.email.label).last();
    await other.fill("typed@example.com");
    const answer = {
      status,
      headers: { ...headers, "Content-Type": type },
      body: bad,
    };
    await page.route("/", (route) => route.fulfill(answer), { times: 1 });
    await form.press();
    await expect(toast).toContainText(text);
    await expect(toast).toBeFocused();
    await expect(form.email).toHaveValue(form.address);
    await expect(form.button).toBeEnabled();
    await expect(other).toHaveValue("typed@example.com");
    expect(await form.key.inputValue()).toBe(sentKey);
    await page.getByRole("button", { name: dismissLabel }).click();
    await form.press();
    await isStoredOnce(form);
  });
}

test("too many attempts are told with the site's own time to wait, and the form stays", async ({
  page,
  supabase,
  toast,
}) => {
  const limits = { RATE_LIMIT_PER_MINUTE: "1" };
  const site = await startSite({ ...supabase.env, ...limits });
  const form = await fillIn(
    { page, supabase },
    "ann@example",
    contactOn,
    site.url,
  );
  await form.press();
  await expect(toast).toContainText(emailMessages.invalid);
  await form.press();
  await expect(toast).toContainText(tooManyAttemptsText(60));
  await expect(form.email).toHaveValue("ann@example");
  await site.stop();
});
