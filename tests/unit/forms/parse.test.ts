import { expect, test } from "vitest";
import { readForm } from "~/forms/parse.server";

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
  [`a=${"x".repeat(24 * 1024 + 1)}`, 413],
  [`a=${"x".repeat(13_000)}&b=${"x".repeat(13_000)}`, 413],
  [`a=${"%26".repeat(7000)}`, 413],
  [`a=${"%01".repeat(7000)}`, 413],
  [`&${"a=&&".repeat(11)}`, 400],
])("a body that is too long or has too many fields: %#", (body, status) =>
  expect(read(body)).rejects.toMatchObject({ status }),
);

test("the longest form is read, and even overlong text is given back", async () => {
  for (const value of [
    "x".repeat(24 * 1024),
    ...["\u{1f3b6}", "&", "\r\n"].map((sign) => sign.repeat(5554)),
  ]) {
    const body = new URLSearchParams({ a: value }).toString();
    expect(await read(body)).toEqual({ a: value });
  }
});
