import { paths } from "~/content/constants";
import { emailMessages, failureToast } from "~/forms/toasts";
import { defineForm, limits } from "~/forms/definition";
import type { PolicyOf } from "~/forms/definition";

/** Which form of the landing page: also what the table accepts. */
const signupSources = ["hero_section", "cta_section"] as const;

export const signupToasts = {
  stored: {
    title: "Thank You for Joining!",
    text: "Welcome to the rave family! You're now on our beta list and we'll send you early access details soon.",
  },
  duplicate: failureToast(
    "This email is already registered for beta access.",
    "Already Signed Up",
  ),
  failed: failureToast("Failed to process signup. Please try again."),
};

const { missing, invalid } = emailMessages;

export const signupForm = defineForm({
  name: "signup",
  path: paths.landing,
  table: "beta_signups",
  fields: {
    email: {
      label: "Email address",
      type: "email",
      asksAboutSlips: true,
      autoComplete: "email",
      enterKeyHint: "send",
      required: true,
      limit: limits.email,
      messages: {
        missing,
        invalid,
        repeated: invalid,
        unreadable: invalid,
        tooLong: () => invalid,
      },
      duplicate: signupToasts.duplicate,
    },
  },
  source: { name: "signup_source", values: signupSources },
  toasts: signupToasts,
});

export const signupPolicy = {
  heading: "What we store when you join the beta",
  lead: "When you send a signup form, we store:",
  stored: {
    email:
      "your email address, in lower case and without anything else that was typed or pasted with it, such as a name or spaces",
    signup_source: "which of the two forms on the home page you used",
  },
  note: "The key is made by chance and says nothing about you. If an address looks mistyped, the form asks about it first, and nothing is stored until you answer. If someone enters an address that is on the list already, the form says so.",
  why: "Beta list: to keep your place and to write to you about early access.",
  kept: "Beta list: until the app launches, or until you ask us to erase your entry, whichever comes first.",
} satisfies PolicyOf<typeof signupForm>;
