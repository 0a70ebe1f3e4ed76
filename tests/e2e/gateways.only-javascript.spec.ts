import { expect } from "playwright/test";
import type { Route } from "playwright/test";
import {
  cannotSend,
  dismissLabel,
  openPage,
  tooManyAttemptsText,
} from "~/content/delivery";
import { errorPages } from "~/content/errors";
import { signupToasts } from "~/forms/signup";
import {
  contactOn,
  ctaForm,
  fillIn,
  formOn,
  heroForm,
  isStoredOnce,
  waiting,
} from "../support/visitors/delivery";
import {
  answer,
  pass,
  startMisbehavingServer,
} from "../support/servers/misbehaving-server";
import { newAddress, test } from "../support/visitors/test";

// Something stands between the visitor and the site, and answers in its place.

const type = "text/html";
const other = "<html><main><h1>Another Site";

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

test("a form that the site has stored is sent again by itself, with the same key, and thanked, if an edge answers 429 or 503 in the place of its thanks", async ({
  page,
  supabase,
  site,
}) => {
  const edge = await startMisbehavingServer(site.url);
  for (const status of [429, 503]) {
    let isRefusing = true;
    edge.behave((asked) => {
      const isThanks = asked.response.req.url?.includes("?toast=");
      if (!isThanks || !isRefusing) return pass(asked);
      isRefusing = false;
      return answer(status, type, other)(asked);
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

const failed = signupToasts.failed.text;
const answers: [status: number, text: string, location?: string][] = [
  // The site's own.
  [429, tooManyAttemptsText(600)],
  [500, failed],
  // A login, a filter, a translator's copy, a smaller limit; a network's login.
  ...[401, 403, 404, 405, 413, 451, 511].map((status): [number, string] => [
    status,
    cannotSend,
  ]),
  // Another site's page, and a redirect to the form itself, twice.
  [200, cannotSend],
  [303, cannotSend, "/"],
];

test("another answer in the place of the site's is told at once, and leaves the page's forms as they were for the next press", async ({
  page,
  supabase,
  toast,
}) => {
  const form = await fillIn({ page, supabase });
  const sentKey = await form.key.inputValue();
  const below = formOn(page, ctaForm).field("email");
  await below.fill("typed@example.com");
  for (const [status, text, Location = ""] of answers)
    await test.step(String(status), async () => {
      const isOwn = status === 429;
      const answer = {
        status,
        headers: {
          ...{ "Content-Type": type, "Retry-After": "600" },
          ...(Location && { Location }),
        },
        body: isOwn ? '<main id="main"><p data-outcome="limited">' : other,
      };
      const times = Location ? 2 : 1;
      await page.route("/", (route) => route.fulfill(answer), { times });
      await form.press();
      await expect(toast).toContainText(text);
      await expect(toast).toBeFocused();
      const link = toast.getByRole("link", { name: openPage });
      if (text === cannotSend)
        await expect(link).toHaveAttribute("href", /^http:.*:\d+\/$/);
      await expect(form.email).toHaveValue(form.address);
      await expect(form.button).toBeEnabled();
      await expect(below).toHaveValue("typed@example.com");
      expect(await form.key.inputValue()).toBe(sentKey);
      await page.getByRole("button", { name: dismissLabel }).click();
    });
  await form.press();
  await isStoredOnce(form);
});

test("the site's own error page is told in its words, and a message that is too large stays", async ({
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
