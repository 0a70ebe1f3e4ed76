import { heading as contact, responses } from "~/content/contact";
import { errorPages } from "~/content/errors";
import { privacy } from "~/content/privacy";
import { productName, responseTimes, stats } from "~/content/site";
import { heading as support } from "~/content/support";
import { terms } from "~/content/terms";
import { hero } from "~/content/landing";
import { check } from "./check";

const { betaUsers } = stats;
const refused = "/ first form: e-mail not an address";

/** WCAG's principle 1. */
export const perceivable = {
  "1.1.1 nothing drawn is spoken": check(
    ["/"],
    "With VoiceOver and Safari, read / from top to end with VO+A.",
    'No bead, beam, drawing or bracelet is spoken. Nothing says "image". The letters on the bracelet decorate, and are heard neither as a word nor one by one.',
  ),
  "1.1.1 drawings add nothing to the words": check(
    ["/"],
    "Compare the drawings of steps on / with the words beside them, and the two strands of beads above them with the sentence that a screen reader reads there.",
    "Each drawing says nothing that its heading and text do not. If one does, it needs words.",
  ),
  "1.1.1 marks of an error": check(
    [refused],
    "With NVDA and Firefox, send nobody@localhost in the first form of /. Read the toast and the field's message with the arrow keys.",
    'The "!" beads are silent from Firefox 128 on; an older one may speak them. The words are heard in each.',
  ),
  "1.3.1 headings": check(
    ["/", "/contact", "/support", "/privacy", "/terms"],
    "With NVDA and Firefox, press H through every page, /nope included.",
    `Each h1 is heard as one word or phrase: ‘${productName}’, ‘${contact}’, ‘${support}’, ‘${privacy.heading}’, ‘${terms.heading}’, ‘${errorPages[404]?.heading}’. It is never spelled letter by letter. Whatever looks like a heading is one, but for the tagline on /.`,
  ),
  "1.3.1 lists": check(
    ["/", "/support"],
    "With VoiceOver and Safari, walk through the features and the steps on / and the cards and safety points on /support.",
    "Each is announced as a list with its number of items, although no bullet is drawn. The steps are heard in the order of their numbers.",
  ),
  "1.3.1 numbers": check(
    ["/", "/contact"],
    "With NVDA and Firefox, read the three numbers on / and the response times on /contact.",
    `Each number is heard together with what it counts, as in ‘${betaUsers.label}’, ‘${betaUsers.value}’ and ‘${responses.items[1].kind}’, ‘${responseTimes.safety}’.`,
  ),
  "1.3.2 order after a refusal": check(
    [refused, "/contact: everything missing"],
    "With TalkBack and Chrome, swipe through /contact and / after a refused form.",
    "The toast comes first in the page's content. In each field the order is label, hint, error, input. Nothing is met twice or out of its section.",
  ),
  "1.3.2 reader view and copied headings": check(
    ["/contact", "/privacy"],
    "Open /contact and /privacy in Firefox's or Safari's reader view. Also copy the h1 and paste it into a plain text.",
    `The heading reads as words with a space: ‘${contact}’, ‘${privacy.heading}’.`,
  ),
  "1.3.3 words of place, shape and color": check(
    ["/", "/contact", "/support", "/privacy", "/terms"],
    "Search the texts for words such as above, below, left, foot, color or round.",
    "No instruction depends on place, shape or color alone. The sentence on the foot of every page in the terms also names the privacy policy.",
  ),
  "1.3.4 a phone on its side": check(
    ["/", "/contact"],
    "Turn a phone on its side on / and /contact, with the keyboard open in a field.",
    "The page turns with it. The field and its label can both be brought into sight, and the keyboard does not hide the field.",
  ),
  "1.3.5 saved personal data": check(
    ["/", "/contact"],
    "On a phone and in desktop Firefox with saved personal data, focus the email fields on / and each field on /contact.",
    "The browser offers the name and the email address in the fields that ask for them. It offers neither in Subject and Message.",
  ),
  "1.4.1 shades of gray": check(
    [
      "/contact: everything missing",
      "/ first form: stored",
      "/support with its questions open",
    ],
    "Switch the system to shades of gray. Look at a refused /contact, at the toast of a success, at links in the consent line and at open and closed questions.",
    'The field in error is known by its "!" and words, the toast by its title, links by their underline, and an open question by its answer.',
  ),
  "1.4.3 colors of the browser": check(
    ["/ first form: being sent", "/ first form: stored"],
    `Let Chrome, Safari and Firefox fill in the email field of /. Select text on / and in the toast. Watch ‘${hero.form.sending}’ on the button over a slow network.`,
    "Filled-in text, selected text and the words on the waiting button are easy to read on the color that the browser gives them.",
  ),
  "1.4.4 zoom of text alone": check(
    ["/", refused],
    "In Firefox choose Zoom Text Only and set 200 %. Read / and send a refused form.",
    "No word is cut or covered, in the headings, the header, the toast, the buttons and the hints.",
  ),
  "1.4.4 larger text on phones": check(
    ["/", "/privacy"],
    "On an iPhone set Safari's page zoom (aA) to 200 %. On Android set Chrome's text scaling to 200 %.",
    "The running text of / and /privacy grows and stays whole. If it does not grow in one of them, look at text-size-adjust in base.css. Pinching zooms in both.",
  ),
  "1.4.8 lines and paragraphs": check(
    ["/privacy", "/terms", "/support"],
    "On /privacy, /terms and /support in a wide window, count the characters in the longest lines, those of list points included. Compare the gap between two paragraphs with the gap between two lines.",
    "At most 80 characters, with the system's own fonts of Windows, macOS and Android. Text is not justified. Lines are at least 1.5 apart, and paragraphs 1.5 times as far apart as lines.",
  ),
  "1.4.8 colors of one's own": check(
    ["/", "/contact: everything missing"],
    "In Firefox choose other colors for text and ground and let them override the page's (Settings, Manage Colors, Always).",
    "All words stay readable, those in letter beads, in step numbers, on buttons and in the toast too. Fields and cards can be told from the page.",
  ),
  "1.4.10 400 %": check(
    ["/", "/contact", refused, "/ first form: stored"],
    "Zoom to 400 % in Firefox and Safari in a window 1280 wide and 1024 high. Use / and /contact with the keyboard, with a failure and with a success.",
    "No sideways scrolling. The toast covers nothing: it stands above the page's text and scrolls with it. Each field is seen with its label while typing.",
  ),
  "1.4.10 a magnifier": check(
    ["/ last form: e-mail not an address", "/ last form: stored"],
    "With a screen magnifier at 4x (Windows Magnifier or macOS Zoom following the focus), send the form at the end of / with nobody@localhost, then with a good address.",
    "After a failure the toast comes into view. Its link brings the field into view. After a success the toast comes into view, too.",
  ),
  "1.4.11 borders": check(
    ["/contact", "/contact: everything missing", "/support"],
    "Look at the borders of fields, plain, focused and in error, and at closed questions. Do so on a bright screen too.",
    "The border of each field stands out from what is around it. Closed questions look like something that opens.",
  ),
  "1.4.11 contrast themes": check(
    ["/", "/contact: everything missing", "/support"],
    "In Windows choose a contrast theme, a dark one and a light one. In Firefox and in Edge look at /, /contact after a refusal and /support.",
    "Fields, buttons, cards, questions, the toast and the focus ring have lines. Letters in beads and step numbers can be read. The field in error can be told from the others. No drawing hides words.",
  ),
};
