import { expect, test } from "vitest";
import { suggestAddress, suggestions } from "~/forms/answer";
import { limits, readIdempotencyKey } from "~/forms/definition";
import { signupForm, signupToasts } from "~/forms/signup";
import { parserOf } from "~/forms/parse.server";

const key = "0b8e0a6c-8f5e-4c57-9d6e-0c8f2f5a7b11";

const parse = (fields: Record<string, unknown>) =>
  parserOf(signupForm)({
    ...{ signup_source: "hero_section", idempotency_key: key },
    ...fields,
  });

const longLabel = "x".repeat(63);
const longest = `${"l".repeat(59)}@${longLabel}.${longLabel}.${longLabel}.io`;

test.each([
  "raver@localhost",
  "@example.com",
  "raver@example..com",
  "raver@-example.com",
  "ra ver@example.com",
  "räver@example.com",
  // The Kelvin sign: its lower case is an ordinary k.
  "raver@\u212aandi.example",
  `raver@${"x".repeat(64)}.com`,
  `x${longest}`,
])("%s is not an address", (email) => {
  const toast = signupToasts.emailInvalid;
  expect(parse({ email })).toMatchObject({ failure: { toast } });
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
    const email = "raver@example.com";
    const failure = { toast: signupToasts.failed, values: { email } };
    const parsed = parse({ email, signup_source });
    expect(parsed).toMatchObject({ failure: { ...failure, errors: {} } });
  },
);

test.each([undefined, "", "no-uuid", `${key}0`, [[key, key]]])(
  "the idempotency key %j is ignored",
  (idempotency_key: unknown) => {
    expect(readIdempotencyKey({ idempotency_key })).toBeUndefined();
  },
);

test.each([
  ["ann@example", suggestions.dot],
  ["ann", suggestions.domain],
  ["@example.com", suggestions.name],
  ["ann@bob@example.com", suggestions.oneAt],
  ["ann bob@example.com", suggestions.noSpace],
  ["ann@-example.com", suggestions.other],
])("an address such as %s is told what it lacks", (typed, suggestion) => {
  expect(suggestAddress(typed)).toBe(suggestion);
});
