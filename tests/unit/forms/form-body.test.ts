import { expect, test } from "vitest";
import { readForm } from "~/forms/form-body.server";

const request = (type: string | undefined, body: BodyInit) =>
  new Request("http://localhost/", {
    method: "POST",
    body,
    headers: type === undefined ? {} : { "Content-Type": type },
  });

const urlencoded = "application/x-www-form-urlencoded";

test("each field has its text, and one that is sent twice has both", async () => {
  const body = "email=zo%C3%AB%40example.com&&twice=1&twice=2&";
  expect(await readForm(request(urlencoded, body))).toEqual({
    email: "zoë@example.com",
    twice: ["1", "2"],
  });
});

test.each([
  [urlencoded, `a=${"x".repeat(24 * 1024 + 1)}`, 413],
  [urlencoded, `a=${"x".repeat(13_000)}&b=${"x".repeat(13_000)}`, 413],
  [urlencoded, `a=${"%26".repeat(7000)}`, 413],
  [urlencoded, `a=${"%01".repeat(7000)}`, 413],
  [urlencoded, "a=&".repeat(11), 400],
  [urlencoded, `&${"a=&&".repeat(11)}`, 400],
])(
  "%s that is too long or has too many fields: %#",
  async (type, body, status) => {
    await expect(readForm(request(type, body))).rejects.toMatchObject({
      status,
    });
  },
);

test("the longest form is read, and even overlong text is given back", async () => {
  for (const value of [
    "x".repeat(24 * 1024),
    ...["\u{1f3b6}", "&", "\r\n"].map((sign) => sign.repeat(5554)),
  ]) {
    const body = new URLSearchParams({ a: value });
    expect(await readForm(request(undefined, body))).toEqual({ a: value });
  }
});

test("bytes that are not UTF-8 become U+FFFD, which no form accepts", async () => {
  const fields = await readForm(request(urlencoded, "message=%c0%afx"));
  expect(fields.message).toContain("\uFFFD");
});
