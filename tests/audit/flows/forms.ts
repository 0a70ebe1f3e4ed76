import { fieldId } from "~/forms/definition";
import { form as contactForm } from "~/content/contact";
import { callToAction, hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { failureToast } from "~/forms/answer";
import type { Toast } from "~/forms/answer";
import {
  contactForm as contactDefinition,
  contactToasts,
} from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import type { SignupSource } from "~/forms/signup";
import type { TestSupabase } from "../../support/fixtures/supabase";
import {
  contactErrors,
  contactFields,
  shortFields,
} from "../../support/fixtures/forms";

/** A form, and its answers to an invalid address and to a valid one. */
export interface Form {
  path: string;
  /** A text of the page, below any toast and above the form's fields. */
  before: string;
  /** What to type, by the fields' names in order, and by their ids. */
  values: (email: string) => Record<string, string>;
  fields: (email: string) => Record<string, string>;
  emailField: string;
  button: string;
  refused: Toast;
  stored: (email: string) => Toast;
  /** Finds the rows of an address. */
  query: string;
  row: (email: string) => object;
}

/** A field that a later definition adds holds a value, too. */
const message = (email: string) => ({
  ...shortFields(contactDefinition, email),
  name: "Zoë",
  email,
  subject: "Lost & found",
  message: "First line\nSecond line",
});

const signup = (
  source: SignupSource,
  place: Pick<Form, "before" | "button">,
): Form => ({
  ...place,
  path: pages.landing.path,
  values: (email) => ({ email }),
  fields: (email) => ({ [fieldId(source, "email")]: email }),
  emailField: fieldId(source, "email"),
  refused: signupToasts.emailInvalid,
  stored: () => signupToasts.stored,
  query: "select email, signup_source from beta_signups where email = $1",
  row: (email) => ({ email, signup_source: source }),
});

export const forms = {
  hero: signup("hero_section", {
    before: hero.tagline,
    button: hero.form.button,
  }),
  callToAction: signup("cta_section", {
    before: callToAction.heading,
    button: callToAction.form.button,
  }),
  contact: {
    path: pages.contact.path,
    before: contactForm.heading,
    values: message,
    fields: (email) =>
      Object.fromEntries(
        Object.entries(message(email)).map(([name, text]) => [
          fieldId("contact", name),
          text,
        ]),
      ),
    emailField: fieldId("contact", "email"),
    button: contactForm.button,
    refused: failureToast(contactErrors.email),
    stored: contactToasts.storedFor,
    query: `select ${contactFields.join()} from contact_messages where email = $1`,
    row: message,
  },
} satisfies Record<string, Form>;

/** The same forms, as the auditor tries them. */
export const triedForms = Object.values(forms).map((form: Form) => ({
  path: form.path,
  button: form.button,
  valid: form.values("raver-{n}@example.com"),
  invalid: { email: "raver-{n}@localhost" },
  success: new RegExp(form.stored("").title),
  rows: async (
    { email }: Record<string, string>,
    { supabase }: { supabase: Pick<TestSupabase, "rows"> },
  ) => (await supabase.rows(form.query, [email])).length,
  hasStates: true,
}));
