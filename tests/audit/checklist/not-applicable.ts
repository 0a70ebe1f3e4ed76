import type { NotApplicable } from "@kandi/auditor";
import type { FactName } from "../facts";

/** The criteria that do not apply to the site, and why, as the team says. */
export const notApplicable: readonly NotApplicable<FactName>[] = [
  {
    criteria: ["1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.4.2"],
    why: "There is no audio and no video.",
    facts: ["there is no audio, video, picture or frame"],
  },
  {
    criteria: ["1.4.5", "1.4.9"],
    why: "No page holds an image of text. The letters and words on beads are text in the page's own font.",
    facts: [
      "there is no audio, video, picture or frame",
      "no drawing holds text or a picture",
      "letters on beads are text in the page's own font",
    ],
  },
  {
    criteria: ["1.4.13"],
    why: "Nothing appears on hover or focus but the skip link, which is itself what has the focus. There is no title attribute. The bubble at a required field is the browser's.",
    facts: [
      "there is no title attribute",
      "hover and focus reveal nothing but the skip link",
    ],
  },
  {
    criteria: ["2.1.4"],
    why: "The one key that the script listens for is Escape, which is not a character.",
    facts: ["Escape is the only key with a listener"],
  },
  {
    criteria: ["2.2.2"],
    why: "Nothing moves for more than five seconds, and nothing repeats by itself. With prefers-reduced-motion nothing moves. Nothing updates by itself.",
    facts: [
      "nothing moves for more than 5 s",
      "nothing moves for visitors who asked for less motion",
      "nothing updates by itself",
    ],
  },
  {
    criteria: ["2.3.1", "2.3.2"],
    why: "Nothing flashes. Position and rotation are animated, and what lights up does so once, as the page is scrolled.",
    facts: [
      "only place, rotation and outline are animated, not light or color",
    ],
  },
  {
    criteria: ["2.5.1", "2.5.7"],
    why: "Everything is a link, a button, a field or a question to press. Only the browser's own handle of the message field is dragged, and the field scrolls without it.",
    facts: ["nothing is dragged, swiped or shaken"],
  },
  {
    criteria: ["2.5.4"],
    why: "Nothing listens to the motion of the device.",
    facts: ["nothing is dragged, swiped or shaken"],
  },
  {
    criteria: ["3.1.2"],
    why: "All words are English. PLUR, kandi and the names of genres are part of it.",
    facts: ["no part of a page is in another language"],
  },
  {
    criteria: ["3.3.8"],
    why: "There is no account, no login and no puzzle.",
    facts: ["there is no password and no puzzle"],
  },
];
