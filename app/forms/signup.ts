import { emailMessages, failureToast, successToast } from "~/forms/answer";
import type { Failure, Toast } from "~/forms/answer";
import { readIdempotencyKey, typed } from "~/forms/fields";
import type { Fields } from "~/forms/fields";

/** The landing page's forms. The table accepts no other source. */
export const signupSources = ["hero_section", "cta_section"] as const;
export type SignupSource = (typeof signupSources)[number];

export const signupToasts = {
  stored: successToast(
    "Thank You for Joining!",
    "Welcome to the rave family! You're now on our beta list and we'll send you early access details soon.",
  ),
  duplicate: failureToast(
    "This email is already registered for beta access.",
    "Already Signed Up",
  ),
  emailMissing: failureToast(emailMessages.missing),
  emailInvalid: failureToast(emailMessages.invalid),
  failed: failureToast("Failed to process signup. Please try again."),
};

export type SignupFailure = Failure<"email">;

/** A refused signup, returned to the form that it came from. */
export function signupFailure(
  fields: Fields,
  toast: Toast,
  status: SignupFailure["status"],
): SignupFailure {
  const source = typed(fields, "signup_source");
  const isAboutEmail =
    (status === 409 || status === 422) && toast !== signupToasts.failed;
  return {
    toast,
    id: Math.random(),
    status,
    // The first form answers a post from an unknown source.
    form: signupSources.find((known) => known === source) ?? signupSources[0],
    values: { email: typed(fields, "email") },
    errors: isAboutEmail ? { email: toast.text } : {},
    idempotencyKey: readIdempotencyKey(fields),
  };
}
