import { form as contactForm } from "~/content/contact";
import { hero } from "~/content/landing";
import { suggestAddress } from "~/forms/answer";
import { contactForm as definition, contactToasts } from "~/forms/contact";
import { inDigits, labelOf, limitHint, limits } from "~/forms/definition";
import { signupToasts } from "~/forms/signup";
import type { Check, CheckName } from "@kandi/auditor";
import { contactErrors } from "../../support/fixtures/forms";

const { emailInvalid } = signupToasts;
const { missing } = contactToasts;
const { fields } = definition;
const refused = "/ first form: e-mail not an address";

/** WCAG's guideline 3.3. */
export const inputAssistance = {
  "3.3.1 an address is refused": {
    states: [refused],
    look: "With NVDA and Firefox, send nobody@localhost in the first form of /.",
    expect: `Heard once: dialog, ‘${emailInvalid.title}’, ‘${emailInvalid.text}’. On the field, heard once: ‘${hero.form.emailLabel}’, required, invalid, the same message.`,
  },
  "3.3.1 an empty form": {
    states: ["/ first form: kept back by the browser's own check"],
    look: "With NVDA and Firefox, and with VoiceOver and Safari, send the first form of / empty.",
    expect:
      "The browser puts the focus into the field and says that it must be filled in. The page stays as it is.",
  },
  "3.3.1 several fields are refused": {
    states: ["/contact: everything missing"],
    look: "With VoiceOver and Safari, send /contact with only spaces in Name and in Message and with nobody@localhost.",
    expect: `Heard: ‘${missing.title}’, ‘${missing.text}’, then three links: ‘${contactErrors.missing.name}’, ‘${contactErrors.email}’, ‘${contactErrors.missing.message}’. Each link leads to its field.`,
  },
  "3.3.2 labels and hints": {
    states: ["/", "/contact"],
    look: "Read the forms as a first-time visitor. On /contact listen to each field with NVDA.",
    expect: `Before sending, it is clear what is asked, what is optional (‘${labelOf(fields.subject)}’) and how long a text may be. Each hint is heard after its label, as in ‘${contactForm.name.hint} ${limitHint(limits.name)}’.`,
  },
  "3.3.3 what to do": {
    states: [
      "/contact: two fields to correct",
      "/ first form: already on the list",
      "/ first form: too many attempts",
      refused,
    ],
    look: `On /contact send a message of ${inDigits(limits.message + 1)} characters. On / send an address that is on the list, and nobody@localhost. Send more forms in a minute than the limit allows.`,
    expect: `Each answer says what to do: how many characters there are and may be; that the address is on the list already; to wait a minute. Judge whether ‘${emailInvalid.text}’ and the line below it at the field, ‘${suggestAddress("nobody@localhost")}’, are enough help.`,
  },
  "3.3.4 consent and leaving": {
    states: ["/", "/contact", "/terms", "/privacy"],
    look: "Read the consent line at each form, then find in /terms and /privacy how to leave the list and have data erased.",
    expect:
      "The line is read before or right after the button, and its links can be followed without losing what was typed. Leaving takes one mail, and the texts say so.",
  },
  "3.3.6 sending twice": {
    states: ["/contact: stored", "/contact: the network is gone"],
    look: "Send a good message on /contact twice with a quick double click, and once more by reloading. Send a form with the network off.",
    expect:
      "One message is stored. A reload sends nothing. Without a network the form says that it waits, and everything typed is still there; once the network is back, it is stored once and says so.",
  },
  "3.3.7 typing nothing twice": {
    states: ["/contact: e-mail not an address"],
    look: "On /contact fill in all fields, with nobody@localhost as Email, and send, with and without JavaScript. Then go to a page of the footer and come back with the browser's Back.",
    expect:
      "After the refusal all four fields hold what was typed, line breaks included. No form asks for the same thing twice.",
  },
} satisfies Record<CheckName, Check>;
