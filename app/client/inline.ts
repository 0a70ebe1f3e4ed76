import { drawLot, hangGift } from "~/client/bracelets";
import { deliverForms } from "~/client/deliver-forms";
import { wakeOnDemand } from "~/client/on-demand";
import { stringTypedBeads } from "~/client/typed-beads";

// The build puts this into each page with a form.
wakeOnDemand();
deliverForms();
stringTypedBeads();
hangGift();
drawLot();
