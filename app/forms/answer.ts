import { failureTitle, tooManyAttemptsText } from "~/content/delivery";

/** The answer to a submission, as the visitor reads it. */
export interface Toast {
  kind: "success" | "error";
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
  /** The key that the form was sent with. */
  idempotencyKey: string | undefined;
}

/** Every e-mail field has these messages. */
export const emailMessages = {
  missing: "Please enter your email address",
  invalid: "Please enter a valid email address",
};

const like = "like name@example.com.";

/** Each says what is wrong with an invalid address. */
export const suggestions = {
  noSpace: `It cannot contain a space, ${like}`,
  domain: `It needs an @ and a domain, ${like}`,
  oneAt: `It can contain only one @, ${like}`,
  name: `It needs a name before the @, ${like}`,
  dot: `It needs a domain with a dot after the @, ${like}`,
  other: `It should look ${like}`,
};

/** Says what is wrong with an invalid address, as far as it can tell. */
export function suggestAddress(typed = ""): string {
  const [name = "", domain, ...others] = typed.trim().split("@");
  if (/\s/.test(typed.trim())) return suggestions.noSpace;
  if (domain === undefined) return suggestions.domain;
  if (others.length > 0) return suggestions.oneAt;
  if (!name) return suggestions.name;
  return domain.includes(".") ? suggestions.other : suggestions.dot;
}

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

/** For a person whose browser shows the honeypot, or fills it in. */
export const leaveEmpty = failureToast(
  "Please leave the last field empty and send this again: it is there to catch robots.",
  "Not sent yet",
);

/** The answer to an address that has posted too often. */
export const tooManyAttempts = failureToast(tooManyAttemptsText);
