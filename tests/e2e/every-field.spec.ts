import { dismissLabel } from "~/content/delivery";
import { keepsake } from "~/content/landing";
import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { fieldId } from "~/forms/definition";
import { idempotencyKeyName } from "~/forms/definition";
import {
  longestFields,
  mapFields,
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

/** The fields of a form on its page. */
function fieldsOn(page: Page, { form, id }: ShownForm) {
  const field = (name: string) => page.locator(`#${fieldId(id, name)}`);
  return {
    field,
    fill: async (values: Values) => {
      for (const [name, value] of Object.entries(values))
        await field(name).fill(value);
    },
    expectValues: async (values: Values) => {
      for (const [name, { type }] of Object.entries(form.fields)) {
        const value = values[name] ?? "";
        // The browser itself removes the spaces around an address.
        const isStripped = type === "email" || type === "url";
        const kept = isStripped ? value.trim() : value;
        await expect(field(name), name).toHaveValue(kept);
      }
    },
  };
}

interface Refusal {
  status: number;
  /** What is typed instead of valid values. */
  typed?: Values;
  /** What the answer says of the fields. */
  errors?: Values;
}

/** Each refusal that a field can cause. The duplicate is stored already. */
function refusalsOf({ form }: ShownForm, stored: Values) {
  const longest = longestFields(form, newAddress());
  const refusals: Record<string, Refusal> = {};
  for (const [name, field] of Object.entries(form.fields)) {
    const { required, type, limit, messages, duplicate } = field;
    const add = (cause: string, value = "", says = "", status = 422) => {
      refusals[`${name} ${cause}`] = {
        ...{ status, typed: { [name]: value }, errors: { [name]: says } },
      };
    };
    if (required) add("missing", "  ", messages.missing);
    add("too long", `x${longest[name]}`, messages.tooLong(limit + 1));
    const notAddress = '"Zoë" <O\'Neil&amp;@example.com>';
    if (type === "email") add("invalid", notAddress, messages.invalid);
    if (duplicate) add("already stored", stored[name], duplicate.text, 409);
  }
  const missing = Object.entries(form.fields)
    .filter(([, { required }]) => required)
    .map(([name, { messages }]) => [name, messages.missing ?? ""]);
  refusals["all missing"] = {
    typed: mapFields(form, () => " "),
    ...{ status: 422, errors: Object.fromEntries(missing) as Values },
  };
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
    async ({ page, site, supabase, open }) => {
      const { field, fill, expectValues } = fieldsOn(page, shown);
      const [firstName = ""] = Object.keys(form.fields);
      const element = page
        .locator("main form[method=post]")
        .filter({ has: field(firstName) });
      const key = element.locator(`[name=${idempotencyKeyName}]`);
      const toast = page.getByRole("main").getByRole("dialog");
      const send = async () => {
        const answered = page.waitForResponse(
          (response) => response.request().method() === "POST",
        );
        await element.getByRole("button").click();
        return (await answered).status();
      };

      const valid = paddedFields(form, newAddress());
      const stored = paddedFields(form, newAddress());
      await post(site.url + form.path, { ...stored, ...hidden });
      const refusals: Record<string, Refusal> = {
        ...refusalsOf(shown, stored),
        "the database down": { status: 503 },
      };

      await open(form.path);
      const sentKey = await key.inputValue();
      for (const [cause, refusal] of Object.entries(refusals)) {
        const { status, typed, errors = {} } = refusal;
        await test.step(cause, async () => {
          const values = { ...valid, ...typed };
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
          await expectValues(values);
          for (const [name, says] of Object.entries(errors)) {
            const link = toast.getByRole("link", { name: says });
            await expect(link).toHaveCount(1);
            const message = page.locator(`#${fieldId(id, name)}-error`);
            await expect(message).toHaveText(says);
          }
          const invalid = page.locator("[aria-invalid=true]");
          const count = status === 422 ? Object.keys(errors).length : 0;
          await expect(invalid).toHaveCount(count);
          expect(await key.inputValue()).toBe(sentKey);
          // The next answer, even one with the same words, has a new toast.
          const dismiss = toast.getByRole("button", { name: dismissLabel });
          // A keepsake stays.
          if (await toast.getByText(keepsake.heading).isVisible())
            await expect(dismiss).toHaveCount(0);
          else {
            await dismiss.click();
            await expect(toast).toBeHidden();
          }
        });
      }

      const longest = longestFields(form, newAddress());
      await fill(longest);
      await send();
      await expect(toast).toContainText(form.toasts.stored.title);
      await expect(page).not.toHaveTitle(refusedTitle);
      await expect(page.locator("[aria-invalid=true]")).toHaveCount(0);
      await expect(key).not.toHaveValue(sentKey);
      await expectValues({});
      const rows = await supabase.rows(
        `select ${Object.keys(longest).join()} from ${form.table} where idempotency_key = $1`,
        [sentKey],
      );
      expect(rows).toEqual([longest]);
    },
  );
}
