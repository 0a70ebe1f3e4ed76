import { expect } from "playwright/test";
import { pages } from "~/content/pages";
import { skipLink } from "~/content/site";
import { contactForm, contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import { emailMessages } from "~/forms/toasts";
import { changeBeforeScript, changes, left } from "../support/visitors/changes";
import {
  contactOn,
  fillIn,
  formOn,
  losePosts,
  rowsOf,
  waiting,
} from "../support/visitors/delivery";
import { neededFields, trickyFields } from "../support/visitors/forms";
import { newAddress, test, toastOn } from "../support/visitors/test";

const typed = trickyFields(contactForm, "ann@example");

/** When something else changes the document. */
const moments = ["before the script", "after it", "during a press"] as const;

for (const [name, change] of Object.entries(changes)) {
  for (const when of moments) {
    test(`with ${name} ${when}, a page keeps typed text, the focus and the change, waits for the network, and sends and answers its form`, async ({
      page,
      supabase,
      toast,
    }) => {
      if (when === "before the script") await changeBeforeScript(page, change);
      await page.goto("/contact");
      const { field, fill, button, holds } = formOn(page, contactOn);
      await fill(typed);
      if (when === "after it") await page.evaluate(change);
      await expect(field("message")).toBeFocused();
      const early = await left(page);
      const comeBack = await losePosts(page);
      await button.press("Enter");
      await expect(waiting(page)).toBeVisible();
      expect(await left(page)).toEqual(early);
      if (when === "during a press") await page.evaluate(change);
      const changed = await left(page);
      expect(changed).not.toEqual({ outside: [], inside: [] });
      await expect(button).toBeFocused();

      comeBack();
      await expect(toast).toContainText(emailMessages.invalid);
      await expect(toast).toBeFocused();
      await holds(typed);
      const address = newAddress();
      await field("email").fill(address);
      await button.click();
      const { title } = contactToasts.storedFor(address);
      await expect(toast).toContainText(title);
      await expect(toast).toBeFocused();
      await expect(page.locator("#main")).toHaveCount(1);
      await holds({});
      expect((await left(page)).outside).toEqual(changed.outside);
      expect(await supabase.messages(address)).toHaveLength(1);
    });
  }
}

/** What scripts of others do to a form itself. Each runs in the page. */
const formChanges = {
  "a button that says that it is not disabled": (form: Element) =>
    form
      .querySelector("[data-sending]")
      ?.setAttribute("aria-disabled", "false"),
  "another field of the name of one of its own": (form: Element) =>
    form.insertAdjacentHTML(
      "beforeend",
      "<input type=hidden name=name value=foreign>",
    ),
  "its empty paragraphs removed": (form: Element) => {
    for (const empty of form.querySelectorAll("p:empty")) empty.remove();
  },
} satisfies Record<string, (form: Element) => void>;

for (const [name, change] of Object.entries(formChanges)) {
  test(`a form with ${name} keeps what was typed if it is refused, and is stored and answered once`, async ({
    page,
    supabase,
    toast,
  }) => {
    const visit = { page, supabase };
    const form = await fillIn(visit, "ann@example", contactOn);
    const typed = neededFields(contactForm, "ann@example");
    await form.element.evaluate(change);
    await form.press();
    await expect(toast).toContainText(emailMessages.invalid);
    await form.holds(typed);
    const address = newAddress();
    await form.email.fill(address);
    await form.press();
    await expect(toast).toContainText(contactToasts.stored.title);
    await expect(toast).toHaveCount(1);
    expect(await rowsOf({ ...form, address })).toHaveLength(1);
  });
}

test("a link within the page and Back leave a refusal and what is typed as they are", async ({
  page,
  supabase,
  toast,
}) => {
  const form = await fillIn({ page, supabase }, "ann@example");
  await page.getByRole("link", { name: skipLink }).press("Enter");
  await expect(page).toHaveURL("/#main");
  await form.press();
  await expect(toast).toContainText(emailMessages.invalid);
  await form.email.fill("half@typed.exam");
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/");
  await expect(toast).toContainText(emailMessages.invalid);
  await expect(form.email).toHaveValue("half@typed.exam");
  await expect(form.email).toHaveAttribute("aria-invalid", "true");
});

test("a form whose answer cannot be shown is sent by the browser", async ({
  page,
  supabase,
}) => {
  const form = await fillIn({ page, supabase });
  await page.evaluate(() => {
    Document.prototype.querySelectorAll = () => {
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
