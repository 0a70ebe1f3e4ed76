import { dismissLabel } from "~/content/delivery";
import { errorTitlePrefix } from "~/content/errors";
import { callToAction, hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { privacy } from "~/content/privacy";
import { navigationLabels, productName, skipLink } from "~/content/site";
import { help, safety } from "~/content/support";
import type { Check, CheckName } from "@kandi/auditor";

const join = hero.form.button;
const access = callToAction.form;
const refused = "/ first form: e-mail not an address";
const refusedAtTheEnd = "/ last form: e-mail not an address";
const storedAtTheEnd = "/ last form: stored";

/** WCAG's guideline 2.4. */
export const navigable = {
  "2.4.1 the skip link": {
    states: ["/privacy"],
    look: `With VoiceOver and Safari and with NVDA and Firefox, follow “${skipLink}” on /privacy. Then read on.`,
    expect: `Reading goes on at ‘${privacy.heading}’, past the header. The next Tab goes to the first link of the text.`,
  },
  "2.4.1 landmarks": {
    states: ["/", "/support"],
    look: "With NVDA press D, and with VoiceOver open the rotor's landmarks, on / and /support.",
    expect: `Banner, “${navigationLabels.header}” navigation, main, “${navigationLabels.footer}” navigation and content info are each there once. On / the first region is called ‘${productName}’.`,
  },
  "2.4.2 titles": {
    states: ["/", "/contact", refused, "/contact: everything missing"],
    look: "Listen to the title as each page loads, and with NVDA+T after a refusal on / and on /contact, with and without JavaScript.",
    expect: `The title says what the page is, as in ‘${pages.contact.title}’. After a refusal it begins with “${errorTitlePrefix.trim()}”. After the next success it does not.`,
  },
  "2.4.3 after Dismiss and after a success": {
    states: [refusedAtTheEnd, storedAtTheEnd],
    look: `With NVDA and Firefox, in the form at the end of /: press ‘${dismissLabel}’ on a failure's toast. Next, send a good address and press Tab after the success. Repeat with VoiceOver and Safari.`,
    expect: `After a failure reading goes on at the field, after a success at the toast, and Tab reaches the next thing a visitor expects. The button that waits as ‘${access.sending}’ does not lose the visitor's place.`,
  },
  "2.4.4 links in sentences": {
    states: ["/", "/privacy", "/terms"],
    look: "With TalkBack, set the reading control to links. Read the links in the consent lines and the mail addresses in /privacy and /terms.",
    expect:
      "The sentence around each says where it leads or what the address is for.",
  },
  "2.4.5 ways to a page": {
    states: ["/terms", "a page that does not exist"],
    look: "From /terms go to each other page, by the header, by the footer and by links in the text. Do the same from /nope.",
    expect:
      "Every page is found in one or two steps. The beads in the header lead home and are understood to do so.",
  },
  "2.4.6 headings and labels alone": {
    states: ["/"],
    look: "Read only the headings of each page, then only the labels and buttons of the forms list in NVDA (NVDA+F7) on /.",
    expect: `The headings alone tell what is where. Both fields are ‘${hero.form.emailLabel}’; ‘${join}’ and ‘${access.button}’ make clear that both forms join the same list.`,
  },
  "2.4.7 the ring": {
    states: [refused],
    look: `With the keyboard, send nobody@localhost on / in Firefox, Safari and Chrome. Look at what has the focus. Then Tab to the toast's link and to ‘${dismissLabel}’.`,
    expect:
      "A ring is plainly seen around each of them, on the dark page and on the light toast.",
  },
  "2.4.9 links without their sentences": {
    states: ["/support", "/contact"],
    look: "Open the list of all links on /support and /contact (NVDA+F7, or VoiceOver's rotor).",
    expect: `Each link says by itself what it does, as in ‘${help.cards[0]?.linkText}’ or ‘${safety.report.linkText}’. Links with the same words lead to the same place. It is clear which ones open the mail program.`,
  },
  "2.4.10 a heading for each subject": {
    states: ["/", "/support", "/terms"],
    look: "Read /, /support and /terms as a visitor would.",
    expect:
      "Each subject has a heading of its own, and no heading stands over two subjects.",
  },
  "2.4.13 the ring over beams and beads": {
    states: ["/", "/support", refused],
    look: `In Safari and Firefox, Tab over the header's links where the beams cross them, over fields in error, over ‘${join}’ and over a question. Also at 100 % on a screen without high density.`,
    expect:
      "The dots of the ring are drawn whole on all sides, at least 2 pixels thick, and differ 3:1 from what was there without the focus.",
  },
} satisfies Record<CheckName, Check>;
