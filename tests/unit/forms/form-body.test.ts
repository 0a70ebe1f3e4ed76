import { expect, test } from "vitest";
import { readForm } from "~/forms/form-body.server";

const request = (type: string | undefined, body: BodyInit) =>
  new Request("http://localhost/", {
    method: "POST",
    body,
    headers: type === undefined ? {} : { "Content-Type": type },
  });

const urlencoded = "application/x-www-form-urlencoded";

test("a plain form and a multipart one have the same fields", async () => {
  const form = new FormData();
  form.append("email", "zoë@example.com");
  form.append("twice", "1");
  form.append("twice", "2");
  const plain = "email=zo%C3%AB%40example.com&twice=1&twice=2";
  for (const posted of [
    request(undefined, form),
    request(urlencoded, plain),
    request(`${urlencoded.toUpperCase()}; charset=UTF-8`, plain),
  ]) {
    expect(await readForm(posted)).toEqual({
      email: "zoë@example.com",
      twice: ["1", "2"],
    });
  }
});

test.each([
  [urlencoded, `a=${"x".repeat(24 * 1024 + 1)}`, 413],
  [urlencoded, `a=${"x".repeat(13_000)}&b=${"x".repeat(13_000)}`, 413],
  [urlencoded, `a=${"%26".repeat(7000)}`, 413],
  [urlencoded, `a=${"%01".repeat(7000)}`, 413],
  [urlencoded, "a=&".repeat(11), 400],
  ["text/plain", "a=b", 415],
  ["application/json", "{}", 415],
  ["", "a=b", 415],
  ["multipart/form-data", "--x\r\n", 415],
  ["multipart/form-data; boundary=x", "--y\r\n", 400],
])("%s of another kind or length: %#", async (type, body, status) => {
  await expect(readForm(request(type, body))).rejects.toMatchObject({ status });
});

test("the longest form is read, and even overlong text is given back", async () => {
  for (const value of [
    "x".repeat(24 * 1024),
    ...["\u{1f3b6}", "&", "\r\n"].map((sign) => sign.repeat(5554)),
  ]) {
    const body = new URLSearchParams({ a: value });
    expect(await readForm(request(undefined, body))).toEqual({ a: value });
  }
});

test("a part in base64 stays the text that was sent", async () => {
  const part = (headers: string, body: string) =>
    `--x\r\nContent-Disposition: form-data; name="a"\r\n${headers}\r\n${body}\r\n--x--\r\n`;
  const type = "multipart/form-data; boundary=x";
  const base64 = part("Content-Transfer-Encoding: base64\r\n", "/w==");
  expect(await readForm(request(type, base64))).toEqual({ a: "/w==" });
});

test("bytes that are not UTF-8 become U+FFFD, which no form accepts", async () => {
  const fields = await readForm(request(urlencoded, "message=%c0%afx"));
  expect(fields.message).toContain("\uFFFD");
});
