import { css, script, toastScript } from "./site";

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

const motion = block(css, /@media \(prefers-reduced-motion: no-pref/);
const still = css.replace(motion, "");

/** A declaration's seconds: an animation's duration and delay. */
const seconds = (value: string) =>
  [...value.matchAll(/([\d.]+)(m?)s\b/g)]
    .map(([, time, milli]) => Number(time) / (milli ? 1000 : 1))
    .reduce((sum, time) => sum + time, 0);

const moves = [...css.matchAll(/(?:animation|transition)\S*: ([^;]+);/g)].map(
  ([, value = ""]) => value,
);

const handlers = (pattern: RegExp) => script.match(pattern) ?? [];

/** What is true of the style sheets and of the scripts for browsers. */
export const behavior = {
  "marks drawn by style sheets have no words": () => {
    const texts = [
      ...css.matchAll(/content: ("[^"]+"|attr\(data-[^)]+\))(?:;| \/)/g),
    ];
    const isSilent = ([, text = ""]: RegExpExecArray) =>
      css.includes(`content: ${text} / ""`);
    return texts.length > 0 && texts.every(isSilent);
  },
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
  "no list loses its role by its style": () =>
    css.includes('list-style: ""') &&
    [...css.matchAll(/\n([^{}]+)\{[^{}]*list-style: none/g)].every(
      ([, selector = ""]) => selector.trim() === "summary",
    ),
  "no style depends on the screen's orientation": () =>
    !/orientation/.test(css),
  "a field in error has a mark, words and a wider border": () =>
    /\.field-error::before \{\s*content: "!/.test(css) &&
    block(css, /\[aria-invalid="true"\]/).includes("border: 4px"),
  "links in sentences keep their underline": () =>
    !/(?:^|\})\s*a \{[^}]*text-decoration: none/m.test(css),
  "a waiting button is announced as disabled, but is not": () =>
    /aria-disabled=\{isSending/.test(script) && !/\sdisabled=/.test(script),
  "text keeps the browser's size": () => css.includes("text-size-adjust: 100%"),
  "a line is 38rem long at most, 1.6 high and not justified": () =>
    /--measure: 38rem/.test(css) &&
    block(css, /^\s*p \{/m).includes("max-inline-size: var(--measure)") &&
    block(css, /^\s*body \{/m).includes("var(--size-text)/1.6") &&
    !/text-align: justify/.test(css),
  "style sheets have rules for forced colors": () =>
    (css.match(/@media \(forced-colors: active\)/g) ?? []).length >= 3,
  "the toast is in the normal flow": () =>
    /\.toast \{\s*position: relative/.test(css) && !/position: fixed/.test(css),
  "the toast has no timer": () => !/set(?:Timeout|Interval)/.test(toastScript),
  "a later toast takes the focus and scrolls into view": () =>
    /\.focus\(/.test(toastScript) && /scrollIntoView\(\)/.test(toastScript),
  "a link in the toast puts the cursor into its field": () =>
    /input\.focus\(\)/.test(toastScript),
  "Dismiss moves the focus to what needs correcting, or to main": () =>
    /links\[0\]\?\.id \?\? "main"/.test(toastScript),
  "Escape is the only key with a listener": () => {
    const listeners = handlers(
      /addEventListener\("key\w+"|onKey\w+|accessKey/g,
    );
    const keys = handlers(/\bkey === "\w+"|\.(?:code|keyCode|which)\b/g);
    return (
      listeners.join() === 'addEventListener("keydown"' &&
      keys.join() === 'key === "Escape"'
    );
  },
  "the focus is a ring of 7px dots, of 4px in forced colors": () =>
    block(css, /^\s*:focus-visible \{/m).includes("7px dotted") &&
    /:focus-visible \{\s*outline: 4px solid/.test(css) &&
    [...css.matchAll(/([^{}]+)\{[^{}]*outline: none/g)].every(
      ([, selector = ""]) => selector.trim() === "main:focus",
    ),
  "the beams are behind the page": () =>
    block(css, /^\s*\.beams \{/m).includes("z-index: -"),
  "nothing moves for more than 5 s": () =>
    moves.every((value) => seconds(value) <= 5 && !value.includes("infinite")),
  "nothing moves for visitors who asked for less motion": () =>
    motion.includes("swing") &&
    !/(?:animation|transition)\S*:|scroll-behavior/.test(still) &&
    !/behavior: ?"smooth"|\.animate\(/.test(script),
  "only place, rotation and outline are animated, not light or color": () =>
    [...css.matchAll(/@keyframes \w+/g)].every(([head]) =>
      [...block(css, new RegExp(head)).matchAll(/([\w-]+):/g)].every(
        ([, property = ""]) =>
          [
            "transform",
            "translate",
            "clip-path",
            "outline-offset",
            "--closed",
          ].includes(property),
      ),
    ),
  "nothing updates by itself": () =>
    !/setInterval|EventSource|WebSocket|http-equiv|<marquee|<blink/i.test(
      script,
    ),
  "the skip link leads to main, which takes the focus": () =>
    script.includes('href="#main"') && /id="main" tabIndex=\{-1\}/.test(script),
  "a refusal's title begins with Error": () =>
    /refused \? errorTitlePrefix \+ plain : plain/.test(script),
  "no press acts before it is released": () =>
    handlers(
      /on(?:Mouse|Pointer|Touch)Down|"(?:mouse|pointer|touch)(?:down|start)"/g,
    ).length === 0,
  "the focus starts nothing but the page's script, typing nothing but beads":
    () =>
      handlers(
        /on(?:Focus|Blur|Change|Input)\w*=|Listener\("(?:focus|blur|change|input)/g,
      ).join() === 'Listener("input',
  "nothing uses a microphone or a camera": () =>
    !/SpeechRecognition|getUserMedia|mediaDevices/.test(script),
  "nothing is dragged, swiped or shaken": () =>
    handlers(
      /on(?:Drag|Touch|Pointer|Wheel)|draggable|"(?:drag|touch|pointermove|device|wheel)/g,
    ).length === 0,
} satisfies Record<string, () => boolean>;
