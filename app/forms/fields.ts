/**
 * The posted fields by name. A field that was sent once, as text, is a string.
 * Any other has a value that every schema rejects.
 */
export type Fields = Record<string, unknown>;

export function toFields(form: Iterable<[string, unknown]>): Fields {
  const fields = new Map<string, unknown[]>();
  for (const [name, value] of form) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  );
}

/** A field's text as it was typed. */
export const textOf = (fields: Fields, name: string): string => {
  const value = fields[name];
  // A browser posts line breaks as CRLF and shows them as LF. HTML forbids NUL,
  // and browsers show it as U+FFFD.
  return typeof value === "string"
    ? value.replaceAll("\r\n", "\n").replaceAll("\0", "\uFFFD")
    : "";
};

export const idempotencyKeyName = "idempotency_key";

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The rendered form's key; undefined if missing or malformed. */
export const readIdempotencyKey = (fields: Fields): string | undefined => {
  const key = textOf(fields, idempotencyKeyName);
  return uuid.test(key) ? key : undefined;
};

/**
 * A field that is hidden from people, under a name that robots look for and
 * fill in.
 */
export const honeypot = {
  name: "website",
  label: "Leave this field empty: it is there to catch robots",
} as const;

export const honeypotFilled = (fields: Fields): boolean =>
  (fields[honeypot.name] ?? "") !== "";
