import { drawLot, hangGift } from "~/client/bracelets";
import { deliverForms } from "~/client/deliver-forms";
import { wakeOnDemand } from "~/client/on-demand";
import { watchEmailFields } from "~/client/email-fields";

// The build puts this into each page with a form.
wakeOnDemand();
deliverForms();
watchEmailFields();
hangGift();
drawLot();
