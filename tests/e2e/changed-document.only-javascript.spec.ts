import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { pages } from "~/content/pages";
import { skipLink } from "~/content/site";
import { contactForm, contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import { emailMessages } from "~/forms/toasts";
import { changes, left } from "../support/fixtures/changes";
import {
  contactOn,
  fillIn,
  formOn,
  heroForm,
  isStoredOnce,
  losePosts,
  rowsOf,
  waiting,
} from "../support/fixtures/delivery";
import { trickyFields } from "../support/fixtures/forms";
import { gate, holdScripts } from "../support/fixtures/gate";
import { hasReact, reactComes } from "../support/fixtures/react";
import type { TestSupabase } from "../support/fixtures/supabase";
import {
  newAddress,
  scriptIsThere,
  test,
  toastOn,
} from "../support/fixtures/test";

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

test("an extension that changes the page while React waits for an answer costs neither the answer nor what was typed", async ({
  page,
  supabase,
}) => {
  for (const address of ["ann@example", newAddress()]) {
    const form = await fillIn({ page, supabase }, "after", address, contactOn);
    const message = await form.field("message").inputValue();
    const answer = gate();
    await page.route("/contact", async (route) => {
      await answer.opened;
      await route.fallback();
    });
    await Promise.all([page.waitForRequest("/contact"), form.press()]);
    await page.evaluate(() => document.querySelector("#main .head")?.remove());
    answer.open();
    const isRefused = address === "ann@example";
    await expect(toastOn(page)).toContainText(
      isRefused ? emailMessages.invalid : contactToasts.stored.title,
    );
    await expect(form.field("message")).toHaveValue(isRefused ? message : "");
    await page.unroute("/contact");
  }
});

for (const when of moments) {
  if (when === "during") continue;
  test(`forms, main parts and toasts that an extension puts first are left alone when a form is sent ${when} React came`, async ({
    page,
    supabase,
    toast,
  }) => {
    const foreign =
      '<div id="foreign"><form method="post"><input name="q"></form><main><dialog open="">Panel</dialog></main></div>';
    for (const address of ["ann@example", newAddress()]) {
      const form = await fillIn({ page, supabase }, when, address, contactOn);
      await page.evaluate(
        (html) => document.body.insertAdjacentHTML("afterbegin", html),
        foreign,
      );
      await form.press();
      await expect(page.locator("#main dialog")).toBeFocused();
      await expect(page.locator("#main")).toHaveCount(1);
      expect(
        await page.locator("#foreign").evaluate((node) => node.outerHTML),
      ).toBe(foreign);
    }
    await expect(toast.last()).toContainText(contactToasts.stored.title);
  });

  test(`a form in a page whose address holds a password is sent, ${when} React came`, async ({
    page,
    supabase,
    site,
  }) => {
    const origin = site.url.replace("://", "://ann:secret@");
    const visit = { page, supabase };
    const form = await fillIn(visit, when, newAddress(), heroForm, origin);
    await form.press();
    await expect(toastOn(page)).toContainText(signupToasts.stored.title);
    expect(await rowsOf(form)).toHaveLength(1);
  });
}

/** What scripts of others do to a form itself. Each runs in the page. */
const formChanges = {
  "a button that says that it is not disabled": (form: Element) =>
    form
      .querySelector("[data-sending]")
      ?.setAttribute("aria-disabled", "false"),
  "a field in a live region": (form: Element) => {
    const live = document.createElement("span");
    live.setAttribute("aria-live", "polite");
    const field = form.querySelector("[name=name]");
    field?.replaceWith(live);
    if (field) live.append(field);
  },
  "its empty paragraphs removed": (form: Element) => {
    for (const empty of form.querySelectorAll("p:empty")) empty.remove();
  },
} satisfies Record<string, (form: Element) => void>;

for (const [name, change] of Object.entries(formChanges)) {
  for (const when of ["before", "after"] as const) {
    test(`a form with ${name}, sent ${when} React came, keeps what was typed if it is refused, and is stored and answered once`, async ({
      page,
      supabase,
    }) => {
      const visit = { page, supabase };
      const form = await fillIn(visit, when, "ann@example", contactOn);
      const name = await form.field("name").inputValue();
      await form.element.evaluate(change);
      await form.press();
      await expect(toastOn(page)).toContainText(emailMessages.invalid);
      await expect(form.field("name")).toHaveValue(name);
      const address = newAddress();
      await form.email.fill(address);
      await form.press();
      await expect(toastOn(page)).toContainText(contactToasts.stored.title);
      await expect(toastOn(page)).toHaveCount(1);
      expect(await rowsOf({ ...form, address })).toHaveLength(1);
    });
  }
}

test("a refused form keeps what was typed beside a field of the same name that an extension added", async ({
  page,
  supabase,
}) => {
  for (const when of ["before", "after"] as const) {
    const visit = { page, supabase };
    const form = await fillIn(visit, when, newAddress(), contactOn);
    await form.element.evaluate((element) =>
      element.insertAdjacentHTML(
        "beforeend",
        "<input type=hidden name=message value=foreign>",
      ),
    );
    const message = await form.field("message").inputValue();
    await form.press();
    await expect(toastOn(page)).toBeFocused();
    await expect(form.field("message")).toHaveValue(message);
    await page.unrouteAll();
  }
});

test("a link within the page and Back leave a refusal and what is typed as they are", async ({
  page,
}) => {
  await page.goto("/");
  // React knows nothing of this entry of the history.
  await page.getByRole("link", { name: skipLink }).press("Enter");
  await expect(page).toHaveURL("/#main");
  await scriptIsThere(page);
  const form = formOn(page, heroForm);
  const email = form.field("email");
  await email.fill("ann@example");
  await form.button.click();
  await expect(toastOn(page)).toContainText(emailMessages.invalid);
  await email.fill("half@typed.exam");
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/");
  // What React would ask for on the way back would be here by then.
  await page.evaluate(async () => {
    for (let times = 0; times < 3; times++) await fetch("/healthz");
  });
  await expect(toastOn(page)).toContainText(emailMessages.invalid);
  await expect(email).toHaveValue("half@typed.exam");
  await expect(email).toHaveAttribute("aria-invalid", "true");
});

test("a wrapped field waits for the network like any other, and the wrapper keeps its style", async ({
  page,
  supabase,
}) => {
  const form = await fillIn({ page, supabase }, "after");
  await page.evaluate(changes["an input put into an element"]);
  const wrapper = page.locator("foreign-wrapper");
  await wrapper.evaluate((node: HTMLElement) => (node.style.color = "red"));
  await form.email.pressSequentially("x");
  await form.email.press("Backspace");
  await expect(wrapper).toHaveAttribute("style", "color: red;");
  const comeBack = await losePosts(page);
  await form.press();
  await expect(waiting(page)).toBeVisible();
  comeBack();
  await isStoredOnce(form);
});

test("a form whose answer cannot be shown is sent by the browser", async ({
  page,
  supabase,
}) => {
  const form = await fillIn({ page, supabase }, "before");
  await page.evaluate(() => {
    Document.prototype.getElementById = () => {
      throw new Error();
    };
  });
  await form.press();
  await expect(toastOn(page)).toContainText(signupToasts.stored.title);
  expect(await rowsOf(form)).toHaveLength(1);
});

test("a heading in beads shows a translator's words instead", async ({
  page,
}) => {
  for (const { path } of Object.values(pages)) {
    await page.goto(path);
    const heading = page.getByRole("heading", { level: 1 });
    const letters = heading.locator(".letters").first();
    await expect(letters).toBeVisible();
    await page.evaluate(changes["every text translated"]);
    // The landing page's is a name.
    if (path === pages.landing.path) continue;
    await expect(letters).toBeHidden();
    const words = heading.locator("font").first();
    expect((await words.boundingBox())?.width).toBeGreaterThan(50);
  }
});
