import { heading as contact, responses } from "~/content/contact";
import { errorPages } from "~/content/errors";
import { privacy } from "~/content/privacy";
import { productName, responseTimes, stats } from "~/content/site";
import { heading as support } from "~/content/support";
import { terms } from "~/content/terms";
import type { Check, CheckName } from "@kandi/auditor";

const { betaUsers } = stats;
const refused = "/ first form: e-mail not an address";

/** WCAG's guidelines 1.1 to 1.3. */
export const perceivable = {
  "1.1.1 nothing drawn is spoken": {
    states: ["/"],
    look: "With VoiceOver and Safari, read / from top to end with VO+A.",
    expect:
      'No bead, beam, drawing or bracelet is spoken. Nothing says "image". The letters on the bracelet decorate, and are heard neither as a word nor one by one.',
  },
  "1.1.1 drawings add nothing to the words": {
    states: ["/"],
    look: "Compare the drawings of steps on / with the words beside them, and the two strands of beads above them with the sentence that a screen reader reads there.",
    expect:
      "Each drawing says nothing that its heading and text do not. If one does, it needs words.",
  },
  "1.1.1 marks of an error": {
    states: [refused],
    look: "With NVDA and Firefox, send nobody@localhost in the first form of /. Read the toast and the field's message with the arrow keys.",
    expect:
      'The "!" beads are silent from Firefox 128 on; an older one may speak them. The words are heard in each.',
  },
  "1.3.1 headings": {
    states: ["/", "/contact", "/support", "/privacy", "/terms"],
    look: "With NVDA and Firefox, press H through every page, /nope included.",
    expect: `Each h1 is heard as one word or phrase: ‘${productName}’, ‘${contact}’, ‘${support}’, ‘${privacy.heading}’, ‘${terms.heading}’, ‘${errorPages[404]?.heading}’. It is never spelled letter by letter. Whatever looks like a heading is one, but for the tagline on /.`,
  },
  "1.3.1 lists": {
    states: ["/", "/support"],
    look: "With VoiceOver and Safari, walk through the features and the steps on / and the cards and safety points on /support.",
    expect:
      "Each is announced as a list with its number of items, although no bullet is drawn. The steps are heard in the order of their numbers.",
  },
  "1.3.1 numbers": {
    states: ["/", "/contact"],
    look: "With NVDA and Firefox, read the three numbers on / and the response times on /contact.",
    expect: `Each number is heard together with what it counts, as in ‘${betaUsers.label}’, ‘${betaUsers.value}’ and ‘${responses.items[1].kind}’, ‘${responseTimes.safety}’.`,
  },
  "1.3.2 order after a refusal": {
    states: [refused, "/contact: everything missing"],
    look: "With TalkBack and Chrome, swipe through /contact and / after a refused form.",
    expect:
      "The toast comes first in the page's content. In each field the order is label, hint, error, input. Nothing is met twice or out of its section.",
  },
  "1.3.2 reader view and copied headings": {
    states: ["/contact", "/privacy"],
    look: "Open /contact and /privacy in Firefox's or Safari's reader view. Also copy the h1 and paste it into a plain text.",
    expect: `The heading reads as words with a space: ‘${contact}’, ‘${privacy.heading}’.`,
  },
  "1.3.3 words of place, shape and color": {
    states: ["/", "/contact", "/support", "/privacy", "/terms"],
    look: "Search the texts for words such as above, below, left, foot, color or round.",
    expect:
      "No instruction depends on place, shape or color alone. The sentence on the foot of every page in the terms also names the privacy policy.",
  },
  "1.3.4 a phone on its side": {
    states: ["/", "/contact"],
    look: "Turn a phone on its side on / and /contact, with the keyboard open in a field.",
    expect:
      "The page turns with it. The field and its label can both be brought into sight, and the keyboard does not hide the field.",
  },
  "1.3.5 saved personal data": {
    states: ["/", "/contact"],
    look: "On a phone and in desktop Firefox with saved personal data, focus the email fields on / and each field on /contact.",
    expect:
      "The browser offers the name and the email address in the fields that ask for them. It offers neither in Subject and Message.",
  },
} satisfies Record<CheckName, Check>;
