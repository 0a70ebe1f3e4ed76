import { expect, test } from "vitest";
import { readIdempotencyKey } from "~/forms/answer";
import { signupForm, signupToasts } from "~/forms/signup";
import { parserOf } from "~/forms/parse.server";

const key = "0b8e0a6c-8f5e-4c57-9d6e-0c8f2f5a7b11";

const parse = (fields: Record<string, unknown>) =>
  parserOf(signupForm)({
    ...{ signup_source: "hero_section", idempotency_key: key },
    ...fields,
  });

test.each([undefined, "", "elsewhere", "HERO_SECTION", [["a", "b"]]])(
  "a signup from the unknown source %j fails",
  (signup_source: unknown) => {
    const email = "raver@example.com";
    const failure = { toast: signupToasts.failed, values: { email } };
    const parsed = parse({ email, signup_source });
    expect(parsed).toMatchObject({ answer: { ...failure, errors: {} } });
  },
);

test.each([undefined, "", "no-uuid", `${key}0`, [[key, key]]])(
  "the idempotency key %j is ignored",
  (idempotency_key: unknown) => {
    expect(readIdempotencyKey({ idempotency_key })).toBeUndefined();
  },
);
