import {
  askedName,
  fieldId,
  idempotencyKeyName,
  ownButton,
} from "~/forms/definition";
import type { Fields, FormDefinition } from "~/forms/definition";
import type { Toast } from "~/forms/toasts";

/** Every page is rendered from this, which the root loader returns. */
export interface RootData {
  toast?: Toast | undefined;
  /** The key in the forms of this rendered page. */
  idempotencyKey: string;
  siteUrl: string;
  /** entry.server adds the action's answer, which Remix gives to its route alone. */
  answer?: Answer | undefined;
  /** entry.server adds the HTML of each form's failure toast, by the form's id. */
  failures?: Record<string, string>;
  /** entry.server adds the URLs of what a keepsake needs: a sheet, and the built entry.client. */
  keepsakeSheet?: string;
  keepsakeScript?: string;
}

/** The kinds of answers. Each page names its own, for scripts, the audit and tests. */
export type Outcome =
  "stored" | "duplicate" | "asked" | "refused" | "failed" | "limited";

/** The status of the page that answers a form. */
export const statuses = {
  duplicate: 409,
  asked: 422,
  refused: 422,
  failed: 503,
} satisfies Partial<Record<Outcome, number>>;

type ByField = Partial<Record<string, string>>;

/**
 * The answer to a submission. The form is rendered from it, because nothing else
 * remembers the input.
 */
export interface Answer {
  toast: Toast;
  outcome: keyof typeof statuses;
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
  more: Partial<Answer> = {},
): Answer {
  const mapNames = (valueOf: (name: string) => string) =>
    Object.fromEntries(
      Object.keys(form.fields).map((name) => [name, valueOf(name)]),
    );
  return {
    toast,
    outcome: "refused",
    formId: formIdOf(form, fields),
    values: mapNames((name) => textOf(fields, name)),
    errors: {},
    problems: {},
    asked: mapNames((name) => textOf(fields, askedName(name))),
    suggestions: {},
    idempotencyKey: readIdempotencyKey(fields),
    ...more,
  };
}

/** A field's text as it was typed: of two values, the first. */
export const textOf = (fields: Fields, name: string): string => {
  const [value] = [fields[name]].flat();
  // A browser posts line breaks as CRLF and shows them as LF. HTML forbids NUL,
  // and browsers show it as U+FFFD.
  return typeof value === "string"
    ? value.replaceAll("\r\n", "\n").replaceAll("\0", "\uFFFD")
    : "";
};

/** A post of unknown source is answered in the first form. */
function formIdOf(
  { name, source }: Pick<FormDefinition, "name" | "source">,
  fields: Fields,
): string {
  const sent = source && textOf(fields, source.name);
  const known = source?.values.find((value) => value === sent);
  return known ?? source?.values[0] ?? name;
}

/**
 * Puts the suggestion whose button was pressed in place of what was typed. The
 * button's name is the field's id, and the form's own button wins.
 */
export function withSuggestion(form: FormDefinition, fields: Fields): Fields {
  const formId = formIdOf(form, fields);
  if (textOf(fields, ownButton.name)) return fields;
  const chosen = { ...fields };
  for (const name of Object.keys(form.fields)) {
    chosen[name] = textOf(fields, fieldId(formId, name)) || fields[name];
  }
  return chosen;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The rendered form's key; undefined if missing or malformed. */
export const readIdempotencyKey = (fields: Fields): string | undefined => {
  const key = textOf(fields, idempotencyKeyName);
  return uuid.test(key) ? key : undefined;
};
