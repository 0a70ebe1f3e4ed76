import { expect, test } from "vitest";
import { readIdempotencyKey } from "~/forms/answer";
import { askedName, fieldId, maximumBody } from "~/forms/definition";
import type { FormDefinition } from "~/forms/definition";
import { parserOf, readForm } from "~/forms/parse.server";
import { signupForm, signupToasts } from "~/forms/signup";
import { longestFields, shownForms } from "../../support/visitors/forms";

const read = (body: string, form: FormDefinition = signupForm) =>
  readForm(form, new Request("http://localhost/", { method: "POST", body }));

test("each field has its text, and one that is sent twice has both", async () => {
  const body =
    "email=zo%C3%AB%40example.com&&twice=1&twice=2&invalid=%c0%af&__proto__=x";
  expect(Object.entries(await read(body))).toEqual([
    ["email", "zoë@example.com"],
    ["twice", ["1", "2"]],
    ["invalid", "\uFFFD\uFFFD"],
    ["__proto__", "x"],
  ]);
});

test.each(shownForms)(
  "the form $id with every field at its limit, and all that a question adds, fits into maximumBody, and no more fields are read",
  async ({ form, id, hidden }) => {
    const names = Object.keys(form.fields);
    const asked = names.flatMap((name) => [
      [askedName(name), "a@example.com"],
      [fieldId(id, name), "a@example.com"],
    ]);
    const fields = {
      ...{ ...longestFields(form, "a@example.com"), ...hidden },
      ...{ ...Object.fromEntries(asked), website: "", idempotency_key: "" },
    };
    const body = new URLSearchParams(fields).toString();
    expect(body.length).toBeLessThan(maximumBody);
    expect(await read(body, form)).toEqual(fields);
  },
);

const key = "0b8e0a6c-8f5e-4c57-9d6e-0c8f2f5a7b11";

test.each([undefined, "HERO_SECTION", ["hero_section", "cta_section"]])(
  "a signup from the unknown source %j fails, and keeps what was typed",
  (signup_source) => {
    const email = "raver@example.com";
    const fields = { email, signup_source, idempotency_key: key };
    const failure = { toast: signupToasts.failed, values: { email } };
    expect(parserOf(signupForm)(fields)).toMatchObject({
      answer: {
        ...failure,
        outcome: "refused",
        errors: {},
        idempotencyKey: key,
      },
    });
  },
);

test.each([undefined, "no-uuid", `${key}0`])(
  "the idempotency key %j is ignored",
  (idempotency_key) => {
    expect(readIdempotencyKey({ idempotency_key })).toBeUndefined();
  },
);
