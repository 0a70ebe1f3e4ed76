// Every string here is part of each page with a form.

/** The title of most toasts that say what went wrong. */
export const failureTitle = "Error";

/**
 * Said to an address that has posted too often.
 *
 * @param seconds what Retry-After says, if it does
 */
export const tooManyAttemptsText = (seconds: number): string =>
  `Too many attempts. Please wait ${seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : "a minute"} and try again.`;

/** Said at the button while a form waits to be sent. */
export const waitingNote =
  "We can't reach the site right now. We'll send this as soon as we can.";

/** Said at the button when a form that waited was changed. */
export const changedNote = "Not sent yet. Press again to send the change.";

/** Said where something else answers in the site's place, such as an ended login. */
export const cannotSend = "This page can't send. Copy your text first:";

/** The link to the page. */
export const openPage = "Open the page";

/** Closes a toast. */
export const dismissLabel = "Dismiss";
