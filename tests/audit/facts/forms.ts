import { limits } from "~/forms/limits";
import { fieldId } from "~/components/form/field";
import { count, every, inOrder, part } from "./html";
import * as site from "./site";
import { contactErrors, contactFields } from "../../support/fixtures/forms";

const { landing, contact, rendered } = site;
const { refusedMessage, refusedSignup, stored } = site;

const toasts = [refusedSignup, refusedMessage, stored].map((html) =>
  part(html, /<dialog.*?<\/dialog>/s),
);

/** What is true of the HTML of the forms and of their answers. */
export const forms = {
  "the toast comes first in main": () =>
    [refusedSignup, refusedMessage, stored].every((html) =>
      /<main[^>]*><dialog/.test(html),
    ),
  "a field's label, hint and error come before it": () =>
    every(
      [refusedMessage],
      /<div class="field">.*?<\/div>/gs,
      /^(?!.*(?:input|textarea).*<p).*<label.*<p.*<(?:input|textarea)/s,
    ),
  "name and email have autocomplete values, subject and message do not": () =>
    every(
      rendered,
      /<input(?=[^>]*type="email")[^>]*>/g,
      /autoComplete="email"/,
    ) &&
    every([contact], /<input(?=[^>]* name="name")[^>]*>/g, /="name"/) &&
    !/<[^>]* name="(?:subject|message)"[^>]*autoComplete=/.test(contact),
  "a field's error and its hint are tied to it": () =>
    every(
      [refusedMessage],
      /<[^>]*aria-invalid="true"[^>]*>/g,
      /aria-describedby="\S+-hint \S+-error/,
    ),
  "the message at an invalid address says what it lacks, tied to its field":
    () =>
      /aria-describedby="[^"]*-error \S+-suggestion"/.test(refusedSignup) &&
      /id="\S+-suggestion"[^>]*>[^<]*like name@example\.com/.test(
        refusedSignup,
      ),
  "each form has a status that is empty until it is being sent": () =>
    every(
      [landing, contact],
      /<form method="post.*?<\/form>/gs,
      /<p aria-live="polite" class="hidden"><\/p>/,
    ),
  "the toast is a non-modal dialog named by its title": () =>
    toasts.every((toast) => /open="".*labelledby="toast-title"/.test(toast)) &&
    !site.script.includes("showModal"),
  "the toast is no live region": () =>
    !toasts.some((toast) => /aria-live|role="(?:alert|status)"/.test(toast)),
  "a toast takes the focus when its page loads": () =>
    toasts.every((toast) => toast.includes('autofocus=""')),
  "Dismiss is a form that asks the server for nothing": () =>
    toasts.every((toast) => /<form[^>]*method="dialog".*Dismiss/s.test(toast)),
  "the toast has a link to each field in error, in their order": () =>
    inOrder(
      part(refusedMessage, /<dialog.*?<\/dialog>/s),
      ...["name", "email", "message"].map(
        (name) => `href="#${fieldId("contact", name)}"`,
      ),
    ),
  "a required field is required, and the browser checks it": () =>
    count(landing, /required=""/g) === 2 &&
    count(contact, /required=""/g) === contactFields.length - 1 &&
    !/noValidate/i.test(site.script),
  "the message at an overlong text says how long it is and may be": () =>
    /5,000 characters.*5,001/.test(
      contactErrors.tooLong("message", limits.message + 1),
    ),
  "the consent line follows the button": () =>
    every(
      [landing, contact],
      /<form method="post.*?<\/form>/gs,
      /<button.*<\/button>.*consent" class="note".*\/terms.*\/privacy/s,
    ),
  "each form carries a key, so a repeat is not a second submission": () =>
    every(
      rendered,
      /<form method="post.*?<\/form>/gs,
      /name="idempotency_key"/,
    ),
  "what was typed comes back": () =>
    [refusedMessage, refusedSignup].every((html) =>
      html.includes('value="nobody@localhost"'),
    ),
  "a form asks for each thing once": () =>
    every(
      [landing, contact],
      /<form method="post.*?<\/form>/gs,
      /^(?!.*type="email".*type="email")/s,
    ),
  "Message is a text area, and each other field has one line": () =>
    count(contact, /<textarea/g) === 1 && !landing.includes("<textarea"),
} satisfies Record<string, () => boolean>;
