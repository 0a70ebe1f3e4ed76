import * as z from "zod";
import { problemOf, readAddress } from "~/forms/address.server";
import type { FieldDefinition, FormDefinition } from "~/forms/definition";

/** Postgres counts code points, JavaScript halves of emoji. */
const lengthOf = (value: string): number => [...value].length;

/** Reads a value as it is stored: an address in one spelling, and what nobody sees as "". */
function normalize(type: FieldDefinition["type"], value: string): string {
  if (/^[\s\p{Cc}\p{Cf}\p{DI}\u2800]*$/u.test(value)) return "";
  return type === "email" ? readAddress(value) : value;
}

/** The first check that fails gives the message. */
function messageFor(
  { type, required, limit, messages }: FieldDefinition,
  value: string,
): string | undefined {
  const stored = normalize(type, value);
  // Postgres stores no NUL and no lone surrogate. The body's parser replaces bytes
  // that are not UTF-8 by U+FFFD.
  if (/[\0\uFFFD\p{Surrogate}]/u.test(value)) return messages.unreadable;
  if (lengthOf(stored) > limit) return messages.tooLong(lengthOf(value));
  if (stored === "") return required && messages.missing;
  return type === "email" && problemOf(value) ? messages.invalid : undefined;
}

const fieldSchema = (definition: FieldDefinition) =>
  z
    .string(definition.messages.repeated)
    // A missing field is empty.
    .prefault("")
    // Browsers end lines with CRLF.
    .transform((value) => value.replaceAll("\r\n", "\n").trim())
    .superRefine((value, { addIssue }) => {
      const message = messageFor(definition, value);
      if (message) addIssue(message);
    })
    .transform((value) => normalize(definition.type, value) || null);

/** Checks the fields of a form, and makes its row of them. */
export function schemaOf({ source, fields }: FormDefinition): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, definition] of Object.entries(fields)) {
    shape[name] = fieldSchema(definition);
  }
  if (source) shape[source.name] = z.enum(source.values);
  return z.object(shape);
}
