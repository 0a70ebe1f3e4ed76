// Every string here is part of each page with a form.

/** The title of most toasts that say what went wrong. */
export const failureTitle = "Error";

/** Said to an address that has posted too often. */
export const tooManyAttemptsText =
  "Too many attempts. Please wait a minute and try again.";

/** Said at the button while a form waits to be sent. */
export const waitingForNetwork =
  "No network. We'll send this as soon as you're back.";

/** Closes a toast. */
export const dismissLabel = "Dismiss";
