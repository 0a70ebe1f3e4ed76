import { expect } from "playwright/test";
import type { Page } from "playwright/test";
import { fieldId } from "~/components/form/field";
import { paths } from "~/content/site";
import { leaveEmpty, tooManyAttempts } from "~/forms/answer";
import { honeypot, idempotencyKeyName } from "~/forms/fields";
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
  scriptIsThere,
  test as base,
  withoutBrowserCheck,
} from "../support/fixtures/test";

type Values = Record<string, string>;

/** A visitor's second post in a minute is refused. */
const test = base.extend({
  settings: [
    async ({ supabase }, use) => {
      const limit = { RATE_LIMIT_PER_MINUTE: "1" };
      await use({ ...supabase.env, ...limit, CLIENT_IP_HEADER: "X-Real-IP" });
    },
    { scope: "worker" },
  ],
});

let visitors = 0;
const newVisitor = () => ({ "X-Real-IP": `192.0.2.${visitors++}` });

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
        const kept = type === "email" ? value.trim() : value;
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
  toast?: string;
  before?: () => unknown;
  after?: () => unknown;
}

/** Each refusal that a field can cause. */
function refusalsOf(
  { form, hidden }: ShownForm,
  valid: Values,
  postAsOther: (values: Values) => unknown,
) {
  const longest = longestFields(form, newAddress());
  const refusals: Record<string, Refusal> = {};
  for (const [name, field] of Object.entries(form.fields)) {
    const { required, type, limit, messages, duplicate } = field;
    const add = (cause: string, value: string, says = "", more = {}) => {
      refusals[`${name} ${cause}`] = {
        ...{ status: 422, typed: { [name]: value }, errors: { [name]: says } },
        ...more,
      };
    };
    if (required) add("missing", "  ", messages.missing);
    add("too long", `x${longest[name]}`, messages.tooLong(limit + 1));
    const notAddress = '"Zoë" <O\'Neil&amp;@example.com>';
    if (type === "email") add("invalid", notAddress, messages.invalid);
    const value = valid[name] ?? "";
    const stored = { ...valid, ...hidden, [name]: value.toLowerCase() };
    if (duplicate)
      add("already stored", value, duplicate.text, {
        ...{ status: 409, before: () => postAsOther(stored) },
      });
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
  const { form, id } = shown;
  // The same form elsewhere on its page has other ids, and nothing else.
  const isFirst = shown === shownForms.find((one) => one.form === form);
  const details = isFirst ? {} : { tag: "@slow" };

  test(
    `every field of the form ${id} holds what was typed after every refusal, until it is stored`,
    details,
    async ({ page, site, supabase, open }) => {
      test.slow();
      const { field, fill, expectValues } = fieldsOn(page, shown);
      const [firstName = ""] = Object.keys(form.fields);
      const element = page
        .locator("main form[method=post]")
        .filter({ has: field(firstName) });
      const key = element.locator(`[name=${idempotencyKeyName}]`);
      const toast = page.getByRole("main").getByRole("dialog");
      const setHoneypot = (value: string) =>
        element
          .locator(`[name=${honeypot.name}]`)
          .evaluate((input: HTMLInputElement, value) => {
            input.value = value;
          }, value);
      const send = async () => {
        const answered = page.waitForResponse(
          (response) => response.request().method() === "POST",
        );
        await element.getByRole("button").click();
        return (await answered).status();
      };

      const valid = paddedFields(form, newAddress());
      const refusals: Record<string, Refusal> = {
        ...refusalsOf(shown, valid, (values) =>
          post(site.url + form.path, values, newVisitor()),
        ),
        "the honeypot filled": {
          ...{ status: 200, toast: leaveEmpty.text },
          before: () => setHoneypot("x"),
          after: () => setHoneypot(""),
        },
        "the database down": {
          ...{ status: 503, toast: form.toasts.failed.text },
          before: () =>
            supabase.behave(() => Promise.reject(new Error("down"))),
          after: () => supabase.behave(() => Promise.resolve()),
        },
        "too many attempts": { status: 429, toast: tooManyAttempts.text },
      };

      await open(form.path);
      const sentKey = await key.inputValue();
      for (const [cause, refusal] of Object.entries(refusals)) {
        await test.step(cause, async () => {
          const { status, errors = {}, before, after } = refusal;
          if (status !== 429) await page.setExtraHTTPHeaders(newVisitor());
          const typed = { ...valid, ...refusal.typed };
          await withoutBrowserCheck(element);
          await fill(typed);
          await before?.();
          expect(await send()).toBe(status);
          await expect(toast).toBeFocused();
          await expect(page).toHaveTitle(/^Error: /);
          await expect(toast).toContainText(refusal.toast ?? "");
          await after?.();
          await expectValues(typed);
          for (const [name, says] of Object.entries(errors)) {
            await expect(toast.getByRole("link", { name: says })).toHaveCount(
              1,
            );
            const message = page.locator(`#${fieldId(id, name)}-error`);
            await expect(message).toHaveText(says);
            await expect(field(name)).toHaveAttribute(
              "aria-describedby",
              new RegExp(`${fieldId(id, name)}-error`),
            );
          }
          const invalid = status === 422 ? Object.keys(errors).length : 0;
          await expect(page.locator("[aria-invalid=true]")).toHaveCount(
            invalid,
          );
          expect(await key.inputValue()).toBe(sentKey);
          // The next answer, even one with the same words, has a new toast.
          await toast.getByRole("button").click();
          await expect(toast).toBeHidden();
        });
      }

      await page.setExtraHTTPHeaders(newVisitor());
      const longest = longestFields(form, newAddress());
      await fill(longest);
      await send();
      await expect(toast).toContainText(form.toasts.stored.title);
      await expect(page).not.toHaveTitle(/Error/);
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

  test(
    `every field of the form ${id} holds what was typed for a visitor who leaves and comes back`,
    details,
    async ({ page, open, javaScriptEnabled }) => {
      const typed = paddedFields(form, newAddress());
      const { fill, expectValues } = fieldsOn(page, shown);
      await open(form.path);
      await fill(typed);
      await page.goto(paths.support);
      await page.goBack();
      if (javaScriptEnabled) await scriptIsThere(page);
      await expectValues(typed);
    },
  );
}
