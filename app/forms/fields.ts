import { fieldId, honeypot, idempotencyKeyName } from "~/forms/definition";
import type { Fields, FormDefinition } from "~/forms/definition";

/** A field's text as it was typed: of two values, the first. */
export const textOf = (fields: Fields, name: string): string => {
  const [value] = [fields[name]].flat();
  // A browser posts line breaks as CRLF and shows them as LF. HTML forbids NUL,
  // and browsers show it as U+FFFD.
  return typeof value === "string"
    ? value.replaceAll("\r\n", "\n").replaceAll("\0", "\uFFFD")
    : "";
};

/** A post of unknown source is answered in the first form. */
export function formIdOf(
  { name, source }: Pick<FormDefinition, "name" | "source">,
  fields: Fields,
): string {
  const sent = source && textOf(fields, source.name);
  const known = source?.values.find((value) => value === sent);
  return known ?? source?.values[0] ?? name;
}

/**
 * Puts the suggestion whose button was pressed in place of what was typed. The
 * button's name is the field's id.
 */
export function withSuggestion(form: FormDefinition, fields: Fields): Fields {
  const formId = formIdOf(form, fields);
  const chosen = { ...fields };
  for (const name of Object.keys(form.fields)) {
    chosen[name] = textOf(fields, fieldId(formId, name)) || fields[name];
  }
  return chosen;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The rendered form's key; undefined if missing or malformed. */
export const readIdempotencyKey = (fields: Fields): string | undefined => {
  const key = textOf(fields, idempotencyKeyName);
  return uuid.test(key) ? key : undefined;
};

export const honeypotFilled = (fields: Fields): boolean =>
  (fields[honeypot.name] ?? "") !== "";
