import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { NotApplicable } from "two-modes-audit";

/** What does not apply to the site, and what its sources then do not contain. */
interface Claim extends NotApplicable {
  absent: RegExp;
}

/** Sources without their comments. */
const read = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
    .join("\n")
    .replace(/\/\*.*?\*\/|^\s*\/\/.*?$/gms, "");

/** Everything that runs in a browser, the HTML of every page, and its look. */
export const sources = [
  ...["client", "components", "routes", "styles"].map((folder) =>
    read(`app/${folder}`, /\.(?:tsx?|css|svg)$/),
  ),
  read("app", /^root\.tsx$/),
].join("\n");

export const notApplicable: readonly Claim[] = [
  {
    numbers: ["1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.4.2"],
    why: "There is no audio and no video.",
    absent: /<(?:audio|video|object|iframe|embed)\b/,
  },
  {
    numbers: ["1.4.5", "1.4.9"],
    why: "No page holds an image of text. The letters on beads are text in the page's own font.",
    absent: /<(?:img|picture|canvas|text|image|foreignObject)\b/,
  },
  {
    numbers: ["1.4.13"],
    why: "Nothing appears on hover or focus but the skip link, which is itself what has the focus. There is no title attribute. The bubble at a required field is the browser's.",
    absent:
      /\stitle=|(?<!\.hidden:not\(|\.skip):(?:hover|focus)[^{};]*\{[^{}]*(?:display|visib|opacity|clip|content)/,
  },
  {
    numbers: ["2.1.4"],
    why: "The one key that the script listens for is Escape, which is not a character.",
    absent:
      /addEventListener\("key(?!down", \(\{ key, isComposing, defaultPrevented \}\))|onKey[A-Z]|accessKey|\.(?:keyCode|which)\b|\bkey === (?!"Escape")/,
  },
  {
    numbers: ["2.2.2"],
    why: "Nothing moves for more than five seconds, and nothing updates by itself. With prefers-reduced-motion nothing moves.",
    absent:
      /(?:animation|transition)[^;{}]*(?:infinite|(?<![\d.])(?:(?:[5-9]|\d{2,})(?:\.\d+)?s|(?:[5-9]\d{3}|\d{5,})ms)\b)|behavior: ?"smooth"|scroll-behavior|\.animate\(|setInterval|EventSource|WebSocket|http-equiv|<marquee|<blink/i,
  },
  {
    numbers: ["2.3.1", "2.3.2"],
    why: "Nothing flashes. Position, rotation and size are animated, and what lights up does so once, as the page is scrolled.",
    absent:
      /@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})*?[^{}]*\{(?:[^{}]*;)?\s*(?!transform|translate|scale|outline-offset)[\w-]+:/,
  },
  {
    numbers: ["2.5.1", "2.5.4", "2.5.7"],
    why: "Everything is a link, a button, a field, a choice or a question to press. Only the browser's own handle of the message field is dragged, and the field scrolls without it.",
    absent:
      /on(?:Drag|Touch|Pointer|Wheel)|draggable|"(?:drag|touch|pointermove|device|wheel)/,
  },
  {
    numbers: ["3.1.2"],
    why: "All words are English. PLUR, kandi and the names of genres are part of it.",
    absent: /\blang=(?!"en")/,
  },
  {
    numbers: ["3.3.8"],
    why: "There is no account, no login and no puzzle.",
    absent: /type="password"|captcha/i,
  },
];
