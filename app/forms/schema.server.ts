import * as z from "zod";
import { problemOf, readAddress } from "~/forms/address.server";
import type { FieldDefinition, FormDefinition } from "~/forms/definition";

/** Postgres counts code points, JavaScript halves of emoji. */
const lengthOf = (value: string): number => [...value].length;

/** @returns whether it is the address of a page */
const isUrl = (value: string): boolean =>
  URL.canParse(value) && /^https?:/i.test(value);

/** Checks a value by the type of its field. Any text may be a phone number. */
const isOfType = {
  email: (value: string) => problemOf(value) === undefined,
  tel: () => true,
  url: isUrl,
};

/** Reads a value that passes its checks as it is stored. */
const normalize = (type: FieldDefinition["type"], value: string) =>
  type === "email" ? readAddress(value) : value;

/** The first check that fails gives the field's message. */
function fieldSchema({ type, required, limit, messages }: FieldDefinition) {
  const { missing, invalid, repeated, unreadable, tooLong } = messages;
  const isValid = type ? isOfType[type] : () => true;
  return (
    z
      .string(repeated)
      // A missing field is empty.
      .prefault("")
      // Browsers end lines with CRLF.
      .transform((value) => value.replaceAll("\r\n", "\n").trim())
      .pipe(
        z
          .string()
          // Postgres stores no NUL and no lone surrogate. The body's parser
          // replaces bytes that are not UTF-8 by U+FFFD.
          .refine((value) => !/[\0\uFFFD\p{Surrogate}]/u.test(value), {
            error: unreadable,
            abort: true,
          })
          .refine((value) => lengthOf(normalize(type, value)) <= limit, {
            error: ({ input }) => tooLong(lengthOf(String(input))),
            abort: true,
          })
          // An address of invisible characters is missing.
          .refine((value) => !required || normalize(type, value) !== "", {
            error: missing,
            abort: true,
          })
          .refine(
            (value) => !normalize(type, value) || isValid(value),
            invalid,
          ),
      )
      .transform((value) => normalize(type, value) || null)
  );
}

/** Checks the fields of a form, and makes its row of them. */
export function schemaOf({ source, fields }: FormDefinition): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, definition] of Object.entries(fields)) {
    shape[name] = fieldSchema(definition);
  }
  if (source) shape[source.name] = z.enum(source.values);
  return z.object(shape);
}
