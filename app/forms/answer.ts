import { failureTitle, tooManyAttemptsText } from "~/content/delivery";

/** The answer to a submission, as the visitor reads it. */
export interface Toast {
  /** A question is a refusal that is answered by another press. */
  kind: "success" | "error" | "question";
  title: string;
  text: string;
}

/** The root loader returns this, and every page is rendered from it. */
export interface RootData {
  toast: Toast | undefined;
  /** The key in the forms of this rendered page. */
  idempotencyKey: string;
  siteUrl: string;
  /** The date in UTC, as YYYY-MM-DD. */
  today: string;
}

/** The answer to a stored submission that a script sent. */
export interface Success {
  kind: "success";
  toast: Toast;
  /** See Failure. */
  id: number;
  /** The key of the next submission. */
  idempotencyKey: string;
}

/**
 * A refused submission. The form is rendered from it, because nothing else
 * remembers the input.
 */
export interface Failure {
  kind: "failure";
  toast: Toast;
  /** The toast's id: the same words again are another toast. */
  id: number;
  status: number;
  /** Names the form among those of the page: its source, or its name. */
  formId: string;
  /** The fields as they were typed. */
  values: Partial<Record<string, string>>;
  errors: Partial<Record<string, string>>;
  /** Say what is wrong with a value whose error only says that it is invalid. */
  problems: Partial<Record<string, string>>;
  /** The addresses that were asked about. Sent again, each is stored. */
  asked: Partial<Record<string, string>>;
  /** A question's button sends these in place of the fields' values. */
  suggestions: Partial<Record<string, string>>;
  /** The key that the form was sent with. */
  idempotencyKey: string | undefined;
}

/** Every e-mail field has these messages. */
export const emailMessages = {
  missing: "Please enter your email address",
  invalid: "Please enter a valid email address",
};

export const successToast = (title: string, text: string): Toast => ({
  kind: "success",
  title,
  text,
});

export const failureToast = (text: string, title = failureTitle): Toast => ({
  kind: "error",
  title,
  text,
});

/** Asks about an address that looks like a slip. */
export const questionToast = (suggestion: string): Toast => ({
  kind: "question",
  title: "Check Your Email",
  text: `Did you mean ${suggestion}?`,
});

/** The label of the button that answers yes. */
export const suggestionLabel = (suggestion: string) => `Use ${suggestion}`;

/** For a person whose browser shows the honeypot, or fills it in. */
export const leaveEmpty = failureToast(
  "Please leave the last field empty and send this again: it is there to catch robots.",
  "Not sent yet",
);

/** The answer to an address that has posted too often. */
export const tooManyAttempts = failureToast(tooManyAttemptsText);
