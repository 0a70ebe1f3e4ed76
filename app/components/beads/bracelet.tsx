import { Bead } from "~/components/beads/beads";
import type { Color, Shape } from "~/components/beads/beads";

/** A quarter of the bracelet: where on the circle, in degrees. */
const quarter: [Shape, Color, number][] = [
  ["pony", "pink", 5],
  ["pony", "lemon", 15],
  ["pony", "aqua", 25],
  ["pony", "orange", 35],
  ["disc", "ivory", 42],
  ["pony", "lilac", 49],
  ["pony", "lime", 59],
  ["pony", "aqua", 69],
  ["pony", "pink", 79],
  ["disc", "ivory", 86],
];

/** Drawn, because a text browser prints the text of a drawing. */
const letters = {
  P: "M-11 23V-23H2a13 13 0 0 1 0 26H-11",
  L: "M-10-23V23H13",
  U: "M-15-23V8a15 15 0 0 0 30 0V-23",
  R: "M-12 23V-23H2a13 13 0 0 1 0 26H-12M2 3 15 23",
};

/** A bracelet that spells peace, love, unity and respect. */
export function Bracelet() {
  return (
    <svg
      className="draw bracelet"
      width="290"
      height="290"
      viewBox="-290 -290 580 580"
      fill="none"
      stroke="currentColor"
      strokeWidth="9"
      aria-hidden="true"
    >
      <circle r="230" />
      <g id="quarter">
        {quarter.map(([shape, color, turn]) => (
          <Bead
            key={turn}
            shape={shape}
            color={color}
            at={`rotate(${turn}) translate(0-230)`}
          />
        ))}
      </g>
      <use href="#quarter" transform="rotate(91)" />
      <use href="#quarter" transform="rotate(-91)" />
      {Object.entries(letters).map(([letter, line], index) => (
        <g
          key={letter}
          transform={`rotate(${252 - 18 * index}) translate(0-230) rotate(180)`}
        >
          <rect x="-34" y="-34" width="68" height="68" rx="16" />
          <path d={line} />
        </g>
      ))}
    </svg>
  );
}
