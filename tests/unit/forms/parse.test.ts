import { expect, test } from "vitest";
import { maximumBody } from "~/forms/definition";
import { maximumText, readForm } from "~/forms/parse.server";
import { longestFields, shownForms } from "../../support/fixtures/forms";

const read = (body: string) =>
  readForm(new Request("http://localhost/", { method: "POST", body }));

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

test.each([
  [`a=${"x".repeat(maximumText + 1)}`, 413],
  [`a=${"x".repeat(maximumText - 1)}&b=xx`, 413],
  [`a=${"%26".repeat(maximumText / 4 + 1)}`, 413],
  [`a=${"%01".repeat(maximumText / 4 + 1)}`, 413],
  [`&${"a=&&".repeat(11)}`, 400],
])(
  "a body that is too long or has too many fields is refused: %#",
  (body, status) => expect(read(body)).rejects.toMatchObject({ status }),
);

test("overlong text is read, so that it can be given back", async () => {
  for (const value of [
    "x".repeat(maximumText),
    ...["\u{1f3b6}", "&"].map((sign) => sign.repeat(maximumText / 4)),
  ]) {
    const body = new URLSearchParams({ a: value }).toString();
    expect(await read(body)).toEqual({ a: value });
  }
});

test.each(shownForms)(
  "the form $id with every field at its limit is read, and fits into maximumBody",
  async ({ form, hidden }) => {
    const fields = { ...longestFields(form, "a@example.com"), ...hidden };
    const body = new URLSearchParams(fields).toString();
    expect(body.length).toBeLessThan(maximumBody);
    expect(await read(body)).toEqual(fields);
  },
);
