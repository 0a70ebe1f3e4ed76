import { expect, test } from "vitest";
import { signupForm } from "~/forms/signup";
import { maximumBody } from "~/forms/definition";
import type { FormDefinition } from "~/forms/definition";
import { readForm } from "~/forms/parse.server";
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

test("a form of seven fields may ask about each, and a body with more fields than it can send is refused", async () => {
  const { email } = signupForm.fields;
  const names = Array.from({ length: 7 }, (_, index) => `email${index}`);
  const fields = Object.fromEntries(names.map((name) => [name, email]));
  const form: FormDefinition = { ...signupForm, fields };
  // A question adds an address and a suggestion to each field.
  const most = "a=&&".repeat(7 * 3 + 3);
  await expect(read(most, form)).resolves.toHaveProperty("a");
  for (const [body, other] of [
    [`${most}a=`, form],
    [`&${"a=&&".repeat(7)}`, signupForm],
  ] as const)
    await expect(read(body, other)).rejects.toMatchObject({ status: 400 });
});

test.each(shownForms)(
  "the form $id with every field at its limit, and all that a question adds, is read, and fits into maximumBody",
  async ({ form, hidden }) => {
    const typed = longestFields(form, "a@example.com");
    const asked = Object.keys(form.fields).flatMap((name) => [
      [`asked_${name}`, "a@example.com"],
      [`${form.name}_${name}`, "a@example.com"],
    ]);
    const fields = { ...typed, ...hidden, ...Object.fromEntries(asked) };
    const body = new URLSearchParams(fields).toString();
    expect(body.length).toBeLessThan(maximumBody);
    expect(await read(body, form)).toEqual(fields);
  },
);
