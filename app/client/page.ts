import { showGiftedBracelet } from "~/client/bracelets";
import { watchEmailFields } from "~/client/email-fields";
import { sendForms } from "~/client/send-forms";
import { restoreKeepsake } from "~/client/show-answer";
import { watchToasts } from "~/client/toasts";

// Each page with a form has this script.
sendForms();
watchToasts();
watchEmailFields();
showGiftedBracelet();
restoreKeepsake();
