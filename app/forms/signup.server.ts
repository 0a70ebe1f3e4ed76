import { z } from "zod";
import { pages } from "~/content/pages";
import { emailMessages } from "~/forms/answer";
import type { Fields } from "~/forms/fields";
import { isAddress, text } from "~/forms/schema.server";
import { signupFailure, signupSources, signupToasts } from "~/forms/signup";
import type { FormDefinition, Parsed } from "~/forms/submit.server";

const schema = z.object({
  email: text(emailMessages.invalid)
    .pipe(
      z
        .string()
        .min(1, { error: emailMessages.missing, abort: true })
        .refine(isAddress, emailMessages.invalid),
    )
    .transform((value) => value.toLowerCase()),
  signup_source: z.enum(signupSources),
});

function parse(fields: Fields): Parsed<"beta_signups"> {
  const { data: row, error } = schema.safeParse(fields);
  if (row) return { ok: true, row };
  const { email, signup_source } = z.flattenError(error).fieldErrors;
  const refuse = (toast: typeof signupToasts.failed) =>
    signupFailure(fields, toast, 422);
  if (signup_source) {
    const reason = "unknown signup_source";
    return { ok: false, failure: refuse(signupToasts.failed), reason };
  }
  const isMissing = email?.[0] === emailMessages.missing;
  const { emailMissing, emailInvalid } = signupToasts;
  return {
    ok: false,
    failure: refuse(isMissing ? emailMissing : emailInvalid),
  };
}

export const signupForm: FormDefinition<"beta_signups"> = {
  name: "signup",
  path: pages.landing.path,
  table: "beta_signups",
  parse,
  failure: signupFailure,
  toasts: { ...signupToasts, stored: () => signupToasts.stored },
};
