import { showGiftedBracelet } from "~/client/bracelets";
import { sendForms } from "~/client/send-forms";
import { bringKeepsake } from "~/client/show-answer";
import { watchQuestions, watchToasts } from "~/client/toasts";

// Each page with a form has this script.
sendForms();
watchToasts();
watchQuestions();
showGiftedBracelet();
bringKeepsake();
