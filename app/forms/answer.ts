import { askedName } from "~/forms/definition";
import type { Fields, FormDefinition } from "~/forms/definition";
import { formIdOf, readIdempotencyKey, textOf } from "~/forms/fields";
import type { Toast } from "~/forms/toasts";

/** Every page is rendered from this, which the root loader returns. */
export interface RootData {
  toast?: Toast | undefined;
  /** The key in the forms of this rendered page. */
  idempotencyKey: string;
  siteUrl: string;
  /** entry.server adds the action's answer, which Remix gives to its route alone. */
  answer?: Answer | undefined;
  /** entry.server adds the URL of the built entry.client, which a press imports. */
  islandUrl?: string;
}

type ByField = Partial<Record<string, string>>;

/**
 * The answer to a submission. The form is rendered from it, because nothing else
 * remembers the input.
 */
export interface Answer {
  toast: Toast;
  status: number;
  /** Names the form among those of the page: its source, or its name. */
  formId: string;
  /** The fields as they were typed. */
  values: ByField;
  errors: ByField;
  /** Say what is wrong with a value whose error only says that it is invalid. */
  problems: ByField;
  /** The addresses that were asked about. Sent again, each is stored. */
  asked: ByField;
  /** A question's button sends these in place of the fields' values. */
  suggestions: ByField;
  /** The key of the next try: a refused form keeps its own. */
  idempotencyKey: string | undefined;
}

/** Makes an answer that gives all of its input back. */
export function answerOf(
  form: FormDefinition,
  fields: Fields,
  toast: Toast,
  status: number,
  {
    errors = {},
    problems = {},
    suggestions = {},
  }: Partial<Pick<Answer, "errors" | "problems" | "suggestions">> = {},
): Answer {
  const mapNames = (valueOf: (name: string) => string) =>
    Object.fromEntries(
      Object.keys(form.fields).map((name) => [name, valueOf(name)]),
    );
  return {
    toast,
    status,
    formId: formIdOf(form, fields),
    values: mapNames((name) => textOf(fields, name)),
    errors,
    problems,
    asked: mapNames((name) => textOf(fields, askedName(name))),
    suggestions,
    idempotencyKey: readIdempotencyKey(fields),
  };
}
