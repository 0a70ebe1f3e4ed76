import { dismissLabel } from "~/content/delivery";
import { features, hero } from "~/content/landing";
import { pages } from "~/content/pages";
import { mail, plur, productName, stats } from "~/content/site";
import { moreHelp } from "~/content/support";
import type { Check, CheckName } from "@kandi/auditor";

const refused = "/ first form: e-mail not an address";
const everyPage = [
  "/",
  "/contact",
  "/support",
  "/privacy",
  "/terms",
  "a page that does not exist",
] as const;

/** WCAG's guidelines 3.1 and 3.2. */
export const understandable = {
  "3.1.1 an English voice": {
    states: ["/", refused],
    look: "Set a phone to another language, such as German. Read / with TalkBack or VoiceOver, the h1, the toast and the button included.",
    expect:
      "An English voice reads all of it. The browser's own bubble may be in the phone's language.",
  },
  "3.1.5 plain words": {
    states: ["/", "/support", "/terms"],
    look: "Give /, /support and /terms to someone who reads English as a second language and does not go to raves. Ask what PLUR, kandi and beta mean, and what happens after joining.",
    expect: `They can answer from the page. / has ‘${plur}’ beside ‘${features.items[2].title}’ and ‘${stats.vibes.label}’.`,
  },
  "3.2.1 focus": {
    states: ["/", "/contact"],
    look: "Tab through / and /contact, and touch each field on a phone.",
    expect:
      "Focus alone opens, sends or moves nothing but the phone's keyboard and the browser's own suggestions.",
  },
  "3.2.2 typing": {
    states: ["/", "/contact"],
    look: "Type in each field, paste a long text into Message, accept an autofill, press Enter in Message.",
    expect:
      "Nothing is sent and nothing moves. Enter in Message makes a new line. Enter in a one-line field sends the form, as everywhere.",
  },
  "3.2.3 header and footer": {
    states: everyPage,
    look: "Compare header and footer of all five pages and of /nope.",
    expect: `The same links in the same order: ‘${productName}’, ‘${hero.form.button}’, ‘${pages.support.label}’, ‘${pages.contact.label}’; ‘${pages.privacy.label}’, ‘${pages.terms.label}’, ‘${pages.contact.label}’, ‘${pages.support.label}’, then the mail address. On / ‘${hero.form.button}’ is seen while it has the focus.`,
  },
  "3.2.4 one thing, one name": {
    states: everyPage,
    look: `Compare the names of the same thing on different pages: links to contact, support, terms and privacy, and ‘${dismissLabel}’.`,
    expect: `One thing keeps one name, or names that are clearly the same: ‘${pages.contact.label}’, ‘${moreHelp.contact.linkText}’. ‘${moreHelp.support.linkText}’ on /support opens a mail and is not taken for the contact form.`,
  },
  "3.2.6 help": {
    states: everyPage,
    look: `On every page and on /nope look for help: ‘${pages.support.label}’ and ‘${pages.contact.label}’ in the header, ‘${pages.contact.label}’, ‘${pages.support.label}’ and ‘${mail.support}’ in the footer.`,
    expect: "They are at the same place in the same order on each.",
  },
} satisfies Record<CheckName, Check>;
