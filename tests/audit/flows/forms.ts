import type { Form as TriedForm } from "two-modes-audit";
import { form as contactWords } from "~/content/contact";
import { callToAction, hero } from "~/content/landing";
import { emailMessages, failureToast } from "~/forms/toasts";
import type { Toast } from "~/forms/toasts";
import { contactForm } from "~/forms/contact";
import { shortFields, shownForms } from "../../support/visitors/forms";
import type { ShownForm } from "../../support/visitors/forms";
import type { TestSupabase } from "../../support/servers/supabase";

type Values = Record<string, string>;
type Database = Pick<TestSupabase, "rows">;

/** A form on its page, as the auditor tries it, and what our flows know of it. */
export interface Form extends TriedForm<{ supabase: Database }>, ShownForm {
  /** A text of the page, below any toast and above the form's fields. */
  before: string;
  /** What to type, by the fields' names in order. */
  values: (email: string) => Values;
  /** The answers to an invalid address and to a valid one. */
  refused: Toast;
  stored: (email: string) => Toast;
  /** The rows of an address, and the one that it is to have. */
  rowsOf: (database: Database, email: string) => Promise<unknown[]>;
  row: (email: string) => Values;
}

function describe(
  id: string,
  words: { before: string; button: string },
  own: Values = {},
): Form {
  const shown = shownForms.find((one) => one.id === id);
  if (!shown) throw new Error(`There is no form ${id}.`);
  const { form, hidden } = shown;
  // A field that is added later is filled in, too, with a text that no page has.
  const values = (email: string) => ({
    ...shortFields(form, email, "Qwerty"),
    ...own,
  });
  const { stored, storedFor } = form.toasts;
  const row = (email: string) => ({ ...values(email), ...hidden });
  const rowsOf = ({ rows }: Database, email: string) =>
    rows(
      `select ${Object.keys(row("")).join()} from ${form.table} where email = $1`,
      [email],
    );
  return {
    ...{ ...words, ...shown, values, row, rowsOf },
    path: form.path,
    refused: failureToast(emailMessages.invalid),
    stored: (email) => storedFor?.(email) ?? stored,
    valid: values("raver-{n}@example.com"),
    invalid: { email: "raver-{n}@localhost" },
    success: new RegExp(stored.title),
    // tests/http and tests/e2e have the others.
    tests: ["stored", "empty", "invalid", "keyboard alone"],
    rows: async ({ email = "" }, { supabase }) =>
      (await rowsOf(supabase, email)).length,
  };
}

export const forms = {
  hero: describe("hero_section", {
    before: hero.tagline,
    button: hero.form.button,
  }),
  callToAction: describe("cta_section", {
    before: callToAction.heading,
    button: callToAction.form.button,
  }),
  contact: describe(
    contactForm.name,
    { before: contactWords.heading, button: contactWords.button },
    {
      name: "Zoë",
      subject: "Lost & found",
      message: "First line\nSecond line",
    },
  ),
};

/** The landing page's second form is its first in another place; tests/e2e use both. */
export const triedForms = [forms.hero, forms.contact];
