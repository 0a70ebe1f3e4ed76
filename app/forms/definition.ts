import { needed } from "~/content/shared";
import type { FormPolicy } from "~/content/shared";
import type { Toast } from "~/forms/toasts";

/**
 * Maximum lengths in code points after trimming; a line break is one. The
 * migrations have the same numbers.
 */
export const limits = {
  name: 100,
  email: 254,
  subject: 200,
  message: 5000,
} as const;

export const labelOf = ({ label, required }: FieldDefinition): string =>
  required ? label : label + needed.optional;

/** Ends the field's hint. */
export const limitHint = (limit: number): string =>
  `Up to ${inDigits(limit)} characters.`;

const inDigits = (characters: number): string =>
  characters.toLocaleString("en-US");

/** Bytes. The site's longest form is shorter, even fully escaped. */
export const maximumBody = 128 * 1024;

/** A field, and all that the site says about it. */
export type FieldDefinition = AnyField & RequiredRule & TypeRule;

interface AnyField {
  /** The site adds to it that a field is optional. */
  label: string;
  hint?: string;
  autoComplete?: string;
  /** The label of the key that sends the form, on a keyboard on the screen. */
  enterKeyHint?: "send";
  /** Makes it a field of several lines. */
  rows?: number;
  /** See limits. */
  limit: number;
  messages: FieldMessages;
  /** Shown when a unique value is taken. */
  duplicate?: Toast;
}

type RequiredRule =
  { required: true; messages: { missing: string } } | { required?: undefined };

type TypeRule =
  | {
      type: "email";
      /** Asks once about an address that looks like a slip. */
      asksAboutSlips?: true;
      messages: { invalid: string };
    }
  | { type?: undefined; asksAboutSlips?: undefined };

interface FieldMessages {
  missing?: string;
  invalid?: string;
  /** For two values. */
  repeated: string;
  unreadable: string;
  tooLong: (length: number) => string;
}

type FieldDefinitions = Record<string, FieldDefinition>;

/**
 * A form: its rendered fields, its checks, its answers and the columns of its
 * table come from here.
 */
export interface FormDefinition<
  Definitions extends FieldDefinitions = FieldDefinitions,
  SourceName extends string = string,
> {
  /** Names the form in the log and in its fields' ids. */
  name: string;
  /** The path of the form's page. */
  path: string;
  table: string;
  /** Each is a column. */
  fields: Definitions;
  /**
   * A hidden field that tells apart the forms of a page. It is a column, and
   * names the form in its fields' ids.
   */
  source?: { name: SourceName; values: readonly string[] };
  /** Each stored row is also mailed to the team. */
  mailsTeam?: true;
  toasts: {
    stored: Toast;
    /** In place of `stored`, with the e-mail as it was typed, but cleaned. */
    storedFor?: (address: string) => Toast;
    /** Used instead of the first message if a required field is missing. */
    missing?: Toast;
    failed: Toast;
  };
}

/**
 * The privacy policy's words about a form. Each column that the form fills in has
 * its words.
 */
export type PolicyOf<Form> =
  Form extends FormDefinition<infer Definitions, infer SourceName>
    ? FormPolicy<(keyof Definitions & string) | SourceName>
    : never;

/** A row of a form's table. An optional field that is empty is null. */
export type Row = Record<string, string | null>;

/** Infers the names of the fields and of the source, if there is one. */
export const defineForm = <
  const Definitions extends FieldDefinitions,
  SourceName extends string = never,
>(
  form: FormDefinition<Definitions, SourceName>,
) => form;

type OwnMessages = Pick<FieldMessages, "missing" | "invalid">;

/** @param noun the field, in a sentence */
export const messagesFor = <Own extends OwnMessages>(
  noun: string,
  limit: number,
  own = {} as Own,
): FieldMessages & NoInfer<Own> => ({
  ...own,
  repeated: `Please enter one ${noun}, as text`,
  unreadable: `Please type the ${noun} again; it holds a character that cannot be stored`,
  tooLong: (length) =>
    `Please shorten the ${noun} to ${inDigits(limit)} characters or fewer; it has ${inDigits(length)}`,
});

/**
 * The posted fields by name. A field that was sent once, as text, is a string.
 * Any other has a value that every schema rejects.
 */
export type Fields = Record<string, unknown>;

/** A field's id contains the form, because a page can have two forms. */
export const fieldId = (formId: string, name: string) => `${formId}_${name}`;

export const fieldErrorId = (formId: string, name: string) =>
  `${fieldId(formId, name)}-error`;

/** The id of the button that answers a question with yes. */
export const suggestionId = (formId: string, name: string): string =>
  `${fieldId(formId, name)}-use`;

/** A hidden field with the address that a field was asked about. */
export const askedName = (name: string) => `asked_${name}`;

export const idempotencyKeyName = "idempotency_key";

/**
 * The form's own button. Programs that send every named button, pressed or not, send
 * what was typed.
 */
export const ownButton = { name: "own", value: "1" } as const;

/**
 * A field that is hidden from people, under a name that robots look for and
 * fill in.
 */
export const honeypot = {
  name: "website",
  label: "Leave this field empty: it catches robots",
} as const;
