import * as z from "zod";
import { problemOf, readAddress } from "~/forms/address.server";
import { answerOf, textOf } from "~/forms/answer";
import type { Answer } from "~/forms/answer";
import { askedName, honeypot } from "~/forms/definition";
import { schemaOf } from "~/forms/schema.server";
import { suggestionFor } from "~/forms/slips.server";
import { failureToast, leaveEmpty, questionToast } from "~/forms/toasts";
import type { Fields, FormDefinition, Row } from "~/forms/definition";

/**
 * Reads a posted form. The middleware has refused longer bodies and other types.
 *
 * @throws Response 400: the error page
 */
export async function readForm(
  form: FormDefinition,
  request: Request,
): Promise<Fields> {
  // Each field may come with the address that was asked about and the suggestion, and
  // there are a key, a source, the honeypot and the button.
  const maximum = 3 * Object.keys(form.fields).length + 4;
  const body = await request.text();
  // Parsing many fields takes milliseconds; splitting stops at the limit.
  const parts = body.split(/&+/, maximum + 2).filter(Boolean);
  if (parts.length > maximum) throw new Response(null, { status: 400 });
  const sent = new URLSearchParams(parts.join("&"));
  const fields = [...sent.keys()].map((name) => {
    const values = sent.getAll(name);
    return [name, values.length > 1 ? values : values[0]];
  });
  return Object.fromEntries(fields) as Fields;
}

type Parsed =
  | { ok: true; row: Row }
  /** `reason` is logged, so it contains no input. */
  | { ok: false; answer: Answer; reason?: string };

/**
 * Makes a form's parser, which costs more than using it. It makes the form's row of
 * its posted fields, or the answer that says why not.
 */
export function parserOf(form: FormDefinition): (fields: Fields) => Parsed {
  const schema = schemaOf(form);
  return (fields) => {
    if (fields[honeypot.name]) {
      const errors = { [honeypot.name]: leaveEmpty.text };
      const answer = answerOf(form, fields, leaveEmpty, { errors });
      return { ok: false, answer, reason: "honeypot filled" };
    }
    const { data, error } = schema.safeParse(fields);
    const found = error ? z.flattenError(error).fieldErrors : {};
    const question = questionOf(form, fields, Object.keys(found));
    if (question) return { ok: false, answer: question };
    return error
      ? failedParse(form, fields, found)
      : { ok: true, row: data as Row };
  };
}

/** Asks once about an address that looks like a slip, if no other field is wrong. */
function questionOf(
  form: FormDefinition,
  fields: Fields,
  wrong: string[],
): Answer | undefined {
  for (const [name, { asksAboutSlips }] of Object.entries(form.fields)) {
    if (!asksAboutSlips || wrong.some((other) => other !== name)) continue;
    const typed = textOf(fields, name);
    const suggestion = suggestionFor(typed);
    if (suggestion === undefined) continue;
    const address = readAddress(typed);
    if (textOf(fields, askedName(name)) === address) continue;
    const toast = questionToast(suggestion);
    const asked = { ...fields, [askedName(name)]: address };
    return answerOf(form, asked, toast, {
      outcome: "asked",
      errors: { [name]: toast.text },
      suggestions: { [name]: suggestion },
    });
  }
  return undefined;
}

function failedParse(
  form: FormDefinition,
  fields: Fields,
  found: Record<string, string[] | undefined>,
): Parsed {
  const { source, toasts, fields: definitions } = form;
  if (source && found[source.name]) {
    const answer = answerOf(form, fields, toasts.failed);
    return { ok: false, answer, reason: `unknown ${source.name}` };
  }
  const errors: Answer["errors"] = {};
  const problems: Answer["problems"] = {};
  let isMissing = false;
  for (const [name, { type, messages }] of Object.entries(definitions)) {
    const message = found[name]?.[0];
    if (message === undefined) continue;
    errors[name] = message;
    isMissing ||= message === messages.missing;
    const typed = textOf(fields, name);
    if (type === "email" && message === messages.invalid && typed)
      problems[name] = problemOf(typed);
  }
  const [first = ""] = Object.values(errors);
  const toast = (isMissing && toasts.missing) || failureToast(first);
  const answer = answerOf(form, fields, toast, { errors, problems });
  return { ok: false, answer };
}
