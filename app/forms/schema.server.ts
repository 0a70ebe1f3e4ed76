import { z } from "zod";
import { limits } from "~/forms/limits";

/** Whitespace around a value does not count, nor how a browser ends lines. */
export const text = z
  .string()
  .transform((value) => value.replaceAll("\r\n", "\n").trim());

// What HTML's type=email takes, with a dot in the domain:
// https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const address = new RegExp(
  `^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})+$`,
  "i",
);

/** An address, trimmed and in lower case. */
export const email = text
  .refine((value) => value.length <= limits.email && address.test(value))
  .transform((value) => value.toLowerCase());
