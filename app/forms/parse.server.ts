import * as z from "zod";
import { failureToast, leaveEmpty } from "~/forms/answer";
import type { Failure } from "~/forms/answer";
import {
  failureOf,
  honeypotFilled,
  limits,
  toFields,
} from "~/forms/definition";
import { forms } from "~/forms/forms";
import type {
  FieldDefinition,
  Fields,
  FormDefinition,
  Row,
} from "~/forms/definition";

/** Characters of the longest form. */
const longest = Math.max(
  ...forms.map(({ fields }) =>
    Object.values(fields).reduce((sum, { limit }) => sum + limit, 0),
  ),
);

/**
 * Bytes of text in one form, all of which a refusal returns: room for four a
 * character, for the hidden fields and for text that is a little too long.
 */
export const maximumText = Math.ceil((4 * longest + 1024) / 4096) * 4096;

/**
 * A refusal repeats each of these in HTML and in a script, in up to eleven
 * bytes. Each counts as four.
 */
const escaped = /[&<>"']|(?![\r\n\t])\p{Cc}/gu;

/** The site's longest form has six. */
const maximumFields = 10;

/**
 * Reads and parses a posted form. The middleware has refused longer bodies and
 * other types.
 *
 * @throws Response 413 or 400: the error page
 */
export async function readForm(request: Request): Promise<Fields> {
  const body = await request.text();
  // Splitting stops soon, whereas parsing takes milliseconds for many fields.
  const parts = body.split(/&+/, maximumFields + 2).filter(Boolean);
  if (parts.length > maximumFields) throw new Response(null, { status: 400 });
  const fields = new URLSearchParams(body);
  let text = 0;
  for (const value of fields.values()) {
    text += Buffer.byteLength(value.replace(escaped, "&lt;"));
  }
  if (text > maximumText) throw new Response(null, { status: 413 });
  return toFields(fields);
}

/** Postgres counts code points, JavaScript halves of emoji. */
const lengthOf = (value: string): number => [...value].length;

// The rule of HTML's type=email, with a dot in the domain:
// https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const address = new RegExp(
  `^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})+$`,
  "i",
);

export const isAddress = (value: string): boolean =>
  value.length <= limits.email && address.test(value);

/** @returns whether it is the address of a page */
const isUrl = (value: string): boolean =>
  URL.canParse(value) && /^https?:/i.test(value);

/** Checks a value by the type of its field. Any text may be a phone number. */
const isOfType = {
  email: isAddress,
  tel: () => true,
  url: isUrl,
};

/** The first check that fails gives the field's message. */
function fieldSchema({ type, required, limit, messages }: FieldDefinition) {
  const { missing, invalid, notOne, unreadable, tooLong } = messages;
  const isValid = type ? isOfType[type] : () => true;
  return (
    z
      .string(notOne)
      // A missing field is empty.
      .prefault("")
      // Browsers end lines with CRLF.
      .transform((value) => value.replaceAll("\r\n", "\n").trim())
      .pipe(
        z
          .string()
          .min(required ? 1 : 0, { error: missing, abort: true })
          // Postgres stores no NUL and no lone surrogate. The body's parser
          // replaces bytes that are not UTF-8 by U+FFFD.
          .refine((value) => !/[\0\uFFFD\p{Surrogate}]/u.test(value), {
            error: unreadable,
            abort: true,
          })
          .refine((value) => lengthOf(value) <= limit, {
            error: ({ input }) => tooLong(lengthOf(String(input))),
            abort: true,
          })
          .refine((value) => !value || isValid(value), invalid),
      )
      .transform((value) => (type === "email" ? value.toLowerCase() : value))
      .transform((value) => (required ? value : value || null))
  );
}

type Parsed<Definitions extends Record<string, FieldDefinition>> =
  | { ok: true; row: Row<Definitions> }
  /** `reason` is logged, so it contains no input. */
  | { ok: false; failure: Failure; reason?: string };

function schemaOf({ source, fields }: FormDefinition): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, definition] of Object.entries(fields)) {
    shape[name] = fieldSchema(definition);
  }
  if (source) shape[source.name] = z.enum(source.values);
  return z.object(shape);
}

/**
 * Makes a form's parser, which costs more than using it. It makes the form's row of
 * its posted fields, or the failure that says why not.
 */
export function parserOf<Definitions extends Record<string, FieldDefinition>>(
  form: FormDefinition<Definitions>,
): (fields: Fields) => Parsed<Definitions> {
  const schema = schemaOf(form);
  return (fields) => {
    if (honeypotFilled(fields)) {
      const failure = failureOf(form, fields, leaveEmpty, 422);
      return { ok: false, failure, reason: "honeypot filled" };
    }
    const { data, error } = schema.safeParse(fields);
    return error
      ? failedParse(form, fields, error)
      : { ok: true, row: data as Row<Definitions> };
  };
}

function failedParse(
  form: FormDefinition,
  fields: Fields,
  error: z.ZodError,
): Parsed<never> {
  const { source, toasts, fields: definitions } = form;
  const found: Record<string, string[] | undefined> =
    z.flattenError(error).fieldErrors;
  if (source && found[source.name]) {
    const failure = failureOf(form, fields, toasts.failed, 422);
    return { ok: false, failure, reason: `unknown ${source.name}` };
  }
  const errors: Record<string, string> = {};
  let isMissing = false;
  for (const [name, { messages }] of Object.entries(definitions)) {
    const message = found[name]?.[0];
    if (message === undefined) continue;
    errors[name] = message;
    isMissing ||= message === messages.missing;
  }
  const [first = ""] = Object.values(errors);
  const toast = (isMissing && toasts.missing) || failureToast(first);
  return { ok: false, failure: failureOf(form, fields, toast, 422, errors) };
}
