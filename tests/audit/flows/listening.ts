import { pageSummary } from "two-modes-audit";
import { signupForm } from "~/forms/signup";
import type { Toast } from "~/forms/toasts";
import type { ScreenReaderUser } from "../programs/screen-reader-user";
import { checkOutcome } from "./rules";
import type { Check } from "./rules";

export interface Visit {
  visitor: ScreenReaderUser;
  siteUrl: string;
  check: Check;
}

export type Flow = (visit: Visit) => Promise<void>;

/** Escapes text for a regular expression. */
export const literally = (text: string) =>
  new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");

export const emailField = literally(`${signupForm.fields.email.label} entry`);

/** Sends the form, and listens to the answer and the reading up to `below`. */
export async function send(
  { visitor, check }: Visit,
  toast: Toast,
  below: string,
) {
  // Orca reads a loaded page aloud, sentence by sentence.
  const isLoaded = visitor.mode === "no-javascript";
  const [sentence = ""] = below.split(/(?<=\.) /);
  const speech = await visitor.press("Return", {
    until: isLoaded
      ? [pageSummary, literally(sentence)]
      : [literally(toast.text)],
    or: isLoaded ? literally(sentence) : undefined,
    quiet: 1500,
  });
  checkOutcome(check, speech, toast);
  // Firefox may say that the field that last had the caret has the focus again.
  const field = !isLoaded && speech.find((said) => /\bentry\b/.test(said));
  check(!field, "4.1.3", `The answer is followed by "${field}"`);
}
