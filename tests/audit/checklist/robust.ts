import { callToAction, hero } from "~/content/landing";
import { contactToasts } from "~/forms/contact";
import { signupToasts } from "~/forms/signup";
import type { Check, CheckName } from "@kandi/auditor";

const { emailInvalid } = signupToasts;
const refused = "/ first form: e-mail not an address";

const stored = signupToasts.stored;

/** WCAG's fourth principle. */
export const robust = {
  "4.1.2 questions": {
    states: ["/support", "/support with its questions open"],
    look: "With NVDA and Firefox, VoiceOver and Safari, and TalkBack and Chrome, open and close a question on /support.",
    expect:
      "The question is announced as something that opens, as collapsed and expanded or in the screen reader's own words. The bead before it is silent.",
  },
  "4.1.2 the toast": {
    states: [refused],
    look: "With VoiceOver and Safari, refuse a form on / and let the focus come to the toast. Move on past the toast.",
    expect: `It is heard as a dialog called ‘${emailInvalid.title}’ and does not lock the reader in: the header and the form can be reached.`,
  },
  "4.1.3 a success is heard": {
    states: ["/ last form: stored", "/contact: stored"],
    look: "With NVDA and Firefox, and with VoiceOver and Safari, join with a new address in the form at the end of /.",
    expect: `The focus moves to the toast, and is heard once: ‘${stored.title}’ and ‘${stored.text}’. Sending the contact form is heard as ‘${contactToasts.storedFor("").title}’ with the address that was typed.`,
  },
  "4.1.3 waiting on a phone": {
    states: ["/ first form: being sent"],
    look: `On an iPhone with VoiceOver and on Android with TalkBack, over a slow network, press ‘${hero.form.button}’ with a new address.`,
    expect: `The answer is heard once when it arrives. While waiting, ‘${hero.form.sending}’ is heard, and can be read on the button.`,
  },
  "4.1.3 a success without JavaScript": {
    states: ["/ last form: stored"],
    look: `Turn JavaScript off. With NVDA and Firefox, join with a new address by ‘${callToAction.form.button}’.`,
    expect:
      "The page reloads, and the focus is on the toast, the first thing in its main content.",
  },
} satisfies Record<CheckName, Check>;
