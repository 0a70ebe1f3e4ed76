import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { emailMessages } from "~/forms/toasts";
import { contactForm, contactToasts } from "~/forms/contact";
import { changes, left } from "../support/fixtures/changes";
import {
  contactOn,
  formOn,
  losePosts,
  waiting,
} from "../support/fixtures/delivery";
import { trickyFields } from "../support/fixtures/forms";
import { holdScripts } from "../support/fixtures/gate";
import { hasReact, reactComes } from "../support/fixtures/react";
import type { TestSupabase } from "../support/fixtures/supabase";
import { newAddress, test, toastOn } from "../support/fixtures/test";

const typed = trickyFields(contactForm, "ann@example");

/** Sends an address that the site refuses, then one that it accepts. */
async function sendTwice(page: Page, supabase: TestSupabase, waits = false) {
  const { field, button, holds } = formOn(page, contactOn);
  await button.click();
  await expect(toastOn(page)).toContainText(emailMessages.invalid);
  // The same toast may stand there from an earlier answer.
  await expect(toastOn(page)).toBeFocused();
  await holds(typed);
  const address = newAddress();
  await field("email").fill(address);
  if (waits) {
    const comeBack = await losePosts(page);
    await button.click();
    await expect(waiting(page)).toBeVisible();
    comeBack();
  } else await button.click();
  const { title } = contactToasts.storedFor(address);
  await expect(toastOn(page)).toContainText(title);
  await holds({});
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
        const { field, fill, holds } = formOn(page, contactOn);
        const release = await holdScripts(page);
        if (when !== "during") release();
        await page.goto("/contact");
        if (when === "before") await page.evaluate(change);
        await fill(typed);
        if (when === "after") await reactComes(page);
        if (when !== "before") await page.evaluate(change);
        const changed = await left(page);
        release();
        await page.waitForLoadState("networkidle");
        expect(await hasReact(page)).toBe(when === "after");
        await holds(typed);
        await expect(field("message")).toBeFocused();
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
  const { element, fill, holds } = formOn(page, contactOn);
  await fill({ ...typed, message });
  await element.evaluate((form: HTMLFormElement) => form.submit());
  await expect(toastOn(page)).toBeVisible();
  await holds({ ...typed, message });
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
  const { fill, holds } = formOn(page, contactOn);
  await fill({ name: "typed" });
  release();
  await reactComes(page);
  await holds({ ...typed, message, name: "typed" });
});

test("what is typed into a refused message while the script comes stays, and can be sent", async ({
  page,
  supabase,
}) => {
  const release = await refuseNatively(page, "Hello");
  const { fill, holds } = formOn(page, contactOn);
  await fill({ message: typed.message ?? "" });
  release();
  await page.waitForLoadState("networkidle");
  await holds(typed);
  await sendTwice(page, supabase);
});
