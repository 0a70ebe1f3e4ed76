import { dismissLabel } from "~/content/delivery";
import { features, hero, callToAction } from "~/content/landing";
import { pages } from "~/content/pages";
import { mail, plur, productName, stats } from "~/content/site";
import { moreHelp } from "~/content/support";
import { form as contactForm } from "~/content/contact";
import { suggestAddress } from "~/forms/answer";
import { contactForm as definition, contactToasts } from "~/forms/contact";
import { inDigits, labelOf, limitHint, limits } from "~/forms/definition";
import { signupToasts } from "~/forms/signup";
import { contactErrors } from "../../support/fixtures/forms";
import { check } from "./check";

const refused = "/ first form: e-mail not an address";
const everyPage = [
  "/",
  "/contact",
  "/support",
  "/privacy",
  "/terms",
  "a page that does not exist",
] as const;
const { emailInvalid } = signupToasts;
const { missing } = contactToasts;
const { fields } = definition;
const stored = signupToasts.stored;

/** WCAG's principles 3 and 4. */
export const understandable = {
  "3.1.1 an English voice": check(
    ["/", refused],
    "Set a phone to another language, such as German. Read / with TalkBack or VoiceOver, the h1, the toast and the button included.",
    "An English voice reads all of it. The browser's own bubble may be in the phone's language.",
  ),
  "3.1.5 plain words": check(
    ["/", "/support", "/terms"],
    "Give /, /support and /terms to someone who reads English as a second language and does not go to raves. Ask what PLUR, kandi and beta mean, and what happens after joining.",
    `They can answer from the page. / has ‘${plur}’ beside ‘${features.items[2].title}’ and ‘${stats.vibes.label}’.`,
  ),
  "3.2.1 focus": check(
    ["/", "/contact"],
    "Tab through / and /contact, and touch each field on a phone.",
    "Focus alone opens, sends or moves nothing but the phone's keyboard and the browser's own suggestions.",
  ),
  "3.2.2 typing": check(
    ["/", "/contact"],
    "Type in each field, paste a long text into Message, accept an autofill, press Enter in Message.",
    "Nothing is sent and nothing moves. Enter in Message makes a new line. Enter in a one-line field sends the form, as everywhere.",
  ),
  "3.2.3 header and footer": check(
    everyPage,
    "Compare header and footer of all five pages and of /nope.",
    `The same links in the same order: ‘${productName}’, ‘${hero.form.button}’, ‘${pages.support.label}’, ‘${pages.contact.label}’; ‘${pages.privacy.label}’, ‘${pages.terms.label}’, ‘${pages.contact.label}’, ‘${pages.support.label}’, then the mail address. On / ‘${hero.form.button}’ is seen while it has the focus.`,
  ),
  "3.2.4 one thing, one name": check(
    everyPage,
    `Compare the names of the same thing on different pages: links to contact, support, terms and privacy, and ‘${dismissLabel}’.`,
    `One thing keeps one name, or names that are clearly the same: ‘${pages.contact.label}’, ‘${moreHelp.contact.linkText}’. ‘${moreHelp.support.linkText}’ on /support opens a mail and is not taken for the contact form.`,
  ),
  "3.2.6 help": check(
    everyPage,
    `On every page and on /nope look for help: ‘${pages.support.label}’ and ‘${pages.contact.label}’ in the header, ‘${pages.contact.label}’, ‘${pages.support.label}’ and ‘${mail.support}’ in the footer.`,
    "They are at the same place in the same order on each.",
  ),
  "3.3.1 an address is refused": check(
    [refused],
    "With NVDA and Firefox, send nobody@localhost in the first form of /.",
    `Heard once: dialog, ‘${emailInvalid.title}’, ‘${emailInvalid.text}’. On the field, heard once: ‘${hero.form.emailLabel}’, required, invalid, the same message.`,
  ),
  "3.3.1 an empty form": check(
    ["/ first form: kept back by the browser's own check"],
    "With NVDA and Firefox, and with VoiceOver and Safari, send the first form of / empty.",
    "The browser puts the focus into the field and says that it must be filled in. The page stays as it is.",
  ),
  "3.3.1 several fields are refused": check(
    ["/contact: everything missing"],
    "With VoiceOver and Safari, send /contact with only spaces in Name and in Message and with nobody@localhost.",
    `Heard: ‘${missing.title}’, ‘${missing.text}’, then three links: ‘${contactErrors.missing.name}’, ‘${contactErrors.email}’, ‘${contactErrors.missing.message}’. Each link leads to its field.`,
  ),
  "3.3.2 labels and hints": check(
    ["/", "/contact"],
    "Read the forms as a first-time visitor. On /contact listen to each field with NVDA.",
    `Before sending, it is clear what is asked, what is optional (‘${labelOf(fields.subject)}’) and how long a text may be. Each hint is heard after its label, as in ‘${contactForm.name.hint} ${limitHint(limits.name)}’.`,
  ),
  "3.3.3 what to do": check(
    [
      "/contact: two fields to correct",
      "/ first form: already on the list",
      "/ first form: too many attempts",
      refused,
    ],
    `On /contact send a message of ${inDigits(limits.message + 1)} characters. On / send an address that is on the list, and nobody@localhost. Send more forms in a minute than the limit allows.`,
    `Each answer says what to do: how many characters there are and may be; that the address is on the list already; to wait a minute. Judge whether ‘${emailInvalid.text}’ and the line below it at the field, ‘${suggestAddress("nobody@localhost")}’, are enough help.`,
  ),
  "3.3.4 consent and leaving": check(
    ["/", "/contact", "/terms", "/privacy"],
    "Read the consent line at each form, then find in /terms and /privacy how to leave the list and have data erased.",
    "The line is read before or right after the button, and its links can be followed without losing what was typed. Leaving takes one mail, and the texts say so.",
  ),
  "3.3.6 sending twice": check(
    ["/contact: stored", "/contact: the network is gone"],
    "Send a good message on /contact twice with a quick double click, and once more by reloading. Send a form with the network off.",
    "One message is stored. A reload sends nothing. Without a network the form says that it waits, and everything typed is still there; once the network is back, it is stored once and says so.",
  ),
  "3.3.7 typing nothing twice": check(
    ["/contact: e-mail not an address"],
    "On /contact fill in all fields, with nobody@localhost as Email, and send, with and without JavaScript. Then go to a page of the footer and come back with the browser's Back.",
    "After the refusal all four fields hold what was typed, line breaks included. No form asks for the same thing twice.",
  ),
  "4.1.2 questions": check(
    ["/support", "/support with its questions open"],
    "With NVDA and Firefox, VoiceOver and Safari, and TalkBack and Chrome, open and close a question on /support.",
    "The question is announced as something that opens, as collapsed and expanded or in the screen reader's own words. The bead before it is silent.",
  ),
  "4.1.2 the toast": check(
    [refused],
    "With VoiceOver and Safari, refuse a form on / and let the focus come to the toast. Move on past the toast.",
    `It is heard as a dialog called ‘${emailInvalid.title}’ and does not lock the reader in: the header and the form can be reached.`,
  ),
  "4.1.3 a success is heard": check(
    ["/ last form: stored", "/contact: stored"],
    "With NVDA and Firefox, and with VoiceOver and Safari, join with a new address in the form at the end of /.",
    `The focus moves to the toast, and is heard once: ‘${stored.title}’ and ‘${stored.text}’. Sending the contact form is heard as ‘${contactToasts.storedFor("").title}’ with the address that was typed.`,
  ),
  "4.1.3 waiting on a phone": check(
    ["/ first form: being sent"],
    `On an iPhone with VoiceOver and on Android with TalkBack, over a slow network, press ‘${hero.form.button}’ with a new address.`,
    `The answer is heard once when it arrives. While waiting, ‘${hero.form.sending}’ is heard, and can be read on the button.`,
  ),
  "4.1.3 a success without JavaScript": check(
    ["/ last form: stored"],
    `Turn JavaScript off. With NVDA and Firefox, join with a new address by ‘${callToAction.form.button}’.`,
    "The page reloads, and the focus is on the toast, the first thing in its main content.",
  ),
};
