import { z } from "zod";
import {
  contactErrors,
  contactFailure,
  contactFields,
  contactToasts,
} from "~/forms/contact";
import type {
  ContactErrors,
  ContactFailure,
  ContactField,
  ContactMessage,
} from "~/forms/contact";
import { readIdempotencyKey, typed } from "~/forms/fields";
import type { Fields } from "~/forms/fields";
import { limits } from "~/forms/limits";
import { isAddress, lengthOf, text } from "~/forms/schema.server";

const missing: ContactErrors = contactErrors.missing;

/** What is wrong with a field's text, for the visitor to read. */
function problemWith(field: ContactField, value: string): string | undefined {
  if (value === "") return missing[field];
  // Postgres stores no NUL. A parser writes U+FFFD where bytes are no UTF-8.
  if (/[\0\uFFFD]/.test(value)) return contactErrors.unreadable(field);
  const length = lengthOf(value);
  if (length > limits[field]) return contactErrors.tooLong(field, length);
  if (field === "email" && !isAddress(value)) return contactErrors.email;
  return undefined;
}

const field = (name: ContactField) =>
  z
    .preprocess((value) => value ?? "", text)
    .superRefine((value, { addIssue }) => {
      const message = problemWith(name, value);
      if (message) addIssue({ code: "custom", message });
    });

const schema = z.object({
  name: field("name"),
  email: field("email").transform((value) => value.toLowerCase()),
  subject: field("subject").transform((value) => value || null),
  message: field("message"),
});

type ParsedContact =
  | {
      ok: true;
      message: ContactMessage;
      /** As it was entered, trimmed: what the visitor is answered with. */
      address: string;
      idempotencyKey: string | undefined;
    }
  | { ok: false; failure: ContactFailure };

export function parseContact(fields: Fields): ParsedContact {
  const parsed = schema.safeParse(fields);
  if (parsed.success) {
    return {
      ok: true,
      message: parsed.data,
      address: typed(fields, "email").trim(),
      idempotencyKey: readIdempotencyKey(fields),
    };
  }
  const { issues } = parsed.error;
  const errors: ContactErrors = {};
  for (const name of contactFields) {
    const issue = issues.find(({ path }) => path[0] === name);
    // Not a text at all: the field came twice, or as a file.
    if (issue?.code === "custom") errors[name] = issue.message;
    else if (issue) errors[name] = contactErrors.notOne(name);
  }
  const first = contactFields.map((name) => errors[name]).find(Boolean) ?? "";
  const isMissing = contactFields.some(
    (name) => errors[name] !== undefined && errors[name] === missing[name],
  );
  const toast = isMissing
    ? contactToasts.missing
    : contactToasts.invalid(first);
  return { ok: false, failure: contactFailure(fields, toast, 422, errors) };
}
