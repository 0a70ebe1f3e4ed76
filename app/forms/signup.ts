import { hero } from "~/content/landing";
import { paths } from "~/content/site";
import { emailMessages, failureToast, successToast } from "~/forms/answer";
import { defineForm } from "~/forms/definition";
import { limits } from "~/forms/limits";

/** Which form of the landing page: also what the table accepts. */
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

const { missing, invalid } = emailMessages;

export const signupForm = defineForm({
  name: "signup",
  path: paths.landing,
  table: "beta_signups",
  fields: {
    email: {
      label: hero.form.emailLabel,
      type: "email",
      autoComplete: "email",
      required: true,
      limit: limits.email,
      messages: {
        ...{ missing, invalid },
        ...{ notOne: invalid, unreadable: invalid, tooLong: () => invalid },
      },
      duplicate: signupToasts.duplicate,
    },
  },
  source: { name: "signup_source", values: signupSources },
  toasts: signupToasts,
});
