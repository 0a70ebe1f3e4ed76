import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "playwright/test";
import type { Locator, Page } from "playwright/test";
import { callToAction, crew, hero } from "~/content/landing";
import { signupToasts } from "~/forms/signup";
import type { SignupSource } from "~/forms/signup";
import { newAddress, test } from "../support/fixtures/test";

const buttons: Record<SignupSource, string> = {
  hero_section: hero.form.button,
  cta_section: callToAction.form.button,
};
const sources = ["hero_section", "cta_section"] as const;

const formFrom = (page: Page, source: SignupSource) =>
  page
    .locator("form")
    .filter({ has: page.getByRole("button", { name: buttons[source] }) });

const emailIn = (form: Locator) => form.getByLabel("Email address");

const toast = (page: Page) => page.getByRole("main").getByRole("dialog");

/** The toast comes first in main and has the focus; the title says so too. */
async function expectRefusal(page: Page, title: string, text: string) {
  await expect(toast(page)).toContainText(title);
  await expect(toast(page)).toContainText(text);
  await expect(toast(page)).toHaveCount(1);
  await expect(page).toHaveTitle(/^Error: /);
  await expect(toast(page)).toBeFocused();
  const first = page.getByRole("main").locator("p, h1, h2, a").first();
  await expect(first).toHaveText(title);
}

/** The page's requests. Some browsers request the icon by themselves. */
function listenToRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/favicon.svg")) requests.push(request.url());
  });
  return requests;
}

for (const source of sources) {
  test(`the form of ${source} puts an address on the list and says so once`, async ({
    page,
    open,
    supabase,
  }) => {
    const address = newAddress();
    await open();
    const form = formFrom(page, source);
    await emailIn(form).fill(`  ${address.toUpperCase()} `);
    await form.getByRole("button").click();

    const { title, text } = signupToasts.stored;
    await expect(toast(page)).toContainText(title);
    await expect(toast(page)).toContainText(text);
    await expect(page).toHaveURL("/");
    await expect(page).not.toHaveTitle(/Error/);
    await expect(emailIn(form)).toHaveValue("");
    await expect(form.getByRole("button")).toHaveText(buttons[source]);
    await expect(form.getByRole("button")).toBeEnabled();

    const stored = () =>
      supabase.rows(
        "select email, signup_source from beta_signups where email = $1",
        [address],
      );
    expect(await stored()).toEqual([{ email: address, signup_source: source }]);

    await page.reload();
    await expect(emailIn(form)).toBeVisible();
    await expect(toast(page)).toHaveCount(0);
    expect(await stored()).toHaveLength(1);
  });
}

test("a visitor who has joined can pass the site on, until the page is loaded again", async ({
  page,
  open,
  site,
}) => {
  await open();
  const form = formFrom(page, "cta_section");
  const line = page.getByText(crew.heading);
  await expect(line).toHaveCount(0);
  await emailIn(form).fill(newAddress());
  await form.getByRole("button").click();
  await expect(toast(page)).toContainText(signupToasts.stored.title);

  await expect(line).toBeVisible();
  const link = page.getByRole("link", { name: crew.linkText });
  const { protocol, searchParams } = new URL(
    (await link.getAttribute("href")) ?? "",
  );
  expect(protocol).toBe("mailto:");
  const publicUrl = `http://localhost:${new URL(site.url).port}`;
  expect(searchParams.get("body")).toBe(`${crew.message} ${publicUrl}`);
  // It follows the toast, and the form for a friend follows it.
  const all = page.getByRole("main").locator("dialog, .crew, .signup");
  expect(
    await all.evaluateAll((elements) =>
      elements.map(({ className }) => className),
    ),
  ).toEqual(["toast success", "crew", "signup", "signup"]);

  await page.reload();
  await expect(emailIn(form)).toBeVisible();
  await expect(line).toHaveCount(0);
});

test("a browser that refuses cookies still shows the success", async ({
  page,
  site,
  supabase,
}) => {
  // No browser here refuses cookies, so a proxy removes them.
  const refuser = createServer((from, response) => {
    const { url = "", method, headers } = from;
    const asked = request(site.url + url, { method, headers }, (answer) => {
      delete answer.headers["set-cookie"];
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    from.pipe(asked);
  }).listen(0);
  const { port } = refuser.address() as AddressInfo;
  const address = newAddress();
  await page.goto(`http://localhost:${port}`);
  await emailIn(formFrom(page, "hero_section")).fill(address);
  await page.keyboard.press("Enter");
  await expect(toast(page)).toContainText(signupToasts.stored.title);
  await expect(toast(page)).toBeFocused();
  await expect(emailIn(formFrom(page, "hero_section"))).toHaveValue("");
  expect(await supabase.signups(address)).toHaveLength(1);
  refuser.closeAllConnections();
  refuser.close();
});

test("a refusal leads to the field that it names", async ({
  page,
  open,
  javaScriptEnabled,
}) => {
  await open();
  const form = formFrom(page, "cta_section");
  await emailIn(form).fill("nobody@localhost");
  await form.getByRole("button").click();
  const says = signupToasts.emailInvalid.text;
  await expectRefusal(page, "Error", says);
  await toast(page).getByRole("link", { name: says }).click();
  const id = await emailIn(form).getAttribute("id");
  if (javaScriptEnabled) await expect(emailIn(form)).toBeFocused();
  else await expect(page).toHaveURL(`/#${id}`);
});

test("dismissing a toast makes no request and loses nothing", async ({
  page,
  open,
}) => {
  await open();
  const form = formFrom(page, "hero_section");
  await emailIn(form).fill("nobody@localhost");
  await form.getByRole("button").click();
  await expectRefusal(page, "Error", signupToasts.emailInvalid.text);

  const requests = listenToRequests(page);
  await toast(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(toast(page)).toBeHidden();
  await expect(emailIn(form)).toHaveValue("nobody@localhost");
  expect(requests).toEqual([]);
});

test("the browser's own validation comes first", async ({ page, open }) => {
  await open();
  const requests = listenToRequests(page);
  for (const source of sources) {
    const form = formFrom(page, source);
    await expect(emailIn(form)).toHaveAttribute("required");
    await expect(emailIn(form)).toHaveAttribute("type", "email");
    await form.getByRole("button").click();
    await emailIn(form).fill("not an address");
    await form.getByRole("button").click();
  }
  await expect(toast(page)).toHaveCount(0);
  expect(requests).toEqual([]);
});
