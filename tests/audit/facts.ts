import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

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

/** A rule's or at-rule's content, by what precedes its brace. */
function block(source: string, head: RegExp) {
  const start = source.search(head);
  if (start < 0) return "";
  let depth = 0;
  for (let at = source.indexOf("{", start); at < source.length; at++) {
    if (source[at] === "{") depth++;
    if (source[at] === "}" && --depth === 0) return source.slice(start, at + 1);
  }
  return "";
}

const motions = [
  ...css.matchAll(/@media \(prefers-reduced-motion: no-pref/g),
].map(({ index }) => block(css.slice(index), /@media/));
const still = motions.reduce((rest, motion) => rest.replace(motion, ""), css);

/** A declaration's seconds: an animation's duration and delay. */
const seconds = (value: string) =>
  [...value.matchAll(/([\d.]+)(m?)s\b/g)]
    .map(([, time, milli]) => Number(time) / (milli ? 1000 : 1))
    .reduce((sum, time) => sum + time, 0);

const moves = [...css.matchAll(/(?:animation|transition)\S*: ([^;]+);/g)].map(
  ([, value = ""]) => value,
);

const found = (pattern: RegExp) => script.match(pattern) ?? [];

/**
 * Statements about the site on which its claims rest, each with a check of the
 * sources.
 */
export const facts = {
  "there is no audio, video, picture or frame": () =>
    !/<(?:audio|video|img|picture|canvas|object|iframe|embed)\b/.test(script),
  "no drawing holds text or a picture": () =>
    drawings.includes("<svg") &&
    !/<(?:text|image|foreignObject)\b/.test(drawings + script),
  "there is no title attribute": () => !/\stitle=/.test(script),
  "there is no password and no puzzle": () =>
    !/type="password"|captcha/i.test(script),
  "no part of a page is in another language": () =>
    found(/\blang=[^>]+/g).join() === 'lang="en"',
  "letters on beads are text in the page's own font": () =>
    /content: attr\(data-letter\)/.test(css) &&
    block(css, /^\s*\.letters \{/m).includes("var(--poster)"),
  "hover and focus reveal nothing but the skip link": () => {
    const rules = [
      ...css.matchAll(/([^{};]*:(?:hover|focus)[^{}]*)\{([^{}]*)/g),
    ];
    return rules
      .filter(([, , style = ""]) =>
        /display|visib|opacity|clip|content/.test(style),
      )
      .every(([, head = ""]) => /\.hidden:not\(:focus\)|\.skip/.test(head));
  },
  "Escape is the only key with a listener": () => {
    const listeners = found(/addEventListener\("key\w+"|onKey\w+|accessKey/g);
    const keys = found(/\bkey === "\w+"|\.(?:code|keyCode|which)\b/g);
    return (
      listeners.join() === 'addEventListener("keydown"' &&
      keys.join() === 'key === "Escape"'
    );
  },
  "nothing moves for more than 5 s": () =>
    moves.every((value) => seconds(value) <= 5 && !value.includes("infinite")),
  "nothing moves for visitors who asked for less motion": () =>
    motions.join().includes("settle") &&
    !/(?:animation|transition)\S*:|scroll-behavior/.test(still) &&
    !/behavior: ?"smooth"|\.animate\(/.test(script),
  "only place, rotation and outline are animated, not light or color": () =>
    [...css.matchAll(/@keyframes \w+/g)].every(([head]) =>
      [...block(css, new RegExp(head)).matchAll(/([\w-]+):/g)].every(
        ([, property = ""]) =>
          ["transform", "translate", "outline-offset"].includes(property),
      ),
    ),
  "nothing updates by itself": () =>
    !/setInterval|EventSource|WebSocket|http-equiv|<marquee|<blink/i.test(
      script,
    ),
  "nothing uses a microphone or a camera": () =>
    !/SpeechRecognition|getUserMedia|mediaDevices/.test(script),
  "nothing is dragged, swiped or shaken": () =>
    found(
      /on(?:Drag|Touch|Pointer|Wheel)|draggable|"(?:drag|touch|pointermove|device|wheel)/g,
    ).length === 0,
} satisfies Record<string, () => boolean>;

export type FactName = keyof typeof facts;
