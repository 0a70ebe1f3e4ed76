import { dismissLabel } from "~/content/delivery";
import { form as contactForm } from "~/content/contact";
import { callToAction, hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { productName, navigationLabels, skipLink } from "~/content/site";
import { errorTitlePrefix } from "~/content/errors";
import { privacy } from "~/content/privacy";
import { help, safety } from "~/content/support";
import { check } from "./check";

const join = hero.form.button;
const access = callToAction.form;
const refused = "/ first form: e-mail not an address";
const refusedAtTheEnd = "/ last form: e-mail not an address";
const storedAtTheEnd = "/ last form: stored";

/** WCAG's principle 2. */
export const operable = {
  "2.1.1 Safari and Firefox without a mouse": check(
    ["/", "/contact", refused, "/contact: everything missing"],
    `In Safari with "Press Tab to highlight each item" on and in Firefox, without a mouse: join on /, send a message on /contact, open a question with Enter and with Space, follow the toast's link, close the toast with ‘${dismissLabel}’ and with Escape.`,
    "All of it works. The toast's link puts the cursor into the field. Escape closes the toast and leaves what was typed.",
  ),
  "2.1.1 without JavaScript": check(
    [refusedAtTheEnd],
    "Turn JavaScript off in Firefox. With the keyboard send nobody@localhost in the form at the end of /, follow the toast's link, then dismiss the toast.",
    `The focus is on the toast when the page comes back. The link leads to the field, and the next Tab or key goes on from there. ‘${dismissLabel}’ works, and what was typed is still there.`,
  ),
  "2.2.1 a slow reader": check(
    ["/ first form: stored"],
    "Join with a new address. Read the success toast with NVDA's arrow keys, as slowly as you like. Do it again without touching anything for some minutes.",
    "The toast stays until it is dismissed or the page is left. Nothing else on the page has changed meanwhile.",
  ),
  "2.2.1 the browser's own bubble": check(
    ["/"],
    "Send an empty form on / in Firefox, Chrome and Safari. Wait.",
    "The browser's own bubble asks for the field and goes away by itself. After that the field can still be told to be required, by trying again or with a screen reader.",
  ),
  "2.3.3 less motion": check(
    ["/", "/contact", "/support", "/ first form: stored"],
    "Turn on Reduce Motion in macOS, iOS and Windows. Load / and /contact. Open and close questions on /support. Send a form.",
    "Beams and letters stand still from the start. The bead at a question turns at once. The page jumps to the toast without gliding.",
  ),
  "2.5.2 a press that slides off": check(
    ["/", "/support", refused],
    `With a finger and with a mouse, press ‘${join}’, slide off it and let go. Do the same on a link, a question and ‘${dismissLabel}’.`,
    "Nothing happens unless the press is released on the control itself.",
  ),
  "2.5.3 voice control of links and buttons": check(
    ["/", refused],
    `With Voice Control on macOS or iOS and with Voice Access on Android or Windows, say “Click” and each of: ‘${join}’, ‘${access.button}’, ‘${pages.support.label}’, ‘${productName}’, ‘${dismissLabel}’.`,
    `Each is clicked by the words on it. ‘${productName}’ follows the beads in the header.`,
  ),
  "2.5.3 voice control of fields": check(
    ["/", "/contact"],
    `With voice control on /contact say “Click” and ‘${contactForm.name.label}’, ‘${contactForm.subject.label}’ or ‘${contactForm.message.label}’, and dictate. On / say “Click” and ‘${hero.form.emailLabel}’.`,
    "The field takes the cursor. On / the two email fields are offered with numbers to choose from.",
  ),
  "2.4.1 the skip link": check(
    ["/privacy"],
    `With VoiceOver and Safari and with NVDA and Firefox, follow “${skipLink}” on /privacy. Then read on.`,
    `Reading goes on at ‘${privacy.heading}’, past the header. The next Tab goes to the first link of the text.`,
  ),
  "2.4.1 landmarks": check(
    ["/", "/support"],
    "With NVDA press D, and with VoiceOver open the rotor's landmarks, on / and /support.",
    `Banner, “${navigationLabels.header}” navigation, main, “${navigationLabels.footer}” navigation and content info are each there once. On / the first region is called ‘${productName}’.`,
  ),
  "2.4.2 titles": check(
    ["/", "/contact", refused, "/contact: everything missing"],
    "Listen to the title as each page loads, and with NVDA+T after a refusal on / and on /contact, with and without JavaScript.",
    `The title says what the page is, as in ‘${pages.contact.title}’. After a refusal it begins with “${errorTitlePrefix.trim()}”. After the next success it does not.`,
  ),
  "2.4.3 after Dismiss and after a success": check(
    [refusedAtTheEnd, storedAtTheEnd],
    `With NVDA and Firefox, in the form at the end of /: press ‘${dismissLabel}’ on a failure's toast. Next, send a good address and press Tab after the success. Repeat with VoiceOver and Safari.`,
    `After a failure reading goes on at the field, after a success at the toast, and Tab reaches the next thing a visitor expects. The button that waits as ‘${access.sending}’ does not lose the visitor's place.`,
  ),
  "2.4.4 links in sentences": check(
    ["/", "/privacy", "/terms"],
    "With TalkBack, set the reading control to links. Read the links in the consent lines and the mail addresses in /privacy and /terms.",
    "The sentence around each says where it leads or what the address is for.",
  ),
  "2.4.5 ways to a page": check(
    ["/terms", "a page that does not exist"],
    "From /terms go to each other page, by the header, by the footer and by links in the text. Do the same from /nope.",
    "Every page is found in one or two steps. The beads in the header lead home and are understood to do so.",
  ),
  "2.4.6 headings and labels alone": check(
    ["/"],
    "Read only the headings of each page, then only the labels and buttons of the forms list in NVDA (NVDA+F7) on /.",
    `The headings alone tell what is where. Both fields are ‘${hero.form.emailLabel}’; ‘${join}’ and ‘${access.button}’ make clear that both forms join the same list.`,
  ),
  "2.4.7 the ring": check(
    [refused],
    `With the keyboard, send nobody@localhost on / in Firefox, Safari and Chrome. Look at what has the focus. Then Tab to the toast's link and to ‘${dismissLabel}’.`,
    "A ring is plainly seen around each of them, on the dark page and on the light toast.",
  ),
  "2.4.9 links without their sentences": check(
    ["/support", "/contact"],
    "Open the list of all links on /support and /contact (NVDA+F7, or VoiceOver's rotor).",
    `Each link says by itself what it does, as in ‘${help.cards[0]?.linkText}’ or ‘${safety.report.linkText}’. Links with the same words lead to the same place. It is clear which ones open the mail program.`,
  ),
  "2.4.10 a heading for each subject": check(
    ["/", "/support", "/terms"],
    "Read /, /support and /terms as a visitor would.",
    "Each subject has a heading of its own, and no heading stands over two subjects.",
  ),
  "2.4.13 the ring over beams and beads": check(
    ["/", "/support", refused],
    `In Safari and Firefox, Tab over the header's links where the beams cross them, over fields in error, over ‘${join}’ and over a question. Also at 100 % on a screen without high density.`,
    "The dots of the ring are drawn whole on all sides, at least 2 pixels thick, and differ 3:1 from what was there without the focus.",
  ),
};
