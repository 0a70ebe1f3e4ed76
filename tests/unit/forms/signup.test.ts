import { describe, expect, test } from "vitest";
import { readIdempotencyKey, toFields } from "~/forms/fields";
import type { Fields } from "~/forms/fields";
import { limits } from "~/forms/limits";
import { signupForm, signupToasts } from "~/forms/signup";
import { parse as parseForm } from "~/forms/schema.server";

const key = "0b8e0a6c-8f5e-4c57-9d6e-0c8f2f5a7b11";

const parseSignup = (fields: Fields) => parseForm(signupForm, fields);

function parse(fields: Record<string, unknown>) {
  return parseSignup({
    signup_source: "hero_section",
    idempotency_key: key,
    ...fields,
  });
}

const refusal = (fields: Record<string, unknown>) => {
  const parsed = parse(fields);
  return parsed.ok ? undefined : parsed.failure;
};

test("an address is trimmed and lowercased", () => {
  expect(parse({ email: "\t Raver@Example.COM \r\n" })).toEqual({
    ok: true,
    row: { email: "raver@example.com", signup_source: "hero_section" },
  });
});

test.each([undefined, "", "   ", "\n"])(
  "%j is not an email address",
  (email) => {
    expect(refusal({ email })?.toast).toEqual(signupToasts.emailMissing);
  },
);

const longLabel = "x".repeat(63);
const longest = `${"l".repeat(59)}@${longLabel}.${longLabel}.${longLabel}.io`;

test.each([
  "raver@localhost",
  "raver",
  "@example.com",
  "raver@",
  "raver@example..com",
  "raver@-example.com",
  "raver@example-.com",
  "ra ver@example.com",
  "räver@example.com",
  // The Kelvin sign: its lower case is an ordinary k.
  "raver@\u212aandi.example",
  "raver@example.com\0",
  "<raver@example.com>",
  `raver@${"x".repeat(64)}.com`,
  `x${longest}`,
  "x".repeat(300),
])("%s is not an address", (email) => {
  const failure = refusal({ email });
  expect(failure).toEqual({
    toast: signupToasts.emailInvalid,
    id: expect.any(Number) as number,
    status: 422,
    form: "hero_section",
    // As browsers show NUL.
    values: { email: email.replace("\0", "\uFFFD") },
    errors: { email: signupToasts.emailInvalid.text },
    idempotencyKey: key,
  });
});

test.each([
  "a@b.co",
  "!#$%&'*+/=?^_`{|}~.-x@example.com",
  ".dots..everywhere.@example.com",
  "x@1.2.3",
  longest,
])("%s is an address", (email) => {
  expect(email.length).toBeLessThanOrEqual(limits.email);
  expect(parse({ email }).ok).toBe(true);
});

test.each([undefined, "", "elsewhere", "HERO_SECTION", [["a", "b"]]])(
  "the source %j is unknown",
  (signup_source: unknown) => {
    const failure = refusal({ email: "raver@example.com", signup_source });
    expect(failure?.toast).toEqual(signupToasts.failed);
    expect(failure?.values.email).toBe("raver@example.com");
    expect(failure?.errors).toEqual({});
  },
);

describe("a form that no page of this site sends", () => {
  test("with one field twice", () => {
    const form = new FormData();
    form.append("email", "one@example.com");
    form.append("email", "two@example.com");
    form.append("signup_source", "hero_section");
    const parsed = parseSignup(toFields(form));
    expect(!parsed.ok && parsed.failure.toast).toEqual(
      signupToasts.emailInvalid,
    );
  });

  test("with a file for a field", () => {
    const form = new FormData();
    form.append("email", new File(["raver@example.com"], "email.txt"));
    form.append("signup_source", "hero_section");
    const parsed = parseSignup(toFields(form));
    expect(!parsed.ok && parsed.failure.toast).toEqual(
      signupToasts.emailInvalid,
    );
  });

  test("with fields named like an object's own properties", () => {
    const form = new FormData();
    form.append("__proto__", "x");
    form.append("constructor", "x");
    expect(parseSignup(toFields(form)).ok).toBe(false);
  });
});

test.each([undefined, "", "no-uuid", `${key}0`, [[key, key]]])(
  "the idempotency key %j is ignored",
  (idempotency_key: unknown) => {
    expect(readIdempotencyKey({ idempotency_key })).toBeUndefined();
  },
);
