import { expect, test } from "vitest";
import { readForm } from "~/services/form-body.server";

const request = (type: string | undefined, body: BodyInit) =>
  new Request("http://localhost/", {
    method: "POST",
    body,
    headers: type === undefined ? {} : { "Content-Type": type },
  });

const urlencoded = "application/x-www-form-urlencoded";

test("a plain form and a multipart one are the same fields", async () => {
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
  [urlencoded, `a=${"x".repeat(128 * 1024 - 1)}`, 413],
  ["text/plain", "a=b", 415],
  ["application/json", "{}", 415],
  ["", "a=b", 415],
  ["multipart/form-data", "--x\r\n", 400],
  ["multipart/form-data; boundary=x", "--y\r\n", 400],
])("%s of another kind or length: %#", async (type, body, status) => {
  await expect(readForm(request(type, body))).rejects.toMatchObject({ status });
});

test("128 KiB are read", async () => {
  const value = "x".repeat(128 * 1024 - 2);
  expect(await readForm(request(urlencoded, `a=${value}`))).toEqual({
    a: value,
  });
});
