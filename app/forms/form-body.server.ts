import { toFields } from "~/forms/fields";
import type { Fields } from "~/forms/fields";

/**
 * Bytes of text in one form, all of which a refusal returns. The longest form
 * needs fewer even if each character takes four.
 */
const maximumText = 24 * 1024;

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
  if (parts.length > maximumFields) refuse(400);
  const fields = new URLSearchParams(body);
  let text = 0;
  for (const value of fields.values()) {
    text += Buffer.byteLength(value.replace(escaped, "&lt;"));
  }
  if (text > maximumText) refuse(413);
  return toFields(fields);
}

function refuse(status: number): never {
  throw new Response(null, { status });
}
