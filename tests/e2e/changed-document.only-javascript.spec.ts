import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { fieldId } from "~/components/form/field";
import { emailMessages } from "~/forms/answer";
import { contactForm, contactToasts } from "~/forms/contact";
import { changes } from "../support/fixtures/changes";
import { holdScripts } from "../support/fixtures/gate";
import { hasReact, reactComes } from "../support/fixtures/react";
import type { TestSupabase } from "../support/fixtures/supabase";
import { newAddress, test } from "../support/fixtures/test";
import {
  type ContactField,
  contactFields,
  trickyFields,
} from "../support/fixtures/forms";

/** What is left of the change and of the marked nodes. */
const left = (page: Page) =>
  page.evaluate(() => ({
    foreign: document.querySelectorAll(
      "font, .foreign, foreign-icon, foreign-bar, foreign-host, foreign-wrapper",
    ).length,
    heading: document.querySelector("main h2")?.textContent,
    marked: document.querySelectorAll("[data-seen]").length,
  }));

/** Marks the nodes that hold what the visitor typed. */
const mark = (page: Page) =>
  page.evaluate(() => {
    document.body.dataset.seen = "";
    for (const field of document.querySelectorAll<HTMLElement>(
      "main input[id], textarea",
    )) {
      field.dataset.seen = "";
    }
  });

const field = (page: Page, name: ContactField) =>
  page.locator(`#${fieldId("contact", name)}`);

const button = (page: Page) =>
  page.getByRole("main").locator("form[method=post] button");

const typed = trickyFields(contactForm, "ann@example");

async function fill(page: Page) {
  for (const name of contactFields)
    await field(page, name).fill(typed[name] ?? "");
}

async function keeps(page: Page) {
  for (const name of contactFields) {
    await expect(field(page, name)).toHaveValue(typed[name] ?? "");
  }
}

/** Sends an address that the site refuses, then one that it accepts. */
async function sendTwice(page: Page, supabase: TestSupabase) {
  const toast = page.getByRole("main").getByRole("dialog");
  await button(page).click();
  await expect(toast).toContainText(emailMessages.invalid);
  await keeps(page);
  const address = newAddress();
  await field(page, "email").fill(address);
  await button(page).click();
  await expect(toast).toContainText(contactToasts.storedFor(address).title);
  await expect(field(page, "message")).toHaveValue("");
  expect(await supabase.messages(address)).toHaveLength(1);
}

for (const [index, [name, change]] of Object.entries(changes).entries()) {
  // What tells a changed page from the site's is one for all three moments.
  const details = index === 0 ? {} : { tag: "@slow" };

  test(
    `with ${name} before the form is turned to, a page keeps typed text and can be sent`,
    details,
    async ({ page, supabase }) => {
      await page.goto("/contact");
      await page.evaluate(change);
      await mark(page);
      const before = await left(page);
      await fill(page);
      await page.waitForLoadState("networkidle");
      expect(await hasReact(page)).toBe(false);
      await keeps(page);
      await expect(field(page, "message")).toBeFocused();
      expect(await left(page)).toEqual(before);
      await sendTwice(page, supabase);
    },
  );

  test(`with ${name} while the script loads, too`, async ({
    page,
    supabase,
  }) => {
    const release = await holdScripts(page);
    await page.goto("/contact");
    await fill(page);
    await page.evaluate(change);
    await mark(page);
    const before = await left(page);
    release();
    await page.waitForLoadState("networkidle");
    expect(await hasReact(page)).toBe(false);
    await keeps(page);
    await expect(field(page, "message")).toBeFocused();
    expect(await left(page)).toEqual(before);
    await sendTwice(page, supabase);
  });

  test(
    `with ${name} after the script, too`,
    details,
    async ({ page, supabase }) => {
      await page.goto("/contact");
      await fill(page);
      await reactComes(page);
      await page.evaluate(change);
      await mark(page);
      const { heading } = await left(page);
      await keeps(page);
      await expect(field(page, "message")).toBeFocused();
      await sendTwice(page, supabase);
      // A form that React cannot change is sent natively, and comes back as sent.
      if (change !== changes["an input put into an element"]) {
        expect(await left(page)).toMatchObject({ heading });
      }
    },
  );
}

test("a toast that an extension has removed does not get in the way", async ({
  page,
  supabase,
}) => {
  await page.goto("/contact");
  await fill(page);
  await reactComes(page);
  await button(page).click();
  const toast = page.getByRole("main").getByRole("dialog");
  await toast.evaluate((dialog) => dialog.remove());
  await sendTwice(page, supabase);
});
