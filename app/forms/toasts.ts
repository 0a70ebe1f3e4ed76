import { failureTitle } from "~/content/delivery";

/** The answer to a submission, as the visitor reads it. */
export interface Toast {
  title: string;
  text: string;
}

/** Every e-mail field has these messages. */
export const emailMessages = {
  missing: "Please enter your email address",
  invalid: "Please enter a valid email address",
};

export const failureToast = (text: string, title = failureTitle): Toast => ({
  title,
  text,
});

/** Asks about an address that looks like a slip. */
export const questionToast = (suggestion: string): Toast => ({
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
