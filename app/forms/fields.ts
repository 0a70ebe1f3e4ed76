/**
 * What a form posted, by field name. A field that came once and as text is
 * that text; one that came twice, or as a file, is anything else, and no
 * schema takes it.
 */
export type Fields = Record<string, unknown>;

export function toFields(form: FormData): Fields {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/** A field's text as it was typed, to be given back. */
export const typed = (fields: Fields, name: string): string => {
  const value = fields[name];
  // A browser posts line breaks as CRLF and shows them as LF.
  return typeof value === "string" ? value.replaceAll("\r\n", "\n") : "";
};

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The rendered form's key; a missing or malformed one is none. */
export const readIdempotencyKey = (fields: Fields): string | undefined => {
  const key = typed(fields, "idempotency_key");
  return uuid.test(key) ? key : undefined;
};
