import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { NotApplicable } from "@kandi/auditor";

/** What does not apply to the site, with a check of the sources where they show it. */
interface Claim extends NotApplicable {
  holds?: () => boolean;
}

/** Sources without their comments. */
const read = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
    .join("\n")
    .replace(/\/\*.*?\*\/|^\s*\/\/.*?$/gms, "");

const css = read("app/styles", /\.css$/);
const drawings = read("app/components", /\.svg$/);

/** Everything that runs in a browser, and the HTML of every page. */
const script = [
  ...["client", "components", "routes"].map((folder) =>
    read(`app/${folder}`, /\.tsx?$/),
  ),
  read("app", /^root\.tsx$/),
].join("\n");

/** Each rule or at-rule with such a head, as far as the brace that ends it. */
const blocks = (head: RegExp) =>
  [...css.matchAll(head)].map(({ index }) => {
    const rest = css.slice(index);
    let depth = 0;
    const end = [...rest].findIndex((sign) => {
      depth += { "{": 1, "}": -1 }[sign] ?? 0;
      return sign === "}" && depth === 0;
    });
    return rest.slice(0, end + 1);
  });

/** A declaration's seconds: an animation's duration and delay. */
const seconds = (value: string) =>
  [...value.matchAll(/([\d.]+)(m?)s\b/g)]
    .map(([, time, milli]) => Number(time) / (milli ? 1000 : 1))
    .reduce((sum, time) => sum + time, 0);

const found = (pattern: RegExp) => script.match(pattern) ?? [];

export const notApplicable: readonly Claim[] = [
  {
    numbers: [
      ...["1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.4.2"],
      ...["4.2.4", "4.2.5"],
    ],
    why: "There is no audio and no video.",
    holds: () => !/<(?:audio|video|object|iframe|embed)\b/.test(script),
  },
  {
    numbers: ["1.4.5", "1.4.9"],
    why: "No page holds an image of text. The letters on beads are text in the page's own font.",
    holds: () =>
      !/<(?:img|picture|canvas)\b/.test(script) &&
      !/<(?:text|image|foreignObject)\b/.test(drawings + script) &&
      /content: attr\(data-letter\)/.test(css) &&
      blocks(/\.letters \{/g)
        .join()
        .includes("var(--poster)"),
  },
  {
    numbers: ["1.4.13"],
    why: "Nothing appears on hover or focus but the skip link, which is itself what has the focus. There is no title attribute. The bubble at a required field is the browser's.",
    holds: () =>
      !/\stitle=/.test(script) &&
      [...css.matchAll(/([^{};]*:(?:hover|focus)[^{}]*)\{([^{}]*)/g)]
        .filter(([, , style = ""]) =>
          /display|visib|opacity|clip|content/.test(style),
        )
        .every(([, head = ""]) => /\.hidden:not\(:focus\)|\.skip/.test(head)),
  },
  {
    numbers: ["2.1.4", "5.9"],
    why: "The one key that the script listens for is Escape, which is not a character.",
    holds: () =>
      found(/addEventListener\("key\w+"|onKey\w+|accessKey/g).join() ===
        'addEventListener("keydown"' &&
      found(/\bkey === "\w+"|\.(?:code|keyCode|which)\b/g).join() ===
        'key === "Escape"',
  },
  {
    numbers: ["2.2.2"],
    why: "Nothing moves for more than five seconds, and nothing updates by itself. With prefers-reduced-motion nothing moves.",
    holds: () => {
      const motions = blocks(/@media \(prefers-reduced-motion: no-pref/g);
      const still = motions.reduce((rest, motion) => {
        return rest.replace(motion, "");
      }, css);
      const moves = css.match(/(?:animation|transition)\S*: [^;]+/g) ?? [];
      return (
        motions.join().includes("settle") &&
        !/(?:animation|transition)\S*:|scroll-behavior/.test(still) &&
        moves.every((one) => seconds(one) <= 5 && !one.includes("infinite")) &&
        !/behavior: ?"smooth"|\.animate\(|setInterval|EventSource|WebSocket|http-equiv|<marquee|<blink/i.test(
          script,
        )
      );
    },
  },
  {
    numbers: ["2.3.1", "2.3.2", "4.2.9"],
    why: "Nothing flashes. Position and rotation are animated, and what lights up does so once, as the page is scrolled.",
    holds: () =>
      [
        ...blocks(/@keyframes/g)
          .join()
          .matchAll(/([\w-]+):/g),
      ].every(([, property = ""]) =>
        ["transform", "translate", "outline-offset"].includes(property),
      ),
  },
  {
    numbers: ["2.5.1", "2.5.4", "2.5.7"],
    why: "Everything is a link, a button, a field or a question to press. Only the browser's own handle of the message field is dragged, and the field scrolls without it.",
    holds: () =>
      !/on(?:Drag|Touch|Pointer|Wheel)|draggable|"(?:drag|touch|pointermove|device|wheel)/.test(
        script,
      ),
  },
  {
    numbers: ["3.1.2"],
    why: "All words are English. PLUR, kandi and the names of genres are part of it.",
    holds: () => found(/\blang=[^>]+/g).join() === 'lang="en"',
  },
  {
    numbers: ["3.3.8", "5.3", "4.2.6"],
    why: "There is no account, no login and no puzzle, and nothing requires a voice.",
    holds: () =>
      !/type="password"|captcha|SpeechRecognition|getUserMedia|mediaDevices/i.test(
        script,
      ),
  },
  {
    numbers: ["5.1", "5.2", "5.4"],
    why: "Visitors use their own browser and assistive technology. No feature has to be activated, and nothing is converted.",
  },
  {
    numbers: ["4.2.8", "5.5.1", "5.5.2", "5.6.1", "5.6.2", "5.7", "5.8"],
    why: "The site is not hardware.",
  },
];
