import { z } from "zod";
import { pages } from "~/content/pages";
import {
  contactErrors,
  contactFailure,
  contactFields,
  contactToasts,
} from "~/forms/contact";
import type { ContactErrors, ContactField } from "~/forms/contact";
import { typed } from "~/forms/fields";
import type { Fields } from "~/forms/fields";
import { limits } from "~/forms/limits";
import { isAddress, lengthOf, text } from "~/forms/schema.server";
import type { FormDefinition, Parsed } from "~/forms/submit.server";
import { mailToTeam } from "~/mail/team-mail.server";

const { notOne, tooLong, unreadable } = contactErrors;
const missing: ContactErrors = contactErrors.missing;

/** Only the first failed check shows its message. */
const field = (name: ContactField, minimum = 0) =>
  text(notOne(name)).pipe(
    z
      .string()
      .min(minimum, { error: missing[name], abort: true })
      // Postgres stores no NUL and no lone surrogate. The body parser writes
      // U+FFFD for bytes that are not UTF-8.
      .refine((value) => !/[\0\uFFFD\p{Surrogate}]/u.test(value), {
        error: unreadable(name),
        abort: true,
      })
      .refine((value) => lengthOf(value) <= limits[name], {
        error: ({ input }) => tooLong(name, lengthOf(String(input))),
        abort: true,
      }),
  );

const schema = z.object({
  name: field("name", 1),
  email: field("email", 1)
    .refine(isAddress, contactErrors.email)
    .transform((value) => value.toLowerCase()),
  subject: field("subject").transform((value) => value || null),
  message: field("message", 1),
});

function parse(fields: Fields): Parsed<"contact_messages"> {
  const { data: row, error } = schema.safeParse(fields);
  if (row) return { ok: true, row };
  const { fieldErrors } = z.flattenError(error);
  const errors: ContactErrors = {};
  for (const name of contactFields) {
    const message = fieldErrors[name]?.[0];
    if (message) errors[name] = message;
  }
  const messages = Object.values(errors);
  const isMissing = Object.values(missing).some((text) =>
    messages.includes(text),
  );
  const toast = isMissing
    ? contactToasts.missing
    : contactToasts.invalid(messages[0] ?? "");
  return { ok: false, failure: contactFailure(fields, toast, 422, errors) };
}

export const contactForm: FormDefinition<"contact_messages"> = {
  name: "contact",
  path: pages.contact.path,
  table: "contact_messages",
  onStored: mailToTeam,
  parse,
  failure: contactFailure,
  toasts: {
    ...contactToasts,
    stored: (fields) => contactToasts.storedFor(typed(fields, "email").trim()),
  },
};
