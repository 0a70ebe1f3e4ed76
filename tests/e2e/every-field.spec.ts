import { expect } from "playwright/test";
import { dismissLabel } from "~/content/delivery";
import { keepsake } from "~/content/landing";
import { backToForm, skipLink } from "~/content/shared";
import { fieldId } from "~/forms/definition";
import type { FieldDefinition } from "~/forms/definition";
import { formOn } from "../support/visitors/delivery";
import {
  longestFields,
  paddedFields,
  shownOnce,
} from "../support/visitors/forms";
import { post } from "../support/visitors/post";
import { newAddress, refusedTitle, test } from "../support/visitors/test";

type Wrong = [typed?: string, says?: string] | false | undefined;

/**
 * A refusal of each kind, and what is typed into the fields that it is about.
 * The unit tests have each field and each of its rules.
 */
const refusals: [
  cause: string,
  status: number,
  wrongOf: (field: FieldDefinition, longest: string, stored: string) => Wrong,
][] = [
  ["not stored", 503, () => false],
  [
    "stored already",
    409,
    ({ duplicate }, _, stored) => duplicate && [stored, duplicate.text],
  ],
  [
    "invalid",
    422,
    ({ type, limit, messages }, longest) =>
      type === "email"
        ? ['"Zoë" O\'Neil&amp;@example.com', messages.invalid]
        : [`x${longest}`, messages.tooLong(limit + 1)],
  ],
];

for (const shown of shownOnce) {
  const { form, id, hidden } = shown;

  test(`every field of the form ${id} holds what was typed after every refusal, which leads to it, until it is stored`, async ({
    page,
    site,
    supabase,
    toast,
    javaScriptEnabled,
  }) => {
    const on = formOn(page, shown);
    const [firstName = ""] = Object.keys(form.fields);
    const dismiss = toast.getByRole("button", { name: dismissLabel });
    const invalid = page.locator("[aria-invalid=true]");
    const send = async () => {
      const answered = page.waitForResponse(
        (response) => response.request().method() === "POST",
      );
      await on.button.click();
      return (await answered).status();
    };
    const longest = longestFields(form, newAddress());
    const valid = paddedFields(form, newAddress());
    const stored = paddedFields(form, newAddress());
    await post(site.url + form.path, { ...stored, ...hidden });
    await page.goto(form.path);
    const sentKey = await on.key.inputValue();

    let values = valid;

    for (const [cause, status, wrongOf] of refusals) {
      const wrong = Object.entries(form.fields).flatMap(([name, field]) => {
        const of = [longest[name] ?? "", stored[name] ?? ""] as const;
        const [typed = "", says] = wrongOf(field, ...of) || [];
        return says === undefined ? [] : [{ name, typed, says }];
      });
      const isDown = status === 503;
      if (!isDown && wrong.length === 0) continue;
      await test.step(cause, async () => {
        const typed = wrong.map(({ name, typed }) => [name, typed]);
        values = { ...valid, ...Object.fromEntries(typed) };
        await on.fill(values);
        if (isDown) supabase.behave(() => Promise.reject(new Error("down")));
        expect(await send()).toBe(status);
        supabase.behave(() => Promise.resolve());
        await expect(toast).toBeFocused();
        await expect(page).toHaveTitle(refusedTitle);
        const top = page.getByRole("main").locator("p, h1, h2, a").first();
        await expect(top).toHaveId("toast-title");
        await on.holds(values);
        for (const { name, says } of wrong) {
          const link = toast.getByRole("link", { name: says });
          await expect(link).toHaveCount(1);
          const message = page.locator(`#${fieldId(id, name)}-error`);
          await expect(message).toHaveText(says);
        }
        await expect(invalid).toHaveCount(status === 422 ? wrong.length : 0);
        expect(await on.key.inputValue()).toBe(sentKey);
        const { text } = form.toasts.failed;
        if (isDown) await expect(toast).toContainText(text);
        for (const [mail] of isDown ? text.matchAll(/\S+@\S+/g) : []) {
          const link = toast.getByRole("link", { name: mail });
          await expect(link).toHaveAttribute("href", `mailto:${mail}`);
        }
        // The first link leads to its field, or else back to the form.
        const { name = firstName, says = backToForm } = wrong[0] ?? {};
        await toast.getByRole("link", { name: says }).click();
        await expect(on.field(name)).toBeFocused();
        // The next answer, even one with the same words, has a new toast. A
        // keepsake stays.
        const give = toast.getByRole("link", { name: keepsake.linkText });
        if (await give.isVisible()) await expect(dismiss).toHaveCount(0);
        else if (status !== 422) {
          if (javaScriptEnabled) await page.keyboard.press("Escape");
          else await dismiss.click();
          await expect(toast).toHaveCount(0);
          if (javaScriptEnabled) await expect(on.field(name)).toBeFocused();
        }
      });
    }

    await test.step("a link within the page and Back keep a refusal", async () => {
      const url = page.url();
      await page.getByRole("link", { name: skipLink }).press("Enter");
      await expect(page).toHaveURL(`${form.path}#main`);
      await page.goBack();
      await expect(page).toHaveURL(url);
      await expect(page).toHaveTitle(refusedTitle);
      await expect(invalid).not.toHaveCount(0);
      await on.holds(values);
    });

    await test.step("dismissing it makes no request and loses nothing", async () => {
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      await dismiss.press("Enter");
      await expect(toast).toHaveCount(0);
      // Some browsers request the icon by themselves.
      const others = requests.filter((url) => !/favicon.svg$/.test(url));
      expect(others).toEqual([]);
      await on.holds(values);
      if (!javaScriptEnabled) return;
      // A script moves the focus to the field that needs correcting.
      await expect(on.field(firstName)).toBeFocused();
      await send();
      await dismiss.focus();
      await page.keyboard.press("Escape");
      await expect(on.field(firstName)).toBeFocused();
    });

    await on.fill(longest);
    await send();
    await expect(toast).toContainText(form.toasts.stored.title);
    await expect(page).not.toHaveTitle(refusedTitle);
    await expect(invalid).toHaveCount(0);
    await expect(on.key).not.toHaveValue(sentKey);
    await on.holds({});
    const rows = await supabase.rows(
      `select ${Object.keys(longest).join()} from ${form.table} where email = $1`,
      [longest.email],
    );
    expect(rows).toEqual([longest]);
  });
}
