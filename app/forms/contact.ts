import { mail } from "~/content/site";
import { emailMessages, failureToast, successToast } from "~/forms/answer";
import type { Failure, Toast } from "~/forms/answer";
import { readIdempotencyKey, typed } from "~/forms/fields";
import type { Fields } from "~/forms/fields";
import { count, limits } from "~/forms/limits";

export const contactFields = ["name", "email", "subject", "message"] as const;
export type ContactField = (typeof contactFields)[number];

const stored = successToast(
  "Message Sent!",
  "Thanks for reaching out! We'll get back to you within 24 hours",
);

export const contactToasts = {
  stored,
  /** @param address as it was entered, trimmed */
  storedFor: (address: string): Toast => ({
    ...stored,
    text: `${stored.text} at ${address}`,
  }),
  missing: failureToast(
    "Please fill in all required fields",
    "Missing Information",
  ),
  failed: failureToast(
    `Failed to send message. Please try again or email us directly at ${mail.support}`,
  ),
  invalid: (text: string) => failureToast(text),
};

/** The fields' own messages. The toast repeats them. */
export const contactErrors = {
  missing: {
    name: "Please enter your name",
    email: emailMessages.missing,
    message: "Please enter your message",
  },
  email: emailMessages.invalid,
  tooLong: (field: ContactField, length: number) =>
    `Please shorten the ${nameOf(field)} to ${count(limits[field])} characters or fewer; it has ${count(length)}`,
  unreadable: (field: ContactField) =>
    `Please type the ${nameOf(field)} again; it holds a character that cannot be stored`,
  notOne: (field: ContactField) => `Please enter one ${nameOf(field)}, as text`,
};

function nameOf(field: ContactField): string {
  return field === "email" ? "email address" : field;
}

export type ContactErrors = Partial<Record<ContactField, string>>;
export type ContactFailure = Failure<ContactField>;

/** A refused message, returned with all of its input. */
export function contactFailure(
  fields: Fields,
  toast: Toast,
  status: ContactFailure["status"],
  errors: ContactErrors = {},
): ContactFailure {
  return {
    toast,
    id: Math.random(),
    status,
    form: "contact",
    values: Object.fromEntries(
      contactFields.map((name) => [name, typed(fields, name)]),
    ),
    errors,
    idempotencyKey: readIdempotencyKey(fields),
  };
}
