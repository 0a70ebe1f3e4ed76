import { expect } from "playwright/test";
import { mail } from "~/content/site";
import { startCdn } from "../support/fixtures/cdn";
import { contactOn, formOn } from "../support/fixtures/delivery";
import { neededFields } from "../support/fixtures/forms";
import {
  newAddress,
  test as base,
  withoutBrowserCheck,
} from "../support/fixtures/test";

const test = base.extend({
  baseURL: async ({ site }, use) => {
    const cdn = await startCdn(site.url);
    await use(cdn.url);
    await cdn.stop();
  },
});

test("a CDN that hides mail addresses and minifies pages leaves a form's page as it is, refused or not, and the form works", async ({
  page,
  open,
  supabase,
  toast,
}) => {
  const { form } = contactOn;
  const on = formOn(page, contactOn);
  const isAsSent = async () => {
    const links = page.getByRole("link");
    const targets = await links.evaluateAll((all: HTMLAnchorElement[]) =>
      all.map(({ href }) => href).join(" "),
    );
    expect(targets).toContain(`mailto:${mail.support}`);
    expect(targets).not.toContain("cdn-cgi");
    await expect(page.getByText("protected")).toHaveCount(0);
  };
  await open(form.path);
  await isAsSent();
  const address = newAddress();
  const values = neededFields(form, address);
  await withoutBrowserCheck(on.element);
  await on.fill({ ...values, email: "ann@example" });
  await on.button.click();
  await expect(toast).toBeFocused();
  await isAsSent();
  await expect(on.field("email")).toHaveValue("ann@example");
  await on.fill(values);
  await on.button.click();
  await expect(toast).toContainText(form.toasts.stored.title);
  expect(
    await supabase.rows(`select from ${form.table} where email = $1`, [
      address,
    ]),
  ).toHaveLength(1);
});
