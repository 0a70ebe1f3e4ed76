import { expect } from "playwright/test";
import { pages } from "~/content/pages";
import { contactForm, contactToasts } from "~/forms/contact";
import { emailMessages } from "~/forms/toasts";
import { changeBeforeScript, changes, left } from "../support/visitors/changes";
import {
  contactOn,
  fillIn,
  formOn,
  isStoredOnce,
  losePosts,
  waiting,
} from "../support/visitors/delivery";
import { trickyFields } from "../support/visitors/forms";
import { newAddress, test } from "../support/visitors/test";

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

      await comeBack();
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

/** What stops the script before a form is sent, or after it is answered. */
const obstacles: Record<string, () => void> = {
  "in an older browser": () => {
    Reflect.deleteProperty(window, "URLSearchParams");
  },
  "without its empty paragraphs": () => {
    for (const empty of document.querySelectorAll("form p:empty"))
      empty.remove();
  },
  "with an answer that cannot be shown": () => {
    Document.prototype.querySelectorAll = () => {
      throw new Error();
    };
  },
};

for (const [name, change] of Object.entries(obstacles)) {
  test(`a form ${name} is sent by the browser itself`, async ({
    page,
    supabase,
  }) => {
    const form = await fillIn({ page, supabase });
    await page.evaluate(change);
    await form.press();
    await isStoredOnce(form);
  });
}

test("a heading in beads shows a translator's words instead", async ({
  page,
}) => {
  for (const { path } of Object.values(pages)) {
    // The landing page's is a name.
    if (path === pages.landing.path) continue;
    await page.goto(path);
    const heading = page.getByRole("heading", { level: 1 });
    const letters = heading.locator(".letters").first();
    await expect(letters).toBeVisible();
    await page.evaluate(changes["a translator"]);
    await expect(letters).toBeHidden();
    const words = heading.locator("font").first();
    expect((await words.boundingBox())?.width).toBeGreaterThan(50);
  }
});
