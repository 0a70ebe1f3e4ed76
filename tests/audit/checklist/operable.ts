import { dismissLabel } from "~/content/delivery";
import { form as contactForm } from "~/content/contact";
import { callToAction, hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { productName } from "~/content/site";
import type { Check, CheckName } from "@kandi/auditor";

const join = hero.form.button;
const access = callToAction.form;
const refused = "/ first form: e-mail not an address";
const refusedAtTheEnd = "/ last form: e-mail not an address";

/** WCAG's guidelines 2.1 to 2.3 and 2.5. */
export const operable = {
  "2.1.1 Safari and Firefox without a mouse": {
    states: ["/", "/contact", refused, "/contact: everything missing"],
    look: `In Safari with "Press Tab to highlight each item" on and in Firefox, without a mouse: join on /, send a message on /contact, open a question with Enter and with Space, follow the toast's link, close the toast with ‘${dismissLabel}’ and with Escape.`,
    expect:
      "All of it works. The toast's link puts the cursor into the field. Escape closes the toast and leaves what was typed.",
  },
  "2.1.1 without JavaScript": {
    states: [refusedAtTheEnd],
    look: "Turn JavaScript off in Firefox. With the keyboard send nobody@localhost in the form at the end of /, follow the toast's link, then dismiss the toast.",
    expect: `The focus is on the toast when the page comes back. The link leads to the field, and the next Tab or key goes on from there. ‘${dismissLabel}’ works, and what was typed is still there.`,
  },
  "2.2.1 a slow reader": {
    states: ["/ first form: stored"],
    look: "Join with a new address. Read the success toast with NVDA's arrow keys, as slowly as you like. Do it again without touching anything for some minutes.",
    expect:
      "The toast stays until it is dismissed or the page is left. Nothing else on the page has changed meanwhile.",
  },
  "2.2.1 the browser's own bubble": {
    states: ["/"],
    look: "Send an empty form on / in Firefox, Chrome and Safari. Wait.",
    expect:
      "The browser's own bubble asks for the field and goes away by itself. After that the field can still be told to be required, by trying again or with a screen reader.",
  },
  "2.3.3 less motion": {
    states: ["/", "/contact", "/support", "/ first form: stored"],
    look: "Turn on Reduce Motion in macOS, iOS and Windows. Load / and /contact. Open and close questions on /support. Send a form.",
    expect:
      "Beams and letters stand still from the start. The bead at a question turns at once. The page jumps to the toast without gliding.",
  },
  "2.5.2 a press that slides off": {
    states: ["/", "/support", refused],
    look: `With a finger and with a mouse, press ‘${join}’, slide off it and let go. Do the same on a link, a question and ‘${dismissLabel}’.`,
    expect:
      "Nothing happens unless the press is released on the control itself.",
  },
  "2.5.3 voice control of links and buttons": {
    states: ["/", refused],
    look: `With Voice Control on macOS or iOS and with Voice Access on Android or Windows, say “Click” and each of: ‘${join}’, ‘${access.button}’, ‘${pages.support.label}’, ‘${productName}’, ‘${dismissLabel}’.`,
    expect: `Each is clicked by the words on it. ‘${productName}’ follows the beads in the header.`,
  },
  "2.5.3 voice control of fields": {
    states: ["/", "/contact"],
    look: `With voice control on /contact say “Click” and ‘${contactForm.name.label}’, ‘${contactForm.subject.label}’ or ‘${contactForm.message.label}’, and dictate. On / say “Click” and ‘${hero.form.emailLabel}’.`,
    expect:
      "The field takes the cursor. On / the two email fields are offered with numbers to choose from.",
  },
} satisfies Record<CheckName, Check>;
