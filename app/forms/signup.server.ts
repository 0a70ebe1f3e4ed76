import { z } from "zod";
import { readIdempotencyKey } from "~/forms/fields";
import type { Fields } from "~/forms/fields";
import { isAddress, text } from "~/forms/schema.server";
import { signupFailure, signupSources, signupToasts } from "~/forms/signup";
import type { Signup, SignupFailure } from "~/forms/signup";

const schema = z.object({
  email: text.refine(isAddress).transform((value) => value.toLowerCase()),
  signup_source: z.enum(signupSources),
});

type ParsedSignup =
  | { ok: true; signup: Signup; idempotencyKey: string | undefined }
  | { ok: false; failure: SignupFailure };

export function parseSignup(fields: Fields): ParsedSignup {
  const parsed = schema.safeParse(fields);
  if (parsed.success) {
    const { email, signup_source: source } = parsed.data;
    const idempotencyKey = readIdempotencyKey(fields);
    return { ok: true, signup: { email, source }, idempotencyKey };
  }
  const refused = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const isEmpty =
    fields.email === undefined ||
    (typeof fields.email === "string" && fields.email.trim() === "");
  const toast = refused.has("signup_source")
    ? signupToasts.failed
    : isEmpty
      ? signupToasts.emailMissing
      : signupToasts.emailInvalid;
  return { ok: false, failure: signupFailure(fields, toast, 422) };
}
