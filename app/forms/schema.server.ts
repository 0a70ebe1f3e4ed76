import { z } from "zod";
import { limits } from "~/forms/limits";

/**
 * A posted text, trimmed. A missing field is empty; a repeated one is not a
 * string.
 */
export const text = (notOne: string) =>
  z
    .string(notOne)
    .prefault("")
    // Browsers end lines with CRLF.
    .transform((value) => value.replaceAll("\r\n", "\n").trim());

/** Postgres counts code points; String.length counts UTF-16 units. */
export const lengthOf = (value: string): number => [...value].length;

// The rule of HTML's type=email, with a dot in the domain:
// https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const address = new RegExp(
  `^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})+$`,
  "i",
);

export const isAddress = (value: string): boolean =>
  value.length <= limits.email && address.test(value);
