import { drawBracelet, showGiftedBracelet } from "~/client/bracelets";
import { sendForms } from "~/client/send-forms";
import { loadReactOnDemand } from "~/client/on-demand";
import { watchEmailFields } from "~/client/email-fields";

// The build puts this into each page with a form.
loadReactOnDemand();
sendForms();
watchEmailFields();
showGiftedBracelet();
drawBracelet();
