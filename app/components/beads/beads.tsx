/** The beads that every drawing of the site is made of: see `BeadShapes`. */
export type Shape = "pony" | "round" | "disc" | "star";
export type Color =
  "pink" | "orange" | "lemon" | "lime" | "aqua" | "lilac" | "ivory";

/** Once a page: the shapes that its drawings use. */
export function BeadShapes() {
  return (
    <svg className="defs" width="0" height="0" aria-hidden="true">
      <linearGradient id="gloss" x2="0" y2="1">
        <stop offset="0" stopColor="#fff" stopOpacity=".1" />
        <stop offset=".2" stopColor="#fff" stopOpacity=".75" />
        <stop offset=".44" stopColor="#fff" stopOpacity="0" />
        <stop offset=".58" stopOpacity="0" />
        <stop offset="1" stopOpacity=".5" />
      </linearGradient>
      <g id="pony" fill="currentColor">
        <rect x="-19" y="-28" width="38" height="56" rx="14" />
        <rect
          x="-19"
          y="-28"
          width="38"
          height="56"
          rx="14"
          fill="url(#gloss)"
        />
      </g>
      <g id="round" fill="currentColor">
        <circle r="27" />
        <circle r="27" fill="url(#gloss)" />
      </g>
      <g id="disc" fill="currentColor">
        <rect x="-7" y="-20" width="14" height="40" rx="6" />
        <rect x="-7" y="-20" width="14" height="40" rx="6" fill="url(#gloss)" />
      </g>
      <g
        id="star"
        fill="currentColor"
        stroke="currentColor"
        strokeWidth="12"
        strokeLinejoin="round"
      >
        <path d={star} />
        <path d={star} stroke="none" fill="url(#gloss)" />
      </g>
    </svg>
  );
}

const star = "M0-30 9-11 29-8 14 6 18 26 0 16-18 26-14 6-29-8-9-11Z";

interface BeadProps {
  shape: Shape;
  color: Color;
  /** The middle of the bead, then its turn and size. */
  at: string;
}

export function Bead({ shape, color, at }: BeadProps) {
  return <use href={`#${shape}`} className={color} transform={at} />;
}

/**
 * A word in letter beads, which style sheets draw. The word itself stands beside
 * it: a label is spelled letter by letter in Firefox.
 */
export function Letters({ word }: { word: string }) {
  return (
    <span className="letters" aria-hidden="true">
      {[...word].map((letter, index) => (
        <span key={index} data-letter={letter} />
      ))}
    </span>
  );
}

/** A name in letter beads. */
export function Name({ name }: { name: string }) {
  return (
    <>
      <span className="hidden">{name}</span>
      <Letters word={name} />
    </>
  );
}

/** Words in letter beads, each on a strand from edge to edge. */
export function Cuff({ words }: { words: string[] }) {
  return words.map((word) => (
    <span key={word} className="row strung">
      <Letters word={word} />
    </span>
  ));
}
