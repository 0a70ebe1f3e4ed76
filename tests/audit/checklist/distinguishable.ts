import { hero } from "~/content/landing";
import type { Check, CheckName } from "@kandi/auditor";

const refused = "/ first form: e-mail not an address";

/** WCAG's guideline 1.4. */
export const distinguishable = {
  "1.4.1 shades of gray": {
    states: [
      "/contact: everything missing",
      "/ first form: stored",
      "/support with its questions open",
    ],
    look: "Switch the system to shades of gray. Look at a refused /contact, at the toast of a success, at links in the consent line and at open and closed questions.",
    expect:
      'The field in error is known by its "!" and words, the toast by its title, links by their underline, and an open question by its answer.',
  },
  "1.4.3 colors of the browser": {
    states: ["/ first form: being sent", "/ first form: stored"],
    look: `Let Chrome, Safari and Firefox fill in the email field of /. Select text on / and in the toast. Watch ‘${hero.form.sending}’ on the button over a slow network.`,
    expect:
      "Filled-in text, selected text and the words on the waiting button are easy to read on the color that the browser gives them.",
  },
  "1.4.4 zoom of text alone": {
    states: ["/", refused],
    look: "In Firefox choose Zoom Text Only and set 200 %. Read / and send a refused form.",
    expect:
      "No word is cut or covered, in the headings, the header, the toast, the buttons and the hints.",
  },
  "1.4.4 larger text on phones": {
    states: ["/", "/privacy"],
    look: "On an iPhone set Safari's page zoom (aA) to 200 %. On Android set Chrome's text scaling to 200 %.",
    expect:
      "The running text of / and /privacy grows and stays whole. If it does not grow in one of them, look at text-size-adjust in base.css. Pinching zooms in both.",
  },
  "1.4.8 lines and paragraphs": {
    states: ["/privacy", "/terms", "/support"],
    look: "On /privacy, /terms and /support in a wide window, count the characters in the longest lines, those of list points included. Compare the gap between two paragraphs with the gap between two lines.",
    expect:
      "At most 80 characters, with the system's own fonts of Windows, macOS and Android. Text is not justified. Lines are at least 1.5 apart, and paragraphs 1.5 times as far apart as lines.",
  },
  "1.4.8 colors of one's own": {
    states: ["/", "/contact: everything missing"],
    look: "In Firefox choose other colors for text and ground and let them override the page's (Settings, Manage Colors, Always).",
    expect:
      "All words stay readable, those in letter beads, in step numbers, on buttons and in the toast too. Fields and cards can be told from the page.",
  },
  "1.4.10 400 %": {
    states: ["/", "/contact", refused, "/ first form: stored"],
    look: "Zoom to 400 % in Firefox and Safari in a window 1280 wide and 1024 high. Use / and /contact with the keyboard, with a failure and with a success.",
    expect:
      "No sideways scrolling. The toast covers nothing: it stands above the page's text and scrolls with it. Each field is seen with its label while typing.",
  },
  "1.4.10 a magnifier": {
    states: ["/ last form: e-mail not an address", "/ last form: stored"],
    look: "With a screen magnifier at 4x (Windows Magnifier or macOS Zoom following the focus), send the form at the end of / with nobody@localhost, then with a good address.",
    expect:
      "After a failure the toast comes into view. Its link brings the field into view. After a success the toast comes into view, too.",
  },
  "1.4.11 borders": {
    states: ["/contact", "/contact: everything missing", "/support"],
    look: "Look at the borders of fields, plain, focused and in error, and at closed questions. Do so on a bright screen too.",
    expect:
      "The border of each field stands out from what is around it. Closed questions look like something that opens.",
  },
  "1.4.11 contrast themes": {
    states: ["/", "/contact: everything missing", "/support"],
    look: "In Windows choose a contrast theme, a dark one and a light one. In Firefox and in Edge look at /, /contact after a refusal and /support.",
    expect:
      "Fields, buttons, cards, questions, the toast and the focus ring have lines. Letters in beads and step numbers can be read. The field in error can be told from the others. No drawing hides words.",
  },
} satisfies Record<CheckName, Check>;
