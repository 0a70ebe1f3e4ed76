import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { emailMessages } from "~/forms/answer";
import { contactForm, contactToasts } from "~/forms/contact";
import { fieldId } from "~/forms/definition";
import { changes } from "../support/fixtures/changes";
import { losePosts, waiting } from "../support/fixtures/delivery";
import {
  type ContactField,
  contactFields,
  trickyFields,
} from "../support/fixtures/forms";
import { holdScripts } from "../support/fixtures/gate";
import { hasReact, reactComes } from "../support/fixtures/react";
import type { TestSupabase } from "../support/fixtures/supabase";
import { newAddress, test, toastOn } from "../support/fixtures/test";

/** What is left of the change. */
const left = (page: Page) =>
  page.evaluate(() => ({
    foreign: document.querySelectorAll(
      "font, .foreign, foreign-icon, foreign-bar, foreign-host, foreign-wrapper",
    ).length,
    heading: document.querySelector("main h2")?.textContent,
  }));

const formOn = (page: Page) => page.locator("main form[method=post]");

const field = (page: Page, name: ContactField) =>
  page.locator(`#${fieldId("contact", name)}`);

const typed = trickyFields(contactForm, "ann@example");

async function fill(page: Page) {
  for (const name of contactFields)
    await field(page, name).fill(typed[name] ?? "");
}

async function keeps(page: Page) {
  for (const name of contactFields)
    await expect(field(page, name)).toHaveValue(typed[name] ?? "");
}

/** Sends an address that the site refuses, then one that it accepts. */
async function sendTwice(page: Page, supabase: TestSupabase, waits = false) {
  const button = formOn(page).getByRole("button");
  await button.click();
  await expect(toastOn(page)).toContainText(emailMessages.invalid);
  await keeps(page);
  const address = newAddress();
  await field(page, "email").fill(address);
  if (waits) {
    const comeBack = await losePosts(page);
    await button.click();
    await expect(waiting(page)).toBeVisible();
    comeBack();
  } else await button.click();
  const { title } = contactToasts.storedFor(address);
  await expect(toastOn(page)).toContainText(title);
  await expect(field(page, "message")).toHaveValue("");
  expect(await supabase.messages(address)).toHaveLength(1);
}

/** Relative to the script, which loads when the visitor turns to the form. */
const moments = ["before", "during", "after"] as const;

for (const [name, change] of Object.entries(changes)) {
  for (const when of moments) {
    // React throws when it changes an element that was moved.
    const isMoved = change === changes["an input put into an element"];
    const isTried =
      isMoved || name === "a text changed to one of the same length";
    const details = isTried && when !== "before" ? {} : { tag: "@slow" };

    test(
      `with ${name} ${when} its script, a page keeps typed text, waits for the network and can be sent`,
      details,
      async ({ page, supabase }) => {
        const release = await holdScripts(page);
        if (when !== "during") release();
        await page.goto("/contact");
        if (when === "before") await page.evaluate(change);
        await fill(page);
        if (when === "after") await reactComes(page);
        if (when !== "before") await page.evaluate(change);
        const changed = await left(page);
        release();
        await page.waitForLoadState("networkidle");
        expect(await hasReact(page)).toBe(when === "after");
        await keeps(page);
        await expect(field(page, "message")).toBeFocused();
        expect(await left(page)).toEqual(changed);
        await sendTwice(page, supabase, when !== "after");
        // A form that React cannot change is sent natively.
        if (when === "after" && !isMoved) {
          expect(await left(page)).toMatchObject({ heading: changed.heading });
        }
      },
    );
  }
}

/** Has the form refused by a page that waits for its scripts. */
async function refuseNatively(page: Page, message: string) {
  const release = await holdScripts(page);
  await page.goto("/contact");
  await fill(page);
  await field(page, "message").fill(message);
  await formOn(page).evaluate((form: HTMLFormElement) => form.submit());
  await expect(toastOn(page)).toBeVisible();
  await expect(field(page, "message")).toHaveValue(message);
  return release;
}

test("with changed attributes and texts in pieces, a refused page still gets React, whatever was typed", async ({
  page,
}) => {
  const message = `\n\n"It's\u00a0one" &quot; ${typed.message}`;
  const release = await refuseNatively(page, message);
  await page.evaluate(() => {
    for (const element of document.querySelectorAll("main *")) {
      element.setAttribute("data-foreign", `> <p class="lot"> '&quot;\u00a0`);
      const [text] = element.childNodes;
      if (text instanceof Text && text.length > 1) text.splitText(1).before("");
    }
  });
  await field(page, "name").fill("typed");
  release();
  await reactComes(page);
  await expect(field(page, "name")).toHaveValue("typed");
  await expect(field(page, "message")).toHaveValue(message);
});

test("what is typed into a refused message while the script comes stays, and can be sent", async ({
  page,
  supabase,
}) => {
  const release = await refuseNatively(page, "Hello");
  await field(page, "message").fill(typed.message ?? "");
  release();
  await page.waitForLoadState("networkidle");
  await keeps(page);
  await sendTwice(page, supabase);
});
