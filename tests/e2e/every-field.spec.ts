import { dismissLabel } from "~/content/delivery";
import { keepsake } from "~/content/landing";
import { expect } from "playwright/test";
import { fieldId } from "~/forms/definition";
import { formOn } from "../support/fixtures/delivery";
import {
  longestFields,
  paddedFields,
  shownForms,
} from "../support/fixtures/forms";
import type { ShownForm } from "../support/fixtures/forms";
import { post } from "../support/fixtures/post";
import {
  newAddress,
  refusedTitle,
  test,
  withoutBrowserCheck,
} from "../support/fixtures/test";

type Values = Record<string, string>;

/** A field, what is typed into it, and what the answer says of it. */
type Wrong = [name: string, typed?: string, says?: string];

/**
 * Each kind of refusal, with all the fields that it can be about. The unit tests
 * have each field alone.
 */
function refusalsOf({ form }: ShownForm, stored: Values) {
  const longest = longestFields(form, newAddress());
  const fields = Object.entries(form.fields);
  const refusals: [cause: string, status: number, Wrong[]][] = [
    ["not stored", 503, []],
    [
      "missing",
      422,
      fields
        .filter(([, { required }]) => required)
        .map(([name, { messages }]) => [name, "  ", messages.missing]),
    ],
    [
      "too long",
      422,
      fields.map(([name, { limit, messages }]) => {
        return [name, `x${longest[name]}`, messages.tooLong(limit + 1)];
      }),
    ],
  ];
  for (const [name, { type, messages, duplicate }] of fields) {
    const notAddress = '"Zoë" <O\'Neil&amp;@example.com>';
    if (type === "email")
      refusals.push(["invalid", 422, [[name, notAddress, messages.invalid]]]);
    if (duplicate)
      refusals.push(["known", 409, [[name, stored[name], duplicate.text]]]);
  }
  return refusals;
}

for (const shown of shownForms) {
  const { form, id, hidden } = shown;
  // The same form elsewhere on its page has other ids, and nothing else.
  const isFirst = shown === shownForms.find((one) => one.form === form);
  const details = isFirst ? {} : { tag: "@slow" };

  test(
    `every field of the form ${id} holds what was typed after every refusal, until it is stored`,
    details,
    async ({ page, site, supabase, open, toast }) => {
      const { element, button, key, fill, holds } = formOn(page, shown);
      const invalid = page.locator("[aria-invalid=true]");
      const send = async () => {
        const answered = page.waitForResponse(
          (response) => response.request().method() === "POST",
        );
        await button.click();
        return (await answered).status();
      };

      const valid = paddedFields(form, newAddress());
      const stored = paddedFields(form, newAddress());
      await post(site.url + form.path, { ...stored, ...hidden });
      await open(form.path);
      const sentKey = await key.inputValue();
      for (const [cause, status, wrong] of refusalsOf(shown, stored)) {
        await test.step(cause, async () => {
          const values = { ...valid };
          for (const [name, typed = ""] of wrong) values[name] = typed;
          await withoutBrowserCheck(element);
          await fill(values);
          if (status === 503)
            supabase.behave(() => Promise.reject(new Error("down")));
          expect(await send()).toBe(status);
          supabase.behave(() => Promise.resolve());
          await expect(toast).toBeFocused();
          await expect(page).toHaveTitle(refusedTitle);
          if (status === 503)
            await expect(toast).toContainText(form.toasts.failed.text);
          await holds(values);
          for (const [name, , says = ""] of wrong) {
            await expect(toast.getByRole("link", { name: says })).toHaveCount(
              1,
            );
            const message = page.locator(`#${fieldId(id, name)}-error`);
            await expect(message).toHaveText(says);
          }
          await expect(invalid).toHaveCount(status === 422 ? wrong.length : 0);
          expect(await key.inputValue()).toBe(sentKey);
          // The next answer, even one with the same words, has a new toast.
          const dismiss = toast.getByRole("button", { name: dismissLabel });
          // A keepsake stays.
          if (await toast.getByText(keepsake.heading).isVisible())
            await expect(dismiss).toHaveCount(0);
          else await dismiss.click();
        });
      }

      const longest = longestFields(form, newAddress());
      await fill(longest);
      await send();
      await expect(toast).toContainText(form.toasts.stored.title);
      await expect(page).not.toHaveTitle(refusedTitle);
      await expect(invalid).toHaveCount(0);
      await expect(key).not.toHaveValue(sentKey);
      await holds({});
      const rows = await supabase.rows(
        `select ${Object.keys(longest).join()} from ${form.table} where idempotency_key = $1`,
        [sentKey],
      );
      expect(rows).toEqual([longest]);
    },
  );
}
