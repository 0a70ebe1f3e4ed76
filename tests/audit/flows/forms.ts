import { failureToast } from "~/forms/answer";
import { fieldId } from "~/components/form/field";
import { form as contact } from "~/content/contact";
import { hero } from "~/content/landing";
import { pages } from "~/content/pages";
import type { Toast } from "~/forms/answer";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import { contactErrors } from "../../support/fixtures/forms";

/** A form, and its answers to an invalid address and to a valid one. */
export interface Flow {
  path: string;
  /** The fields' ids in order, with the text to type. */
  fields: (email: string) => Record<string, string>;
  emailField: string;
  button: string;
  refused: Toast;
  stored: (email: string) => Toast;
  /** Finds the rows of an address. */
  query: string;
  row: (email: string) => object;
}

const message = {
  name: "Zoë",
  subject: "Lost & found",
  message: "First line\nSecond line",
};

export const flows: Record<string, Flow> = {
  "a signup in the hero": {
    path: pages.landing.path,
    fields: (email) => ({ [fieldId("hero_section", "email")]: email }),
    emailField: fieldId("hero_section", "email"),
    button: hero.form.button,
    refused: signupToasts.emailInvalid,
    stored: () => signupToasts.stored,
    query: "select email, signup_source from beta_signups where email = $1",
    row: (email) => ({ email, signup_source: "hero_section" }),
  },
  "a message": {
    path: pages.contact.path,
    fields: (email) => ({
      [fieldId("contact", "name")]: message.name,
      [fieldId("contact", "email")]: email,
      [fieldId("contact", "subject")]: message.subject,
      [fieldId("contact", "message")]: message.message,
    }),
    emailField: fieldId("contact", "email"),
    button: contact.button,
    refused: failureToast(contactErrors.email),
    stored: contactToasts.storedFor,
    query:
      "select name, email, subject, message from contact_messages where email = $1",
    row: (email) => ({ ...message, email }),
  },
};
