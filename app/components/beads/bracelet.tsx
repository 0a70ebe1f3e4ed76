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

/** A bracelet that spells a word of four letters. */
export function Bracelet({ word }: { word: string }) {
  return (
    <svg
      className="draw bracelet"
      viewBox="-290 -290 580 580"
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
      {[...word].map((letter, index) => (
        <g
          key={index}
          transform={`rotate(${252 - 18 * index}) translate(0-230) rotate(180)`}
        >
          <rect x="-34" y="-34" width="68" height="68" rx="16" />
          <text y="19">{letter}</text>
        </g>
      ))}
    </svg>
  );
}
